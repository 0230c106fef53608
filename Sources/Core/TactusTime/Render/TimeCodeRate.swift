/// The rates and numberings of MIDI time code.
///
/// Source: MIDI Time Code 1.0 (RP-004/008); SMPTE ST 12-1 for drop-frame numbering.
/// - Thread: any
public enum TimeCodeRate: Hashable, Sendable, CaseIterable {
  /// 24 frames per second.
  case film24
  /// 25 frames per second.
  case pal25
  /// 30000/1001 frames per second; the frame numbers 0 and 1 are skipped at the start of each minute except every
  /// tenth.
  case drop29
  /// 30 frames per second.
  case full30
  /// 30000/1001 frames per second without skipped numbers. MIDI time code has no rate code for it; it is sent with the
  /// code 3.
  case nonDrop29

  /// Creates the rate for the lower two bits of a MIDI time code rate code.
  ///
  /// - Parameters:
  ///   - code: the rate code, of which the lower two bits count.
  ///   - isNonDrop: whether the code 3 means 30000/1001 instead of 30 frames per second.
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

  /// The number of frames in ``frameRateDenominator`` seconds.
  @inlinable public var frameRateNumerator: Int64 {
    switch self {
    case .drop29, .nonDrop29: 30_000
    default: numbersPerSecond
    }
  }

  /// The denominator of the rate: 1, or 1001 for NTSC rates.
  @inlinable public var frameRateDenominator: Int64 {
    switch self {
    case .drop29, .nonDrop29: 1_001
    default: 1
    }
  }

  /// The number of frames in 24 hours of time code, after which time code restarts.
  @inlinable public var framesPerDay: Int64 { isDrop ? 24 * 107_892 : 86_400 &* numbersPerSecond }
}
