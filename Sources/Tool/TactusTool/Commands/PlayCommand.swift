import ArgumentParser
import Tactus

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", _superCommandName: TactusCommand.name,
    abstract: "Plays songs and sequences live.",
    discussion: """
      Plays the same audio, bit for bit, as `tactus bounce` with the same options at
      the output's sample rate, unless you use the keys. Notes that arrive on the
      MIDI input sound along with the song. Without a song, the demo plays.

      The first available of JACK, PipeWire, PulseAudio and ALSA plays the audio;
      --audio chooses one, --device one of its outputs. `tactus devices` lists them.
      With JACK, the first two hardware outputs are connected, unless --connect is
      given. If the sound system stops, the next one available continues.

      --midi-out plays the song on MIDI hardware or in another program, without the
      synthesizer; with --bank or --audio, both play.

      KEYS
        space        pause                 left, right   5 seconds back, forward
        +, -         faster, slower        , and .       one bar back, forward
        l            loop                  [ and ]       loop start, loop end
        1 to 9, 0    select a part         m, s, a       mute it, solo it, unmute all
        u, d         part louder, softer   { and }       its program: previous, next
        r            original volume and program
        n            next song             b             start, previous song
        q            quit                  ?             show the keys

      EXAMPLES
        tactus play song.mid
        tactus play song.mid --bank piano.sf2 --from bar17
        tactus play Songs/ --shuffle --repeat
        tactus play --demo strings
        tactus play beat.json --stay
        tactus play song.mid --audio alsa --device hw:1
        tactus play song.mid --connect recorder
        tactus play song.mid --midi-out "Sound Canvas" --clock
      """)

  @Argument(
    help: ArgumentHelp(
      "MIDI files, JSON sequences and folders of them; - for standard input.", valueName: "song"), completion: .file())
  var songs: [String] = []
  @Option(
    help: ArgumentHelp(
      "The demo of a family of General MIDI instruments, or of the drum kits, instead of songs.", valueName: "family"))
  var demo: DemoFamily?
  @OptionGroup var plain: PlainPlayOptions
  @OptionGroup(title: "Sound") var sound: SoundOptions
  @OptionGroup(title: "Sound", visibility: .hidden) var fileSound: FileSoundOptions
  @OptionGroup var take: TakeOptions
  @OptionGroup(title: "Audio output") var audio: AudioOptions
  @OptionGroup(title: "MIDI") var midi: MIDIInputOptions
  @OptionGroup var midiOutput: MIDIOutputOptions
  @OptionGroup(title: "JACK") var jack: JACKOptions

  /// The options of playback.
  var options: PlayOptions { PlayOptions(plain: plain, sound: sound, fileSound: fileSound) }

  func validate() throws {
    try options.validate()
    try AudioOutput.validate(audio, jack, input: midi)
    if demo != nil, !songs.isEmpty { throw ValidationError("--demo cannot be combined with songs") }
    if midiOutput.midiOut.isEmpty {
      if midiOutput.clock { throw ValidationError("--clock: name the MIDI output with --midi-out") }
      if audio.audio == .driver(.silent) { throw ValidationError("--audio none: name a MIDI output with --midi-out") }
    }
    if !hasSound {
      try IdleOptions.refuse(
        (options.bank.isEmpty ? [] : ["--bank"]) + sound.names, "only for sound",
        audio.audio == .driver(.silent) ? "leave out --audio none" : "use --bank too")
    }
    if songs.contains("-"), songs.count > 1 || options.repeatList {
      throw ValidationError("standard input can be played only once and alone")
    }
    if songs.contains("-"), options.keys {
      throw ValidationError("standard input cannot be both the song and the keys")
    }
    let inputs = options.keys || songs.contains("-") ? ["-"] : []
    try StandardInput.check(inputs, banks: options.bank, chain: options.chain)
  }

  /// Whether a MIDI output plays the song.
  var sendsMIDI: Bool { !midiOutput.midiOut.isEmpty }
  /// Whether the synthesizer plays the song: always without a MIDI output, else if a bank or a sound system is chosen.
  var hasSound: Bool {
    !sendsMIDI || audio.audio != .driver(.silent) && (audio.audio != nil || !options.bank.isEmpty)
  }

  func run() throws {
    try PlayStage(self).run()
  }
}
