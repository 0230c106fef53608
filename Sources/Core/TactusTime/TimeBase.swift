/// What a tick is: a part of a quarter note, or a part of a frame of film.
///
/// Source: Standard MIDI Files 1.0, the header's division word.
/// - Thread: any
public enum TimeBase: Hashable, Sendable {
  /// So many ticks per quarter note; tempo decides how long they last. Clamped to 1…2²⁴ where it is used.
  case ticksPerQuarter(Int)
  /// So many ticks per frame of film; tempo has no part in it. Clamped to 1…2²⁴ where it is used.
  case ticksPerFrame(Int, FrameRate)

  /// Frames of film per second, exactly.
  public struct FrameRate: Hashable, Sendable {
    /// Frames in ``denominator`` seconds.
    public let numerator: Int
    /// 1, or 1001 for the rates of colour television.
    public let denominator: Int

    /// The rate of a MIDI file's code: 24, 25, 30, and 29, which means 30000/1001 (drop-frame numbering). Any other
    /// number is taken at its word, clamped to 1…255.
    public init(code: Int) {
      numerator = code == 29 ? 30_000 : min(max(1, code), 255)
      denominator = code == 29 ? 1_001 : 1
    }

    /// 24 frames per second: film.
    public static var film24: FrameRate { FrameRate(code: 24) }
    /// 25 frames per second: PAL.
    public static var pal25: FrameRate { FrameRate(code: 25) }
    /// 30000/1001 frames per second, numbered with dropped frames.
    public static var drop29: FrameRate { FrameRate(code: 29) }
    /// 30 frames per second.
    public static var full30: FrameRate { FrameRate(code: 30) }
  }

  /// Ticks in a quarter note, 1…2²⁴; nil where ticks are parts of frames.
  public var ticksPerQuarter: Int? {
    if case .ticksPerQuarter(let ticks) = self { return Self.clamp(ticks) }
    return nil
  }

  /// Ticks in a quarter note for bars and beats; where ticks are parts of frames a quarter is taken as half a second
  /// (120 bpm), rounded down to whole ticks, at least 1.
  package var nominalTicksPerQuarter: Int {
    switch self {
    case .ticksPerQuarter(let ticks): Self.clamp(ticks)
    case .ticksPerFrame(let ticks, let rate):
      max(1, Self.clamp(ticks) * rate.numerator / rate.denominator / 2)
    }
  }

  static func clamp(_ division: Int) -> Int { min(max(1, division), TimeSettings.divisionLimit) }
}
