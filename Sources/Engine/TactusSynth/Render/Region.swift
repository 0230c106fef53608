import TactusFiles

/// A preset zone combined with an instrument zone, in a flat form that a note-on can read without following object
/// references.
///
/// `RegionCompiler` creates regions when a bank is loaded; the audio thread reads them.
/// - Thread: any
struct Region {
  /// The start of the sample pool, with 16-bit points.
  var pool: UnsafeRawPointer
  /// The low bytes of the pool's points in 24-bit banks; nil in 16-bit banks.
  var lowBytes: UnsafePointer<UInt8>?
  /// The number of points in the pool.
  var poolLength: Int64
  /// The decoded form of a compressed sample. If it is set, pool, start and end are unused, and the loop is relative to
  /// the start of the decoded sample.
  var decoded: UnsafePointer<DecodedSample>?
  // The sample's range in points of the pool, without the zone's offsets.
  var start: Int64
  var end: Int64
  var loopStart: Int64
  var loopEnd: Int64
  /// The sample rate in hertz.
  var sampleRate: Double
  /// The key at which the sample sounds as recorded.
  var rootKey: Int32
  /// The pitch correction in cents.
  var correction: Int32
  /// The summed generators, clamped to their ranges; indexed by generator number.
  var generators: UnsafePointer<Int16>
  /// What the numbers of the bank's format mean.
  var units: RegionUnits
  /// The modulators, with each link before its target.
  var modulators: UnsafePointer<RegionModulator>
  var modulatorCount: Int32
  /// Whether a modulator changes an envelope.
  var modulatesTimes: Bool
  /// Whether a controller can change the filter while a note sounds. Such a filter runs even while it is outside the
  /// signal path, so that it can be inserted without a click.
  var modulatesFilter: Bool
  /// Bit n: a modulator's source is sound controller 71 + n, so the bank defines the effect of that controller.
  var ownSoundControllers: UInt8
  /// The loop mode, 0, 1 or 3; the unused mode 2 of the format is stored as 0.
  var loopMode: UInt8
}

/// What the numbers of a bank's format mean: SoundFont or Downloadable Sounds.
struct RegionUnits {
  /// The parts of the generators below their units, in 1/65,536; nil for a SoundFont, whose generators are integers.
  var fractions: UnsafePointer<UInt16>?
  /// The factor of the attenuation generator.
  var attenuationFactor: Double
  /// The lowest attenuation in centibels; negative where a region may be louder than its sample.
  var leastAttenuation: Double
  /// The time in seconds in which a stolen or choked voice falls by 96 dB.
  var fadeSeconds: Double
}

/// The key and velocity ranges of a region.
struct RegionRange: Equatable {
  var lowKey: UInt8
  var highKey: UInt8
  var lowVelocity: UInt8
  var highVelocity: UInt8

  @inline(__always)
  func contains(key: UInt8, velocity: UInt8) -> Bool {
    key >= lowKey && key <= highKey && velocity >= lowVelocity && velocity <= highVelocity
  }
}

/// A modulator as a region stores it.
struct RegionModulator {
  var source: UInt16
  var amountSource: UInt16
  /// A generator number, or 0x8000 | index of a later modulator of the same region.
  var destination: UInt16
  /// The transform: 0 for linear, 2 for the absolute value.
  var transform: UInt16
  var amount: Float
  /// Whether the modulator can change while a note sounds.
  var isMovable = false
  /// The lowest value that the modulator can add.
  var least: Float = 0
}

/// The numbers of the generators that a voice uses.
enum Gen {
  static var startOffset: Int { 0 }
  static var endOffset: Int { 1 }
  static var startLoopOffset: Int { 2 }
  static var endLoopOffset: Int { 3 }
  static var startCoarseOffset: Int { 4 }
  static var modLfoToPitch: Int { 5 }
  static var vibLfoToPitch: Int { 6 }
  static var modEnvToPitch: Int { 7 }
  static var filterCutoff: Int { 8 }
  static var filterQ: Int { 9 }
  static var modLfoToFilter: Int { 10 }
  static var modEnvToFilter: Int { 11 }
  static var endCoarseOffset: Int { 12 }
  static var modLfoToVolume: Int { 13 }
  static var chorusSend: Int { 15 }
  static var reverbSend: Int { 16 }
  static var pan: Int { 17 }
  static var delayModLfo: Int { 21 }
  static var freqModLfo: Int { 22 }
  static var delayVibLfo: Int { 23 }
  static var freqVibLfo: Int { 24 }
  static var delayModEnv: Int { 25 }
  static var attackModEnv: Int { 26 }
  static var holdModEnv: Int { 27 }
  static var decayModEnv: Int { 28 }
  static var sustainModEnv: Int { 29 }
  static var releaseModEnv: Int { 30 }
  static var keyToModHold: Int { 31 }
  static var keyToModDecay: Int { 32 }
  static var delayVolEnv: Int { 33 }
  static var attackVolEnv: Int { 34 }
  static var holdVolEnv: Int { 35 }
  static var decayVolEnv: Int { 36 }
  static var sustainVolEnv: Int { 37 }
  static var releaseVolEnv: Int { 38 }
  static var keyToVolHold: Int { 39 }
  static var keyToVolDecay: Int { 40 }
  static var startLoopCoarseOffset: Int { 45 }
  static var keynum: Int { 46 }
  static var velocity: Int { 47 }
  static var attenuation: Int { 48 }
  static var endLoopCoarseOffset: Int { 50 }
  static var coarseTune: Int { 51 }
  static var fineTune: Int { 52 }
  static var scaleTuning: Int { 56 }
  static var exclusiveClass: Int { 57 }
  static var count: Int { 61 }
}
