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

      EXAMPLES
        tactus sequence beat.json
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
  @OptionGroup var options: BounceOptions

  /// What kind of file is made.
  enum Target {
    case audio, midiFile, document
  }

  func validate() throws {
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
    Interruption.watch()
    try SequenceJob(self).run()
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
