import ArgumentParser
import Tactus

struct SequenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sequence", _superCommandName: TactusCommand.name,
    abstract: "Prints, plays and converts a sequence of patterns and clips.",
    discussion: """
      A sequence is a JSON document or a MIDI file. Without -o, tactus prints its
      tracks, lengths and loops, and each pattern as a grid. With -o, the extension
      selects the output:
        .wav, .flac, …  audio, with the options of `tactus bounce` listed below
        .mid            what is played, as a MIDI file
        .json           an editable document
      --format selects it for other names and for standard output (-o -), which is
      a WAV file otherwise.

      A sequence plays until its last audible track ends. If tracks loop forever,
      it plays 8 bars, or one pass of the longest loop if that is longer; --bars,
      --beats, --seconds and --passes set another length. Notes that still sound at
      the end are released there.

      --events lists the events that the sequencer sends, one per line: tick,
      second, frame, track, bytes, meaning, in the format of `tactus events`.

      --live plays the sequence until the length set by --bars or the like, or until
      Ctrl-C: with the synthesizer, or on the outputs of --midi-out, or with --bank
      on both. --jack is --live through JACK, with MIDI outputs. There, --timebase
      selects the transport: none is the program's own; master controls JACK's
      transport with the tempo of this sequence; follow plays at the position and
      tempo of JACK's transport.

      EXAMPLES
        tactus sequence beat.json
        tactus sequence beat.json --live
        tactus sequence beat.json --live --midi-out "Drum Machine" --clock
        tactus sequence beat.json --jack --bank kit.sf2
        tactus sequence beat.json --jack --timebase follow --clock --connect synth
        tactus sequence beat.json -o beat.wav --bars 16
        tactus sequence beat.json -o loop.wav --bars 4 --seamless
        tactus sequence beat.json -o take2.mid --seed 2 --tempo 96 --mute hats
        tactus sequence beat.json -o - --format mid | tactus events -
        tactus sequence beat.json --events --solo kick | cut -f 3
        tactus sequence song.mid -o song.json
      """)

  @Argument(help: "A JSON document or a MIDI file; - for standard input.", completion: .file()) var file: String
  @OptionGroup(title: "Length") var length: SequenceLength
  @OptionGroup(title: "Changes") var edits: SequenceEdits
  @Flag(help: "List every event that plays.") var events = false
  @Option(help: "The format of the output. (default: by its extension)") var format: SequenceFormat?
  @OptionGroup(title: "Live") var live: LiveSequenceOptions
  @OptionGroup var plain: PlainBounceOptions
  @Option(help: .hidden) var manifest: String?
  @OptionGroup(title: "Sound") var sound: SoundOptions
  @OptionGroup(title: "Sound") var fileSound: FileSoundOptions
  @OptionGroup(title: "Parts and loops") var part: PartOptions
  @OptionGroup(title: "Level") var level: LevelOptions

  /// The options of the bounce.
  var options: BounceOptions {
    BounceOptions(
      plain: plain, sound: sound, fileSound: fileSound, part: part, level: level, format: format?.audio)
  }

  /// The kind of output.
  enum Target {
    case audio, midiFile, document
  }

  func validate() throws {
    try options.validate()
    try StandardInput.check([file], banks: options.bank, chain: options.chain)
    if manifest != nil {
      throw ValidationError("--manifest describes bounces of songs; write the sequence as a MIDI file and bounce that")
    }
    if live.isLive {
      if events || options.output != nil { throw ValidationError("--live and --jack play; leave out -o and --events") }
      try live.validateLive(hasBank: !options.bank.isEmpty)
      try fileSound.refuseForLive()
      _ = try options.sound.synthSettings()
      return try IdleOptions(of: self).refuseForLive()
    }
    try live.refuseIdle()
    if events, options.output != nil { throw ValidationError("--events prints a list; it cannot be combined with -o") }
    guard (8_000...768_000).contains(fileSound.rate) else {
      throw ValidationError("--rate \(fileSound.rate) is outside 8000 to 768000")
    }
    if target == .audio, let suffix = options.unknownPathExtension {
      throw ValidationError(
        "unsupported output format '.\(suffix)'; choose .mid, .json, or .wav, .aiff, .caf, .raw, .flac, .ogg, .opus, "
          + ".mp3")
    }
    try IdleOptions(of: self).refuse()
    if options.output != nil, target == .audio { try options.validateFormat() }
  }

  func run() throws {
    let job = try SequenceJob(self)
    guard live.isLive else { return try job.run() }
    var live = LiveSequenceJob(self, job.sequence, until: job.end, name: job.name, original: try job.original())
    try live.run()
  }

  /// The kind that --format or the extension of the output selects.
  var target: Target {
    switch format {
    case .midiFile?: return .midiFile
    case .document?: return .document
    case .audio?: return .audio
    case nil: break
    }
    return switch options.unknownPathExtension?.lowercased() {
    case "mid", "midi": .midiFile
    case "json": .document
    default: .audio
    }
  }
}
