/// How fast time code counts, and how: the rates of MIDI time code.
///
/// Source: MIDI Time Code 1.0 (RP-004/008); SMPTE ST 12-1 for drop-frame numbering.
/// - Thread: any
public enum TimeCodeRate: Hashable, Sendable, CaseIterable {
  /// 24 frames per second.
  case film24
  /// 25 frames per second.
  case pal25
  /// 30000/1001 frames per second; the numbers 0 and 1 are left out in each minute but every tenth.
  case drop29
  /// 30 frames per second.
  case full30
  /// 30000/1001 frames per second, with all numbers. MIDI time code has no code of its own for it and sends 3.
  case nonDrop29

  /// The rate of a code of MIDI time code, of which the lower two bits count.
  ///
  /// - Parameter isNonDrop: whether 3 means 30000/1001 frames per second.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @inlinable public init(code: UInt8, isNonDrop: Bool = false) {
    switch code & 3 {
    case 0: self = .film24
    case 1: self = .pal25
    case 2: self = .drop29
    default: self = isNonDrop ? .nonDrop29 : .full30
    }
  }

  /// The code in MIDI time code, 0…3.
  @inlinable public var code: UInt8 {
    switch self {
    case .film24: 0
    case .pal25: 1
    case .drop29: 2
    case .full30, .nonDrop29: 3
    }
  }

  /// How many frame numbers a second has: 24, 25 or 30.
  @inlinable public var numbersPerSecond: Int64 {
    switch self {
    case .film24: 24
    case .pal25: 25
    default: 30
    }
  }

  /// Whether numbers are left out.
  @inlinable public var isDrop: Bool {
    switch self {
    case .drop29: true
    default: false
    }
  }

  /// Frames in ``secondsDenominator`` seconds.
  @inlinable public var secondsNumerator: Int64 {
    switch self {
    case .drop29, .nonDrop29: 30_000
    default: numbersPerSecond
    }
  }

  /// 1, or 1001 for the rates of colour television.
  @inlinable public var secondsDenominator: Int64 {
    switch self {
    case .drop29, .nonDrop29: 1_001
    default: 1
    }
  }

  /// How many frames 24 hours of numbers are: after them the numbers begin anew.
  @inlinable public var framesPerDay: Int64 { isDrop ? 24 * 107_892 : 86_400 &* numbersPerSecond }
}
