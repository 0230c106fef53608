import TactusDSP

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
  /// Volume: centibels below full level. Modulation: the level, 0…1.
  var sustain = 0.0
  /// Volume: the attenuation at which the voice becomes inaudible, in octaves of amplitude, at most the full scale.
  var audible = VolumeEnvelope.fullScale
}

/// The volume envelope in continuous time. Its breakpoints are fractional numbers of frames since the note-on, and each
/// frame's level is the value of the curve at that frame. Nothing is rounded to frames or blocks.
///
///      level
///        1      ╱▔▔▔▔╲
///              ╱      ╲          attack is linear in amplitude,
///             ╱        ╲____      decay and release are linear in decibels,
///        0 ──╱              ╲__   96 dB per their time
///          dly attack hold decay sustain release
///
/// Source: SoundFont 2.04 §8.1.2, generators 33–40; the full scale of 96 dB as on the EMU 8000.
struct VolumeEnvelope {
  var stage = EnvelopeStage.delay
  /// The start and end of the present stage, in frames since the note-on.
  var start = 0.0
  var end = 0.0
  /// The slope. Attack: level per frame. Decay and release: octaves of amplitude per frame.
  var rate = 0.0
  /// The level at the start of decay or release, and during sustain; also in octaves of amplitude.
  var anchor = 0.0
  private var octaves = 0.0

  /// 96 dB in octaves of amplitude: log2(10^(96/20)).
  @inline(__always) static var fullScale: Double { 15.9452551 }

  /// Returns the level at a frame inside the present stage.
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

  /// Returns the level as a function of time, from a frame inside the present stage on.
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

  /// Advances to the stage that contains a frame.
  @inline(__always)
  mutating func advance(to frame: Double, _ times: EnvelopeTimes) {
    while frame >= end, stage != .done { next(times) }
  }

  private mutating func next(_ times: EnvelopeTimes) {
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
      anchor = 1
      octaves = 0
      rate = times.decay > 0 ? Self.fullScale / times.decay : 1_000
      end =
        start + times.decay * (times.sustain < 960 ? times.sustain / 960 : times.audible / Self.fullScale)
    case .decay:
      stage = times.sustain < 960 ? .sustain : .done
      anchor = ExactMath.gain(attenuationCentibels: times.sustain)
      octaves = times.sustain * (-1 / Self.centibelsPerOctave)
      end = .infinity
    case .sustain, .release, .done:
      stage = .done
    }
  }

  /// Starts the release at a frame, from the level there. `length` is the time for a fall of 96 dB in frames, and
  /// `audible` the attenuation at which the voice becomes inaudible, in octaves of amplitude.
  @inline(__always)
  mutating func release(at frame: Double, length: Double, audible: Double = VolumeEnvelope.fullScale) {
    guard stage != .done else { return }
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
    end = max(end, start + (audible + octaves) / rate)
  }
}

/// The modulation envelope in continuous time, with a convex attack, and decay and release linear in level.
///
/// Source: SoundFont 2.04 §8.1.2, generators 25–32.
struct ModulationEnvelope {
  var stage = EnvelopeStage.delay
  var start = 0.0
  var end = 0.0
  /// The slope in level per frame.
  var rate = 0.0
  var anchor = 0.0

  /// Returns the level at a frame inside the present stage, 0…1.
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

  /// Advances to the stage that contains a frame.
  @inline(__always)
  mutating func advance(to frame: Double, _ times: EnvelopeTimes) {
    while frame >= end, stage != .done { next(times) }
  }

  private mutating func next(_ times: EnvelopeTimes) {
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
      anchor = 1
      rate = times.decay > 0 ? 1 / times.decay : 1
      end = start + times.decay * (1 - times.sustain)
    case .decay:
      stage = .sustain
      anchor = times.sustain
      end = .infinity
    case .sustain, .release, .done:
      stage = .done
    }
  }

  /// Whether the level changes in the present stage.
  @inline(__always)
  var isMoving: Bool { stage == .attack || stage == .decay || stage == .release }

  /// Returns the frame at which the present stage ends; during the logarithmic attack, the end of a short segment of
  /// it.
  @inline(__always)
  func nextBreakpoint(after frame: Double) -> Double {
    guard stage != .done else { return .infinity }
    guard stage == .attack else { return end }
    let knee = start + (end - start) * 0.00398107170553497
    return min(end, frame < knee ? knee : frame + max(1, (frame - start) * (1.0 / 64)))
  }

  /// Starts the release at a frame, from the level there; `length` is the time for the full range, in frames.
  @inline(__always)
  mutating func release(at frame: Double, length: Double) {
    guard stage != .done else { return }
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

/// A triangle LFO between −1 and 1, which starts at 0 after a delay and rises first.
///
/// Source: SoundFont 2.04 §8.1.2, generators 21–24.
struct TriangleLFO {
  /// The frame since the note-on at which the LFO has the phase below; before it the output is 0.
  var origin = 0.0
  /// The phase at the origin, in periods.
  var phase = 0.0
  /// Periods per frame.
  var rate = 0.0

  @inline(__always)
  func value(at frame: Double) -> Double {
    guard frame > origin else { return phase == 0 ? 0 : Self.triangle(phase) }
    return Self.triangle(phase + (frame - origin) * rate)
  }

  /// Returns the frame of the next peak or trough, or of the end of the delay.
  @inline(__always)
  func nextBreakpoint(after frame: Double) -> Double {
    guard frame >= origin else { return origin }
    guard rate > 0 else { return .infinity }
    let halves = ExactMath.floor((phase + (frame - origin) * rate - 0.25) * 2) + 1
    let breakpoint = origin + (halves * 0.5 + 0.25 - phase) / rate
    // Rounding may return the breakpoint that has just been reached.
    return breakpoint > frame ? breakpoint : breakpoint + 0.5 / rate
  }

  /// Changes the rate from a frame on, without a jump in phase.
  @inline(__always)
  mutating func setRate(_ newRate: Double, at frame: Double) {
    if frame > origin {
      let now = phase + (frame - origin) * rate
      phase = now - ExactMath.floor(now)
      origin = frame
    }
    rate = newRate
  }

  @inline(__always)
  static func triangle(_ periods: Double) -> Double {
    let p = periods - ExactMath.floor(periods)
    return p < 0.25 ? 4 * p : p < 0.75 ? 2 - 4 * p : 4 * p - 4
  }
}
