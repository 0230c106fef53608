extension GeneratorKind {
  /// The unit of a generator's amount (SoundFont 2.04 §8.1.3).
  public enum Unit: Hashable, Sendable {
    /// `frames`: sample frames. `coarseFrames`: units of 32,768 sample frames.
    case frames, coarseFrames
    /// `cents`: 1/100 semitone. `absoluteCents`: 1/100 semitone above 8.176 Hz. `centsPerKey`: 1/100 semitone per key.
    case cents, absoluteCents, centsPerKey
    /// Semitones.
    case semitones
    /// `timecents`: 1200·log2(seconds). `timecentsPerKey`: timecents added for each key below 60.
    case timecents, timecentsPerKey
    /// 0.1 dB.
    case centibels
    /// 0.1 %.
    case tenthPercent
    /// A key or a velocity, 0…127.
    case midiValue
    /// Two bytes: lowest and highest key or velocity.
    case range
    /// The index of an instrument or of a sample.
    case index
    /// A plain number: sample mode, exclusive class.
    case plain
    /// None: the generator has no function.
    case none
  }

  /// The properties of a generator: its unit, the limits of its value, its default, and where it may occur.
  struct Facts {
    var unit: Unit
    var minimum: Int16
    var maximum: Int16
    var standard: Int16 = 0
    var presetLevel = true
    var realTime = true
  }

  /// The unit of the amount.
  public var unit: Unit { facts.unit }
  /// The minimum of the *sum* of the amounts of all levels; individual amounts are not limited.
  public var minimum: Int { Int(facts.minimum) }
  /// The maximum of the sum of the amounts of all levels.
  public var maximum: Int { Int(facts.maximum) }
  /// The value that applies if neither the local nor the global zone of the instrument sets one; −1 means "not set".
  public var defaultAmount: Int { Int(facts.standard) }
  /// Whether a preset zone may contain it; if not, the reader removes it from preset zones (2.04 §8.5).
  public var isLegalAtPresetLevel: Bool { facts.presetLevel && hasFunction }
  /// Whether a modulator may change it while a note sounds.
  public var isRealTime: Bool { facts.realTime && hasFunction }
  /// Whether a modulator may change it at all: while a note sounds, or, for sample offsets, at the start of the note.
  ///
  /// The specification excludes offsets from modulation, but some banks modulate them (MuseScore_General: key to
  /// `startAddrsOffset`), and players support this.
  public var isModulatable: Bool { isRealTime || unit == .frames || unit == .coarseFrames }
  /// Whether it has a function; false for unused and reserved numbers and for `endOper`.
  public var hasFunction: Bool { facts.unit != .none }
  /// Whether it defines the zone instead of the sound: `keyRange`, `velRange`, `instrument`, `sampleID`.
  public var isStructural: Bool {
    switch self {
    case .keyRange, .velRange, .instrument, .sampleID: true
    default: false
    }
  }
  /// Returns `value` clamped to the limits.
  public func clamped(_ value: Int) -> Int { min(max(value, minimum), maximum) }

  /// The properties in SoundFont 2.04 §8.1.2 and §8.1.3, and §8.5 for the preset level. Sample offsets are limited only
  /// by the sample pool. Of `sampleModes`, the two lowest bits count, so it is not clamped.
  var facts: Facts {
    switch self {
    case .startAddrsOffset, .endAddrsOffset, .startloopAddrsOffset, .endloopAddrsOffset:
      Facts(unit: .frames, minimum: .min, maximum: .max, presetLevel: false, realTime: false)
    case .startAddrsCoarseOffset, .endAddrsCoarseOffset, .startloopAddrsCoarseOffset, .endloopAddrsCoarseOffset:
      Facts(unit: .coarseFrames, minimum: .min, maximum: .max, presetLevel: false, realTime: false)
    case .modLfoToPitch, .vibLfoToPitch, .modEnvToPitch, .modLfoToFilterFc, .modEnvToFilterFc:
      Facts(unit: .cents, minimum: -12000, maximum: 12000)
    case .initialFilterFc: Facts(unit: .absoluteCents, minimum: 1500, maximum: 13500, standard: 13500)
    case .initialFilterQ: Facts(unit: .centibels, minimum: 0, maximum: 960)
    case .modLfoToVolume: Facts(unit: .centibels, minimum: -960, maximum: 960)
    case .chorusEffectsSend, .reverbEffectsSend: Facts(unit: .tenthPercent, minimum: 0, maximum: 1000)
    case .pan: Facts(unit: .tenthPercent, minimum: -500, maximum: 500)
    case .delayModLFO, .delayVibLFO, .delayModEnv, .holdModEnv, .delayVolEnv, .holdVolEnv:
      Facts(unit: .timecents, minimum: -12000, maximum: 5000, standard: -12000)
    case .freqModLFO, .freqVibLFO: Facts(unit: .absoluteCents, minimum: -16000, maximum: 4500)
    case .attackModEnv, .decayModEnv, .releaseModEnv, .attackVolEnv, .decayVolEnv, .releaseVolEnv:
      Facts(unit: .timecents, minimum: -12000, maximum: 8000, standard: -12000)
    case .sustainModEnv: Facts(unit: .tenthPercent, minimum: 0, maximum: 1000)
    case .sustainVolEnv, .initialAttenuation: Facts(unit: .centibels, minimum: 0, maximum: 1440)
    case .keynumToModEnvHold, .keynumToModEnvDecay, .keynumToVolEnvHold, .keynumToVolEnvDecay:
      Facts(unit: .timecentsPerKey, minimum: -1200, maximum: 1200)
    case .instrument: Facts(unit: .index, minimum: .min, maximum: .max, realTime: false)
    case .sampleID: Facts(unit: .index, minimum: .min, maximum: .max, presetLevel: false, realTime: false)
    case .keyRange, .velRange: Facts(unit: .range, minimum: .min, maximum: .max, realTime: false)
    case .keynum, .velocity, .overridingRootKey:
      Facts(unit: .midiValue, minimum: -1, maximum: 127, standard: -1, presetLevel: false, realTime: false)
    case .coarseTune: Facts(unit: .semitones, minimum: -120, maximum: 120)
    case .fineTune: Facts(unit: .cents, minimum: -99, maximum: 99)
    case .sampleModes: Facts(unit: .plain, minimum: .min, maximum: .max, presetLevel: false, realTime: false)
    case .scaleTuning:
      Facts(unit: .centsPerKey, minimum: 0, maximum: 1200, standard: 100, realTime: false)
    case .exclusiveClass: Facts(unit: .plain, minimum: 0, maximum: 127, presetLevel: false, realTime: false)
    case .unused1, .unused2, .unused3, .unused4, .unused5, .reserved1, .reserved2, .reserved3, .endOper:
      Facts(unit: .none, minimum: 0, maximum: 0, presetLevel: false, realTime: false)
    }
  }
}
