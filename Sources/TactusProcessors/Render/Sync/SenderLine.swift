import CTactusShims
import TactusRender
import TactusTime

/// The beats of a moving transport as a sender counts them: a straight line, or a parabola while the tempo moves, that
/// stays while what is said of the position agrees with it but for rounding.
///
/// Frames are counted from the sender's first cycle.
struct SenderLine {
  private(set) var frame: Int64 = 0
  private(set) var beat = 0.0
  private(set) var beatsPerFrame = 0.0
  private(set) var slope = 0.0

  init(beat: Double, frame: Int64, beatsPerFrame: Double, slope: Double) {
    (self.beat, self.frame, self.beatsPerFrame, self.slope) = (beat, frame, beatsPerFrame, slope)
  }

  func beat(at frame: Int64) -> Double {
    let frames = Double(frame &- self.frame)
    return beat + (beatsPerFrame + 0.5 * slope * frames) * frames
  }

  /// Where a beat is reached, in frames after ``frame``; far away, never.
  func distance(to beat: Double) -> Double {
    let beats = beat - self.beat
    if slope == 0 { return beats / beatsPerFrame }
    let square = beatsPerFrame * beatsPerFrame + 2 * slope * beats
    if square < 0 { return beats < 0 ? -1e15 : 1e15 }
    return 2 * beats / (beatsPerFrame + tactus_sqrt(square))
  }

  /// The frame of a beat: the exact position, half rounded up.
  func frame(of beat: Double) -> Int64 {
    let exact = distance(to: beat) + 0.5
    guard exact > -1e15 else { return frame &- 1_000_000_000_000_000 }
    guard exact < 1e15 else { return frame &+ 1_000_000_000_000_000 }
    let whole = Int64(exact)
    return frame &+ (Double(whole) > exact ? whole &- 1 : whole)
  }

  /// Goes on from a frame at another tempo.
  mutating func turn(at frame: Int64, beatsPerFrame: Double, slope: Double) {
    guard self.beatsPerFrame != beatsPerFrame || self.slope != 0 || slope != 0 else { return }
    (beat, self.frame) = (beat(at: frame), frame)
    (self.beatsPerFrame, self.slope) = (beatsPerFrame, slope)
  }

  /// What a context says of the transport, as far as it makes sense.
  struct Reading {
    var beat: Double
    var beatsPerFrame: Double
    var slope: Double
  }

  /// What a context says; nil where nothing moves.
  static func reading(_ context: MusicalContext, tempo: Double, sampleRate: Double) -> Reading? {
    guard context.hasBeat, context.beat - context.beat == 0, abs(context.beat) < 1e9,
      !context.hasTransport || context.isMoving
    else { return nil }
    let scale = 1 / (60 * sampleRate)
    let steady = context.tempo + context.tempoSlope * 16_384
    let isSlope = context.hasTempo && steady >= 1 && steady <= 10_000
    return Reading(beat: context.beat, beatsPerFrame: tempo * scale, slope: isSlope ? context.tempoSlope * scale : 0)
  }
}
