import CTactusKernels

/// The capacities and options of a `SoundFontSynth`, fixed when it is created.
public struct SynthSettings: Hashable, Sendable {
  /// The maximum number of voices, 1…4096. A further note steals the least audible voice.
  public var polyphony = 256
  /// The interpolation between the frames of a sample.
  public var interpolation = Interpolation.cubic
  /// The output gain in decibels relative to the default; clamped to −96…+48.
  public var gain = 0.0
  /// The level in dBFS below which a decaying voice ends; clamped to −200…−60. A lower floor spends processing time on
  /// inaudible sound. A voice continues if the channel's controllers could raise it to 12 dB above the floor.
  public var noiseFloor = -108.0
  /// The shortest time in seconds for which a note sounds before its release begins; clamped to 0…1. Files often give
  /// drums no length, or that of a tick: with 0, as SoundFont has it, such notes are silent or too quiet, because their
  /// attack does not end. FluidSynth's `synth.min-note-length` has the same default.
  public var shortestNote = 0.010
  /// Whether the reverb is on.
  public var reverb = true
  /// Whether the chorus is on.
  public var chorus = true
  /// The level of the reverb in decibels relative to what the song asks for, clamped to −96…+24. It applies to all that
  /// the reverb returns, whatever the song's messages set. Even at −96 the reverb is on; ``reverb`` turns it off, so
  /// that it takes no time.
  public var reverbLevel = 0.0
  /// The level of the chorus, as ``reverbLevel`` is that of the reverb. What songs send from the chorus to the reverb
  /// and to the delay changes with it.
  public var chorusLevel = 0.0
  /// Whether the delay of GS and XG songs is on; it is heard only in songs that send to it.
  public var delay = true
  /// Whether the insertion effects and the equalizers of GS and XG songs are on. Otherwise the sound of their parts is
  /// unchanged.
  public var insertions = true
  /// The reverb send (controller 91) of each channel after a reset, 0…127: by default 40, as in General MIDI 2.
  /// FluidSynth uses 0.
  public var reverbSend: UInt8 = 40
  /// How bank select messages are interpreted until a reset message in the song changes it.
  public var bankSelect = BankSelect.gs

  /// The default settings.
  public init() {}

  /// How controllers 0 and 32 select a bank.
  public enum BankSelect: String, Hashable, Sendable, CaseIterable {
    /// They are ignored: General MIDI has one bank.
    case gm
    /// General MIDI 2: 120 and 121 in controller 0 select drums and melodic presets; controller 32 selects the bank.
    case gm2
    /// Roland GS: controller 0 selects the bank.
    case gs
    /// Yamaha XG: 127 and 126 in controller 0 select drums; controller 32 selects the bank.
    case xg
    /// Both controllers form one number, 128 · controller 0 + controller 32. Reset messages do not change this choice.
    case mma
  }

  /// The interpolation between the frames of a sample.
  public enum Interpolation: String, Hashable, Sendable, CaseIterable {
    /// Linear between two frames: cheap, but dull when the pitch is changed.
    case linear
    /// The Catmull-Rom cubic through four frames.
    case cubic
    /// A windowed-sinc kernel whose cutoff follows the pitch: no aliasing above −100 dB in the pass band, up to four
    /// octaves above the recorded pitch. It takes about three times as long as cubic interpolation.
    case sinc
  }
}

/// Fixed limits that are not settings.
enum SynthLimits {
  /// The maximum number of regions in a bank. Large real banks have about ten thousand.
  static var regions: Int { 1 << 17 }
  /// The maximum number of pairs of a preset zone and an instrument zone that are examined: a file of a few kilobytes
  /// can declare billions.
  static var zonePairs: Int { 1 << 20 }
  /// The maximum number of modulators in a zone.
  static var zoneModulators: Int { 256 }
  /// The total number of modulators in all lists; once it is reached, no further lists are created.
  static var modulators: Int { 1 << 20 }
  /// The maximum number of modulators in one region: those of four zones, and the default ones.
  static var longestModulatorList: Int { 4 * zoneModulators + 32 }
  /// How many former banks of a ``LiveSynth`` can ring out at a time.
  static var formerBanks: Int { 4 }
  /// The maximum total length of a bank's compressed samples, in frames: about ten times as many frames per byte as in
  /// real banks.
  static func decodedFrames(compressedBytes bytes: Int64) -> Int64 { 1 << 22 + 32 * bytes }
  /// The number of channels on all ports.
  static var channels: Int { 256 }
  /// The number of voice lists by key: channels of one port times keys.
  static var keyLists: Int { 2_048 }
  /// The length of a control block in frames. Control blocks begin at multiples of this length, counted from the first
  /// frame.
  static var gridFrames: Int { 64 }
  /// The maximum number of frames that a lane renders at a time, a multiple of `gridFrames`.
  static var blockFrames: Int { Int(TACTUS_BLOCK_FRAMES) }
  /// The shortest ramp after a controller change, in frames: a ramp of less than half a control block (64 frames) would
  /// click.
  static var shortestRampFrames: Int64 { 32 }
  /// The longest time before a pitch or filter ramp is recomputed from its exact curve, in frames.
  static var resyncFrames: Int64 { 512 }
  /// The largest cutoff change, in cents, over which filter coefficients may ramp linearly.
  static var filterLine: Double { 60 }
  /// The largest error of a linear LFO ramp, in cents or centibels, while the modulation depth ramps.
  static var straightCents: Double { 0.05 }
  /// The number of partial mixes, regardless of the number of threads.
  static var partialMixes: Int { 8 }
  /// The maximum number of frames rendered at a time; longer cycles are split at multiples of this number.
  static var chunkFrames: Int { 1_024 }
  /// The length of a bus in frames: a chunk, and room for the kernels, which add sixteen frames at a time.
  static var busFrames: Int { chunkFrames + 16 }
  /// The number of extra lanes in which stolen voices fade out.
  static func fadingVoices(polyphony: Int) -> Int { max(32, polyphony / 4) }
  /// The longest system-exclusive message that is interpreted: a bulk tuning dump has 406 bytes.
  static var exclusiveBytes: Int { 512 }
  /// The maximum number of missing presets that are recorded.
  static var missingPresets: Int { 128 }
  /// How long a stolen, choked or silenced voice takes to fall by 96 dB.
  static var fadeSeconds: Double { 0.012 }
  /// The most, in centibels, by which a region of a DLS bank may be louder than its wave.
  static var dlsGainCentibels: Double { 240 }
  /// The gain of one voice at full level in the output at 0 dB.
  static var voiceGain: Double { 0.25 }
  /// A voice below the noise floor continues if controllers could raise it this far above the floor, in centibels.
  static var liftCentibels: Double { 120 }
  /// The attenuation of notes that start with the soft pedal down, in centibels.
  static var softPedalCentibels: Double { 40 }
  /// How many tuning programs can differ from equal temperament at once.
  static var tuningPrograms: Int { 128 }
  /// How many keys can have expressions of their own at once.
  static var noteExpressions: Int { 512 }
  /// The minimum number of frames for which a bypassed filter runs inaudibly before it is inserted into the signal
  /// path.
  static var filterWarmUpFrames: Int64 { 16 }
  /// The step between cutoffs in the filter table, in cents.
  static var filterStep: Double { 20 }
  /// The number of entries in the filter table.
  static var filterCount: Int { 602 }
}

extension SynthSettings {
  /// The levels that an effect can have, in decibels.
  package static var effectLevels: ClosedRange<Double> { -96...24 }

  /// The polyphony, clamped to 1…4096.
  var clampedPolyphony: Int { min(4_096, max(1, polyphony)) }
}
