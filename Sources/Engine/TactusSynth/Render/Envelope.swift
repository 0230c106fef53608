/// The six stages of an envelope, and its end.
enum EnvelopeStage {
  case delay, attack, hold, decay, sustain, release, done
}

/// The lengths of an envelope's stages in frames, and its sustain level.
struct EnvelopeTimes {
  var delay = 0.0
  var attack = 0.0
  var hold = 0.0
  var decay = 0.0
  var release = 0.0
  /// The sustain level: of a volume envelope in centibels below full level, of a modulation envelope as a level, 0…1.
  var sustain = 0.0
  /// The attenuation at which the voice becomes inaudible, in octaves of amplitude, at most the full scale; only volume
  /// envelopes use it.
  var audible = VolumeEnvelope.fullScale
}

/// The sequence of stages common to the volume and modulation envelopes.
///
/// The ends of delay, attack and hold depend only on the times.
protocol Envelope {
  var stage: EnvelopeStage { get set }
  /// The start of the current stage, in frames since the note-on.
  var start: Double { get set }
  /// The end of the current stage, in frames since the note-on.
  var end: Double { get set }
  /// The slope of the current stage; in the attack, the reciprocal of the attack's length.
  var rate: Double { get set }
  /// The release that begins later, whatever the stage is then.
  var planned: PlannedRelease { get set }

  /// Sets slope and end of the decay, which starts at `start`.
  mutating func beginDecay(_ times: EnvelopeTimes)
  /// Enters the sustain stage, or ends the envelope if the sustain level is silence.
  mutating func beginSustain(_ times: EnvelopeTimes)
  /// Starts the planned release, from the level at its start.
  mutating func beginRelease(_ times: EnvelopeTimes)
}

/// A release that begins at a later frame, because the note has not yet sounded for its shortest time.
struct PlannedRelease {
  /// Its start in frames since the note-on; infinite for none.
  var start = Double.infinity
  /// The time for a fall through the full range, in frames.
  var length = 0.0
}

extension Envelope {
  /// Advances to the stage that contains a frame.
  @inline(__always)
  mutating func advance(to frame: Double, _ times: EnvelopeTimes) {
    while frame >= end, stage != .done { next(times) }
  }

  /// Plans the release for a frame inside or after the current stage.
  @inline(__always)
  mutating func planRelease(at frame: Double, length: Double) {
    guard stage != .done else { return }
    planned = PlannedRelease(start: frame, length: length)
    end = min(end, frame)
  }

  private mutating func next(_ times: EnvelopeTimes) {
    guard end < planned.start else { return beginRelease(times) }
    defer { end = min(end, planned.start) }
    start = end
    switch stage {
    case .delay:
      stage = .attack
      end = start + times.attack
      rate = times.attack > 0 ? 1 / times.attack : 1
    case .attack:
      stage = .hold
      end = start + times.hold
    case .hold:
      stage = .decay
      beginDecay(times)
    case .decay:
      beginSustain(times)
      end = .infinity
    case .sustain, .release, .done:
      stage = .done
    }
  }
}
