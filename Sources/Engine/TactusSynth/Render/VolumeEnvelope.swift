import TactusDSP

/// The volume envelope in continuous time. Its breakpoints are fractional numbers of frames since the note-on, and each
/// frame's level is the value of the curve at that frame. Nothing is rounded to frames or blocks.
///
///      level
///        1      ╱▔▔▔▔╲
///              ╱      ╲          attack is linear in amplitude,
///             ╱        ╲____      decay and release are linear in decibels,
///        0 ──╱              ╲__   96 dB in the time of the stage
///          dly attack hold decay sustain release
///
/// Source: SoundFont 2.04 §8.1.2, generators 33–40; the full scale is 96 dB, as on the EMU 8000.
struct VolumeEnvelope: Envelope {
  var stage = EnvelopeStage.delay
  var start = 0.0
  var end = 0.0
  /// The slope: during the attack in units of level per frame, during decay and release in octaves of amplitude per
  /// frame.
  var rate = 0.0
  /// The level at the start of the decay or release, or during the sustain.
  var anchor = 0.0
  var planned = PlannedRelease()
  /// `anchor` in octaves of amplitude.
  private var octaves = 0.0

  /// 96 dB in octaves of amplitude: log2(10^(96/20)).
  @inline(__always) static var fullScale: Double { 15.9452551 }

  /// Returns the level at a frame inside the current stage.
  @inline(__always)
  func level(at frame: Double) -> Double {
    switch stage {
    case .delay, .done: 0
    case .attack: (frame - start) * rate
    case .hold: 1
    case .decay, .release: anchor * ExactMath.exp2((start - frame) * rate)
    case .sustain: anchor
    }
  }

  /// Returns the level as a function of time, starting at a frame inside the current stage.
  @inline(__always)
  func levelCurve(from frame: Double) -> EnvelopeLevel {
    switch stage {
    case .delay, .done: EnvelopeLevel(level: 0)
    case .attack: EnvelopeLevel(level: (frame - start) * rate, slope: rate)
    case .hold: EnvelopeLevel()
    case .decay, .release: EnvelopeLevel(octaves: octaves + (start - frame) * rate, fall: -rate)
    case .sustain: EnvelopeLevel(level: anchor)
    }
  }

  /// Returns the attenuation at a frame in centibels, 0…960.
  @inline(__always)
  func attenuation(at frame: Double) -> Double {
    let below: Double
    switch stage {
    case .delay, .done: return 960
    case .hold: return 0
    case .attack:
      guard frame > start else { return 960 }
      below = ExactMath.log2((frame - start) * rate)
    case .decay, .release: below = octaves + (start - frame) * rate
    case .sustain: below = octaves
    }
    return min(960, max(0, below * -Self.centibelsPerOctave))
  }

  /// Centibels per octave of amplitude.
  static var centibelsPerOctave: Double { 60.2059991 }

  mutating func beginDecay(_ times: EnvelopeTimes) {
    anchor = 1
    octaves = 0
    rate = times.decay > 0 ? Self.fullScale / times.decay : 1_000
    end = start + times.decay * (times.sustain < 960 ? times.sustain / 960 : times.audible / Self.fullScale)
  }

  mutating func beginSustain(_ times: EnvelopeTimes) {
    stage = times.sustain < 960 ? .sustain : .done
    anchor = ExactMath.gain(attenuationCentibels: times.sustain)
    octaves = times.sustain * (-1 / Self.centibelsPerOctave)
  }

  mutating func beginRelease(_ times: EnvelopeTimes) {
    release(at: planned.start, length: planned.length, audible: times.audible)
  }

  /// Starts the release at a frame, from the level there. `length` is the time for a fall of 96 dB in frames, and
  /// `audible` the attenuation at which the voice becomes inaudible, in octaves of amplitude.
  @inline(__always)
  mutating func release(at frame: Double, length: Double, audible: Double = VolumeEnvelope.fullScale) {
    guard stage != .done else { return }
    planned.start = .infinity
    let level = min(1, self.level(at: frame))
    octaves = ExactMath.log2(level)
    let drop = audible + octaves
    guard level > 0, drop > 0 else {
      stage = .done
      return
    }
    stage = .release
    start = frame
    anchor = level
    rate = length > 0 ? Self.fullScale / length : 1_000
    end = frame + drop / rate
  }

  /// Lowers the level at which the voice becomes inaudible, so that its last stage ends later.
  @inline(__always)
  mutating func extend(audible: Double, sustain: Double) {
    guard stage == .release || stage == .decay && sustain >= 960 else { return }
    end = min(planned.start, max(end, start + (audible + octaves) / rate))
  }
}
