import ArgumentParser
import Tactus

struct SequenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sequence",
    abstract: "Shows, plays and converts a sequence of patterns and clips.",
    discussion: """
      A sequence is a JSON document, or a MIDI file. Without -o it is shown: tracks,
      lengths, loops, and each pattern as a grid. What -o names says what is made:
        .wav, .flac, …  the sound, with a bank; all options of `tactus bounce`
        .mid            what is played, as a MIDI file
        .json           the document, to be edited; of a MIDI file, too

      It is played until the last track that is heard has ended; with loops without
      end for 8 bars, and once through the longest, at least. --bars and others say
      more or less. Notes that sound at the end end there.

      The events of --events are those that the sequencer sends, one line each:
      tick, second, frame, track, bytes, meaning, as `tactus events` has them.

      With --jack it is played live through JACK, MIDI out and with --bank audio,
      until --bars or others say so, or Ctrl-C. --timebase says who leads: none, its
      own transport; master, JACK's transport by this sequence's tempi, which it tells
      to all; follow, JACK's transport by the master's tempo.

      EXAMPLES
        tactus sequence beat.json
        tactus sequence beat.json --jack --bank kit.sf2
        tactus sequence beat.json --jack --timebase follow --clock --connect synth
        tactus sequence beat.json -o beat.wav --bars 16
        tactus sequence beat.json -o loop.wav --bars 4 --seamless
        tactus sequence beat.json -o take2.mid --seed 2 --tempo 96 --mute hats
        tactus sequence beat.json --events --solo kick | cut -f 3
        tactus sequence song.mid -o song.json
      """)

  @Argument(help: "A JSON document or a MIDI file; - for standard input.") var file: String
  @OptionGroup(title: "What is played") var stretch: SequenceStretch
  @OptionGroup(title: "Changes") var edits: SequenceEdits
  @Flag(help: "List every event that is played.") var events = false
  @OptionGroup(title: "Live") var live: LiveSequenceOptions
  @OptionGroup var options: BounceOptions

  /// What kind of file is made.
  enum Target {
    case audio, midiFile, document
  }

  func validate() throws {
    if live.isLive {
      if events || options.output != nil { throw ValidationError("--jack plays live; leave out -o and --events") }
      try options.sound.refuseForLive()
      _ = try options.sound.synthSettings()
      return try IdleOptions(of: self).refuseForLive()
    }
    try live.refuseIdle()
    if events, options.output != nil { throw ValidationError("--events lists; it makes no file (-o)") }
    guard (8_000...768_000).contains(options.sound.rate) else {
      throw ValidationError("--rate \(options.sound.rate) is outside 8000 to 768000")
    }
    if target == .audio, let ending = options.unknownEnding {
      throw ValidationError(
        "no file of kind '.\(ending)' can be made; choose .mid, .json, or .wav, .aiff, .caf, .raw, .flac, .ogg, .opus, "
          + ".mp3")
    }
    try IdleOptions(of: self).refuse()
  }

  func run() throws {
    let job = try SequenceJob(self)
    guard live.isLive else { return try job.run() }
    var live = LiveSequenceJob(self, job.sequence, until: job.end, name: job.name)
    try live.run()
  }

  /// What -o names.
  var target: Target {
    switch options.unknownEnding?.lowercased() {
    case "mid", "midi": .midiFile
    case "json": .document
    default: .audio
    }
  }
}
