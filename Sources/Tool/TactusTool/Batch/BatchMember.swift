import ArgumentParser
import TactusEngine
import TactusFiles
import TactusSynth

/// A member of a JSON object in a list: an option of `tactus bounce` for one song. It overrides the command line.
struct BatchMember: Sendable {
  /// The option's name as one word: `leadIn` is `--lead-in`.
  let name: String
  /// The expected value.
  let expected: String
  /// Sets the option; returns false for an invalid value.
  let set: @Sendable (JSON, inout BounceOptions) -> Bool

  /// Returns the member with a name.
  static func named(_ name: String) -> BatchMember? { byName[name] }
  /// All names, in the order of the documentation.
  static let names = all.map(\.name)

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let all: [BatchMember] =
    [
      option("depth", words: DepthOption.self) { $0.depth = $1 },
      option("format", words: AudioFileFormat.self) { $0.format = $1 },
      option("compression", "a number 0…1") { $0.compression = $1 as Double },
      flag("metadata") { $0.hasNoMetadata = !$1 },
      option("chain", "a file's name") { $0.chain = $1 as String },
      option("notes", "a file's name, or a suffix such as \".notes.jsonl\"") { $0.notes = $1 as String },
      BatchMember(name: "bank", expected: "a file's name, or several in an array", set: setBank),
    ] + sound + part + level

  private static let sound: [BatchMember] = [
    option("rate", "a whole number 8000…768000") { $0.fileSound.rate = $1 as Int },
    option("quality", words: QualityOption.self) { $0.sound.quality = $1 },
    option("interpolation", words: SynthSettings.Interpolation.self) { $0.sound.interpolation = $1 },
    option("velocityFilter", words: VelocityFilter.self) { $0.sound.velocityFilter = $1 },
    option("bankSelect", words: SynthSettings.BankSelect.self) { $0.sound.bankSelect = $1 },
    flag("reverb") { $0.sound.isDry = !$1 },
    flag("chorus") { $0.sound.isWithoutChorus = !$1 },
    flag("delay") { $0.sound.isWithoutDelay = !$1 },
    option("reverbLevel", "decibels, -96…24") { $0.sound.reverbLevel = $1 as GainOption },
    option("chorusLevel", "decibels, -96…24") { $0.sound.chorusLevel = $1 as GainOption },
    option("gain", "decibels, -96…48") { $0.sound.gain = $1 as GainOption },
    option("polyphony", "a whole number 1…4096") { $0.sound.polyphony = $1 as Int },
    option("leadIn", "seconds") { $0.fileSound.leadIn = $1 as Double },
    option("tail", "seconds, a level such as \"-60dB\", or \"auto\"") { $0.fileSound.tail = $1 as TailOption },
    option("maxLength", "seconds") { $0.part.maxLength = $1 as Double },
    flag("mono") { $0.fileSound.mono = $1 },
  ]

  private static let part: [BatchMember] = [
    option("from", "a position: seconds, \"1:23.5\", \"bar17:3\", \"tick9600\"") { $0.part.from = $1 },
    option("to", "a position: seconds, \"1:23.5\", \"bar17:3\", \"tick9600\"") { $0.part.to = $1 },
    option("speed", "percent of the song's tempo, 10…1000") { $0.speed = $1 as SpeedOption },
    option("transpose", "a whole number of semitones, -48…48") { $0.transpose = $1 as TransposeOption },
    option("program", "channels and programs, such as \"1=25,2:1=40\"") { $0.program = $1 as ProgramOption },
    option("held", words: SongRange.HeldNotes.self) { $0.part.held = $1 },
    option("loops", "a whole number 1…10000") { $0.part.loops = $1 as Int },
    flag("seamless") { $0.part.seamless = $1 },
    flag("intro") { $0.part.intro = $1 },
    option("fade", "seconds") { $0.part.fade = $1 as Double },
    option("stems", words: StemSplit.self) { $0.part.stems = $1 },
    flag("effectsApart") { $0.part.effectsApart = $1 },
    flag("skipSilentStems") { $0.part.skipSilentStems = $1 },
    option("channels", "a list of channels, such as \"1-9,11\"") { $0.selection.channels = $1 as ChannelOption },
    option("mute", "a list of channels, such as 10") { $0.selection.mute = $1 as ChannelOption },
  ]

  private static let level: [BatchMember] = [
    option("normalize", "a level: -1, \"-1dB\", \"-1dBTP\"") { $0.level.normalize = $1 as PeakOption },
    option("loudness", "a loudness: -14, \"-14LUFS\"") { $0.level.loudness = $1 as LoudnessOption },
    option("limit", "a level: -1, \"-1dB\"") { $0.level.limit = $1 as PeakOption },
    flag("measure") { $0.level.measure = $1 },
  ]

  // MARK: Kinds

  /// An option whose value is a JSON number or string, spelled as on the command line.
  private static func option<Value: ExpressibleByArgument>(
    _ name: String, _ expected: String, _ set: @escaping @Sendable (inout BounceOptions, Value) -> Void
  ) -> BatchMember {
    BatchMember(name: name, expected: expected) { json, options in
      guard let text = json.argument, let value = Value(argument: text) else { return false }
      set(&options, value)
      return true
    }
  }

  /// An option whose value is one of several words.
  private static func option<Value: ExpressibleByArgument>(
    _ name: String, words: Value.Type, _ set: @escaping @Sendable (inout BounceOptions, Value) -> Void
  ) -> BatchMember {
    option(name, "one of " + Value.allValueStrings.map { "\"\($0)\"" }.joined(separator: ", "), set)
  }

  /// A flag.
  private static func flag(
    _ name: String, _ set: @escaping @Sendable (inout BounceOptions, Bool) -> Void
  ) -> BatchMember {
    BatchMember(name: name, expected: "true or false") { json, options in
      guard case .bool(let isOn) = json else { return false }
      set(&options, isOn)
      return true
    }
  }

  @Sendable private static func setBank(_ json: JSON, _ options: inout BounceOptions) -> Bool {
    var names: [String] = []
    switch json {
    case .string(let name): names = [name]
    case .array(let values):
      for value in values {
        guard case .string(let name) = value else { return false }
        names.append(name)
      }
    default: return false
    }
    guard !names.isEmpty, !names.contains("") else { return false }
    options.bank = names
    return true
  }
}

extension JSON {
  /// A number or a string as spelled on the command line; nil for other types.
  fileprivate var argument: String? {
    switch self {
    case .integer(let value): String(value)
    case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    case .string(let text) where !text.isEmpty: text
    default: nil
    }
  }
}
