import ArgumentParser
import TactusEngine
import TactusSequencer

/// What `tactus play` shows on a terminal.
enum PlayDisplay: String, ChoiceOption {
  /// The state of playback, and a line for each part.
  case keys
  /// The state of playback.
  case line
}

/// The options of `tactus play`: range, bank and sound. The command declares the groups side by side for the reason
/// given at `BounceOptions`.
@dynamicMemberLookup
struct PlayOptions {
  var plain: PlainPlayOptions
  var sound: SoundOptions
  var fileSound: FileSoundOptions

  subscript<Value>(dynamicMember option: KeyPath<PlainPlayOptions, Value>) -> Value { plain[keyPath: option] }

  /// Checks whether the sound can be played live; the parser has checked each group.
  func validate() throws {
    try fileSound.refuseForLive()
    _ = try sound.synthSettings()
  }

  /// Returns the corresponding settings of a bouncer at the server's rate.
  func settings(sampleRate: Int) -> BounceSettings {
    var settings = sound.settings
    settings.sampleRate = sampleRate
    if plain.from != nil || plain.to != nil { settings.range = SongRange(from: plain.from, to: plain.to) }
    if let loops = plain.loops { settings.loops = .times(loops) }
    settings.maximumLength = plain.maxLength
    settings.programs = plain.program?.programs ?? [:]
    settings.transposition = plain.transpose?.semitones ?? 0
    return settings
  }
}

/// The options of `tactus play` that the help lists without a heading, such as bank and range.
struct PlainPlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A SoundFont or DLS bank; FILE@N raises its bank numbers by N. Repeatable.", valueName: "file"),
    completion: .file())
  var bank: [String] = []
  @Option(help: ArgumentHelp("A chain of MIDI effects; see `tactus process`.", valueName: "file"), completion: .file())
  var chain: String?
  @Option(help: ArgumentHelp("The start: 1:23.5, bar17, bar17:3 (beat) or tick9600.", valueName: "position"))
  var from: SongPosition?
  @Option(help: ArgumentHelp("The end, in the same formats.", valueName: "position")) var to: SongPosition?
  @Option(help: ArgumentHelp("Play the song's loop this many times.", valueName: "times")) var loops: Int?
  @Option(help: ArgumentHelp("Refuse a song that is longer.", valueName: "seconds"))
  var maxLength = BounceSettings().maximumLength
  @Option(help: SpeedOption.help) var speed: SpeedOption?
  @Option(parsing: .unconditional, help: TransposeOption.help) var transpose: TransposeOption?
  @Option(help: ProgramOption.help) var program: ProgramOption?
  @Option(
    help: ArgumentHelp(
      "On a terminal: keys (a line for each part, with the keys that sound) or line.",
      valueName: "keys|line"))
  var display = PlayDisplay.keys
  @Flag(help: "Play the songs in random order.") var shuffle = false
  @Option(help: ArgumentHelp("The seed of the random order. (default: another one each time)", valueName: "number"))
  var seed: UInt64?
  @Flag(name: .customLong("repeat"), help: "Begin again after the last song.") var repeatList = false
  @Flag(help: "Keep running at the end of the song, to play along or seek back.") var stay = false
  @Flag(help: "Wait for a server that is missing or has stopped, then continue.") var wait = false
  @Flag(help: "Read keys from standard input even if it is not a terminal.") var keys = false
  @Flag(help: "Refuse a song or a bank with defects.") var strict = false
  @Flag(help: "Print one JSON object at the end; with several songs or --repeat, one line each time a song ends.")
  var json = false
  @Flag(help: "Print nothing but errors.") var quiet = false

  func validate() throws {
    if seed != nil, !shuffle { throw ValidationError("--seed is the seed of --shuffle; add it") }
    try SongPosition.checkOrder(from, to)
    if repeatList, stay { throw ValidationError("--repeat and --stay exclude each other") }
  }
}
