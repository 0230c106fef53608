/// The meaning of a tick: a fraction of a quarter note, or of a SMPTE frame.
///
/// Source: Standard MIDI Files 1.0, the header's division word.
/// - Thread: any
public enum TimeBase: Hashable, Sendable {
  /// Ticks per quarter note; the tempo determines their duration. Clamped to 1…2²⁴ when used.
  case ticksPerQuarter(Int)
  /// Ticks per SMPTE frame, independent of the tempo. Clamped to 1…2²⁴ when used.
  case ticksPerFrame(Int, FrameRate)

  /// An exact number of SMPTE frames per second.
  public struct FrameRate: Hashable, Sendable {
    /// The number of frames in ``denominator`` seconds.
    public let numerator: Int
    /// The denominator of the rate: 1, or 1001 for NTSC rates.
    public let denominator: Int

    /// Creates the rate for a MIDI file's code: 24, 25, 30, or 29, which means 30000/1001 (drop-frame numbering). Any
    /// other number is used as frames per second, clamped to 1…255.
    public init(code: Int) {
      numerator = code == 29 ? 30_000 : min(max(1, code), 255)
      denominator = code == 29 ? 1_001 : 1
    }

    /// 24 frames per second: film.
    public static var film24: FrameRate { FrameRate(code: 24) }
    /// 25 frames per second: PAL.
    public static var pal25: FrameRate { FrameRate(code: 25) }
    /// 30000/1001 frames per second, with drop-frame numbering.
    public static var drop29: FrameRate { FrameRate(code: 29) }
    /// 30 frames per second.
    public static var full30: FrameRate { FrameRate(code: 30) }
  }

  /// The number of ticks per quarter note, 1…2²⁴; nil if ticks are fractions of SMPTE frames.
  public var ticksPerQuarter: Int? {
    if case .ticksPerQuarter(let ticks) = self { return Self.clamp(ticks) }
    return nil
  }

  /// The number of ticks per quarter note that is used to count bars and beats. If ticks are fractions of SMPTE frames,
  /// a quarter note is taken as half a second (120 bpm), rounded down to whole ticks, but at least 1.
  package var nominalTicksPerQuarter: Int {
    switch self {
    case .ticksPerQuarter(let ticks): Self.clamp(ticks)
    case .ticksPerFrame(let ticks, let rate):
      max(1, Int(Int64(Self.clamp(ticks)) * Int64(rate.numerator) / Int64(rate.denominator) / 2))
    }
  }

  static func clamp(_ division: Int) -> Int { min(max(1, division), TimeSettings.divisionLimit) }
}
