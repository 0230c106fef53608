/// Every capacity and choice of a `SoundFontSynth`, fixed when it is made.
public struct SynthSettings: Hashable, Sendable {
  /// How many voices may sound, 1…4096. A note beyond that takes the least audible voice's place.
  public var polyphony = 256
  /// How samples are read between their points.
  public var interpolation = Interpolation.cubic
  /// How loud the whole synthesizer is, in decibels relative to the default; clamped to −96…+48.
  public var gain = 0.0
  /// The level in dBFS below which a voice that only dies away has ended; clamped to −200…−60. Lower costs time for what
  /// nobody hears. A voice that the channel's controllers could lift to 12 dB above it goes on.
  public var noiseFloor = -108.0
  /// Whether the reverb sounds.
  public var reverb = true
  /// Whether the chorus sounds.
  public var chorus = true
  /// How bank selects are read until a song's resets say otherwise.
  public var bankSelect = BankSelect.gs

  /// The default settings.
  public init() {}

  /// How controllers 0 and 32 choose a bank.
  public enum BankSelect: String, Hashable, Sendable, CaseIterable {
    /// Not at all: General MIDI has one bank.
    case gm
    /// General MIDI 2: 120 and 121 in controller 0 choose drums and melody, controller 32 the bank.
    case gm2
    /// Roland GS: controller 0.
    case gs
    /// Yamaha XG: 127 and 126 in controller 0 choose drums, controller 32 the bank.
    case xg
    /// Both as one number, 128 · controller 0 + controller 32. Resets do not change it.
    case mma
  }

  /// How a sample is read between its points.
  public enum Interpolation: String, Hashable, Sendable, CaseIterable {
    /// Straight lines between two points: cheap, dull when pitched.
    case linear
    /// The Catmull-Rom cubic through four points.
    case cubic
    /// A band-limited kernel that follows the pitch: no aliasing above −100 dB in the pass band, up to four octaves above
    /// the recorded pitch. It takes about three times as long.
    case sinc
  }
}

/// Limits that are not settings.
enum SynthLimits {
  /// How many regions a bank may have, and how many pairs of preset and instrument zone are looked at for them: a file of
  /// some kilobytes can claim thousands of millions. Large real banks have some ten thousand.
  static var regions: Int { 1 << 17 }
  static var zonePairs: Int { 1 << 20 }
  /// How many modulators of a zone count, and how many all regions together may have besides the default ones.
  static var zoneModulators: Int { 256 }
  static var modulators: Int { 1 << 20 }
  /// How many modulators one region can have: those of four zones, and the default ones.
  static var longestModulatorList: Int { 4 * zoneModulators + 32 }
  /// How many banks of a ``LiveSynth`` can ring out at a time, besides the present one.
  static var formerBanks: Int { 4 }
  /// How many frames all compressed samples of a bank may have together: ten times what real ones have.
  static func decodedFrames(compressedBytes bytes: Int64) -> Int64 { 1 << 22 + 32 * bytes }
  /// Ports times channels.
  static var channels: Int { 256 }
  /// Channels of one port times keys.
  static var keyLists: Int { 2_048 }
  /// The length of a control block, on the absolute frame grid.
  static var gridFrames: Int { 64 }
  /// The fewest frames in which a controller's change arrives: less than half a grid block would click.
  static var shortestRampFrames: Int64 { 32 }
  /// How often what glides or sweeps is set back on its exact curve, at least.
  static var resyncFrames: Int64 { 512 }
  /// How far a filter's cutoff may go, in cents, while its coefficients follow in straight lines.
  static var filterLine: Double { 60 }
  /// How far what an oscillator moves may be from where it ought to be, in cents or centibels, while its depth moves.
  static var straightCents: Double { 0.05 }
  /// In how many partial sums the voices are mixed, whatever the number of threads.
  static var partialMixes: Int { 8 }
  /// At most so many frames are rendered at a time; longer cycles are cut on the grid.
  static var chunkFrames: Int { 1_024 }
  /// The length of a bus: a chunk, and room for the kernels, which add sixteen frames at a time.
  static var busFrames: Int { chunkFrames + 16 }
  /// Extra lanes, in which stolen voices fade out.
  static func fadingVoices(polyphony: Int) -> Int { max(32, polyphony / 4) }
  /// The longest system-exclusive message that is followed: a bulk tuning dump has 406 bytes.
  static var exclusiveBytes: Int { 512 }
  /// How many missing presets are remembered.
  static var missingPresets: Int { 128 }
  /// How long a stolen, choked or silenced voice takes to fall by 96 dB.
  static var fadeSeconds: Double { 0.012 }
  /// What one voice at full level contributes to the output at gain 0 dB.
  static var voiceGain: Double { 0.25 }
  /// What dies away below the noise floor goes on if controllers could lift it so far above the floor, in centibels.
  static var liftCentibels: Double { 120 }
  /// How much softer notes are that start with the soft pedal down, in centibels.
  static var softPedalCentibels: Double { 40 }
  /// How many tuning programs can differ from equal temperament at once.
  static var tuningPrograms: Int { 128 }
  /// How long a filter that wakes up runs unheard before it comes into the path, at least.
  static var filterWarmUpFrames: Int64 { 16 }
  /// The step of the table of the filter's cutoffs, in cents.
  static var filterStep: Double { 20 }
  static var filterCount: Int { 602 }
}

extension SynthSettings {
  /// The polyphony, where it may be.
  var clampedPolyphony: Int { min(4_096, max(1, polyphony)) }
}
