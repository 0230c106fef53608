import ArgumentParser
import TactusEngine
import TactusSequencer

/// The options of `tactus play`: what is played, with which bank, how it sounds.
struct PlayOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A SoundFont, with @ and a number the presets that many banks higher.", valueName: "file"))
  var bank: [String] = []
  @Option(help: ArgumentHelp("Play through a chain of MIDI effects: see `tactus process`.", valueName: "file"))
  var chain: String?
  @OptionGroup(title: "Sound") var sound: SoundOptions
  @Option(help: ArgumentHelp("The beginning: 1:23.5, bar17, bar17:3 (beat), tick9600.", valueName: "place"))
  var from: SongPosition?
  @Option(help: ArgumentHelp("The end, written alike.", valueName: "place")) var to: SongPosition?
  @Option(help: ArgumentHelp("Play the song's loop so many times.", valueName: "times")) var loops: Int?
  @Flag(help: "Go on at the end, for playing along and going back.") var stay = false
  @Flag(help: "Wait for a server that is not there, or has gone, and go on.") var wait = false
  @Flag(help: "Read keys from standard input also where it is no terminal.") var keys = false
  @Flag(help: "Refuse a song or a bank with defects.") var strict = false
  @Flag(help: "At the end one JSON object on standard output.") var json = false
  @Flag(help: "Say nothing but errors.") var quiet = false

  func validate() throws {
    try sound.refuseForLive()
    _ = try sound.synthSettings()
  }

  /// What a bouncer would be told, at the server's rate.
  func settings(sampleRate: Int) -> BounceSettings {
    var settings = sound.settings
    settings.sampleRate = sampleRate
    if from != nil || to != nil { settings.range = SongRange(from: from, to: to) }
    if let loops { settings.loops = .times(loops) }
    return settings
  }
}
