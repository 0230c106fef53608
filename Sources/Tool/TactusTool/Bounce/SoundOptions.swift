import ArgumentParser
import TactusEngine
import TactusFiles
import TactusSynth

/// The sound options of `tactus bounce` that also live playback has.
struct SoundOptions: ParsableArguments {
  @Option(help: "Interpolation: draft is linear, live is cubic, best is windowed sinc.")
  var quality = QualityOption.live
  @Option(help: ArgumentHelp("Overrides the interpolation of --quality.", valueName: "kind"))
  var interpolation: SynthSettings.Interpolation?
  @Option(help: "Whether lower velocities darken the sound: off, or the default modulator of SoundFont 2.01 or 2.04.")
  var velocityFilter = VelocityFilter.off
  @Option(
    help: ArgumentHelp(
      "How bank select messages are interpreted until the song sends a reset message.", valueName: "system"))
  var bankSelect = SynthSettings.BankSelect.gs
  @Flag(name: .customLong("no-reverb"), help: "Turn the reverb off.") var isDry = false
  @Flag(name: .customLong("no-chorus"), help: "Turn the chorus off.") var isWithoutChorus = false
  @Flag(name: .customLong("no-delay"), help: "Turn the delay off, which GS and XG songs can send to.")
  var isWithoutDelay = false
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Level of the reverb, -96 to 24 dB, relative to what the song asks for. (default: 0)", valueName: "dB"))
  var reverbLevel: GainOption?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Level of the chorus, -96 to 24 dB, relative to what the song asks for. (default: 0)", valueName: "dB"))
  var chorusLevel: GainOption?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Output gain, -96 to 48 dB. (default: 0; 10.2 for the demo with the built-in bank, which gives -16 LUFS)",
      valueName: "dB"))
  var gain: GainOption?
  @Option(help: ArgumentHelp("Maximum number of voices, 1 to 4096.", valueName: "voices")) var polyphony = 256

  func validate() throws {
    if isDry, reverbLevel != nil { throw ValidationError("--no-reverb and --reverb-level exclude each other") }
    if isWithoutChorus, chorusLevel != nil {
      throw ValidationError("--no-chorus and --chorus-level exclude each other")
    }
  }

  var settings: BounceSettings {
    var settings = BounceSettings()
    settings.synth.interpolation = interpolation ?? quality.interpolation
    settings.synth.bankSelect = bankSelect
    settings.synth.reverb = !isDry
    settings.synth.chorus = !isWithoutChorus
    settings.synth.delay = !isWithoutDelay
    settings.synth.reverbLevel = reverbLevel?.decibels ?? 0
    settings.synth.chorusLevel = chorusLevel?.decibels ?? 0
    settings.synth.gain = gain?.decibels ?? 0
    settings.synth.polyphony = polyphony
    return settings
  }
}

/// `--quality draft`, `live` or `best`.
enum QualityOption: String, ChoiceOption {
  case draft, live, best

  var interpolation: SynthSettings.Interpolation {
    switch self {
    case .draft: .linear
    case .live: .cubic
    case .best: .sinc
    }
  }
}

extension VelocityFilter: ChoiceOption {}

/// `--tail auto`, a level such as `-60dB`, or a number of seconds.
enum TailOption: ExpressibleByArgument, Equatable {
  case automatic
  case level(Double)
  case seconds(Double)

  init?(argument: String) {
    if argument == "auto" {
      self = .automatic
    } else if argument.lowercased().hasSuffix("db") {
      guard let level = Double(argument, in: ["db"]) else { return nil }
      self = .level(level)
    } else if let seconds = Double(argument), seconds >= 0, seconds.isFinite {
      self = .seconds(seconds)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String { "auto" }
}

extension SynthSettings.Interpolation: ChoiceOption {}
extension SynthSettings.BankSelect: ChoiceOption {}

/// `--depth 16`, `24`, `32` or `f32`.
enum DepthOption: String, ChoiceOption {
  case int16 = "16"
  case int24 = "24"
  case int32 = "32"
  case float32 = "f32"

  var sampleFormat: SampleFormat { SampleFormat(depth: rawValue) ?? .int24 }
}

extension AudioFileFormat: ChoiceOption {}
