import TactusDSP

/// The modulation envelope in continuous time, with a convex attack, and decay and release linear in level.
///
/// Source: SoundFont 2.04 §8.1.2, generators 25–32.
struct ModulationEnvelope: Envelope {
  var stage = EnvelopeStage.delay
  var start = 0.0
  var end = 0.0
  /// The slope in level per frame.
  var rate = 0.0
  var anchor = 0.0
  var planned = PlannedRelease()

  /// Returns the level at a frame inside the current stage, 0…1.
  @inline(__always)
  func level(at frame: Double) -> Double {
    switch stage {
    case .delay, .done: 0
    case .attack: max(0, 1 + convexSlope * ExactMath.log2((frame - start) * rate))
    case .hold: 1
    case .decay, .release: max(0, anchor - (frame - start) * rate)
    case .sustain: anchor
    }
  }

  /// (40/96)·log10(2): the convex curve is 1 + (40/96)·log10(x).
  @inline(__always) private var convexSlope: Double { 0.125429165 }

  mutating func beginDecay(_ times: EnvelopeTimes) {
    anchor = 1
    rate = times.decay > 0 ? 1 / times.decay : 1
    end = start + times.decay * (1 - times.sustain)
  }

  mutating func beginSustain(_ times: EnvelopeTimes) {
    stage = .sustain
    anchor = times.sustain
  }

  /// Whether the level changes in the current stage.
  @inline(__always)
  var isMoving: Bool { stage == .attack || stage == .decay || stage == .release }

  /// Returns the frame at which the current stage ends or, during the logarithmic attack, the end of its next short
  /// segment.
  @inline(__always)
  func nextBreakpoint(after frame: Double) -> Double {
    guard stage != .done else { return .infinity }
    guard stage == .attack else { return end }
    let knee = start + (end - start) * 0.00398107170553497
    return min(end, frame < knee ? knee : frame + max(1, (frame - start) * (1.0 / 64)))
  }

  mutating func beginRelease(_ times: EnvelopeTimes) { release(at: planned.start, length: planned.length) }

  /// Starts the release at a frame, from the level there; `length` is the time for the full range, in frames.
  @inline(__always)
  mutating func release(at frame: Double, length: Double) {
    guard stage != .done else { return }
    planned.start = .infinity
    let level = self.level(at: frame)
    guard level > 0, length > 0 else {
      stage = .done
      return
    }
    stage = .release
    start = frame
    anchor = level
    rate = 1 / length
    end = frame + level * length
  }
}
