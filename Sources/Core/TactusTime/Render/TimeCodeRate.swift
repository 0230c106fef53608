/// The rates and numberings of MIDI time code.
///
/// Source: MIDI Time Code 1.0 (RP-004/008); SMPTE ST 12-1 for drop-frame numbering.
/// - Thread: any
public enum TimeCodeRate: Hashable, Sendable, CaseIterable {
  /// 24 frames per second.
  case film24
  /// 25 frames per second.
  case pal25
  /// 30000/1001 frames per second; the numbers 0 and 1 are skipped in each minute except every tenth.
  case drop29
  /// 30 frames per second.
  case full30
  /// 30000/1001 frames per second, with all numbers. MIDI time code has no code for it, and uses 3.
  case nonDrop29

  /// Creates the rate for a MIDI time code rate code, of which the lower two bits are used.
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

  /// The rate code in MIDI time code, 0…3.
  @inlinable public var code: UInt8 {
    switch self {
    case .film24: 0
    case .pal25: 1
    case .drop29: 2
    case .full30, .nonDrop29: 3
    }
  }

  /// The number of frame numbers per second: 24, 25 or 30.
  @inlinable public var numbersPerSecond: Int64 {
    switch self {
    case .film24: 24
    case .pal25: 25
    default: 30
    }
  }

  /// Whether the numbering is drop-frame.
  @inlinable public var isDrop: Bool {
    switch self {
    case .drop29: true
    default: false
    }
  }

  /// The number of frames in ``secondsDenominator`` seconds.
  @inlinable public var secondsNumerator: Int64 {
    switch self {
    case .drop29, .nonDrop29: 30_000
    default: numbersPerSecond
    }
  }

  /// 1, or 1001 for NTSC rates.
  @inlinable public var secondsDenominator: Int64 {
    switch self {
    case .drop29, .nonDrop29: 1_001
    default: 1
    }
  }

  /// The number of frames in 24 hours of time code, after which the numbers restart.
  @inlinable public var framesPerDay: Int64 { isDrop ? 24 * 107_892 : 86_400 &* numbersPerSecond }
}
