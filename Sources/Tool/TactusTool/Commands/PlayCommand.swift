import ArgumentParser
import Tactus

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays a song or a sequence live, through JACK.",
    discussion: """
      It sounds as `tactus bounce` makes it with the same options at the server's
      rate, to the bit, as long as nothing is touched. What comes in on its MIDI
      port is played along. Without a song the demo plays, with the built-in bank if --bank
      names no other.

      The audio goes to the hardware's first two outputs, or where --connect says.
      Any JACK server will do: jackd, or PipeWire (`pw-jack tactus play …`). Without
      one the line says what to start, and how to make a file instead.

      KEYS
        space        pause                 left, right   5 seconds back, on
        +, -         faster, slower        , and .       a bar back, on
        l            loop                  [ and ]       its beginning, its end
        1 to 9, 0    choose a part         m, s, a       mute it, solo it, hear all
        q            quit                  ?             the keys

      EXAMPLES
        tactus play song.mid
        tactus play song.mid --bank piano.sf2 --from bar17
        tactus play beat.json --stay
        tactus play song.mid --connect recorder
      """)

  @Argument(help: ArgumentHelp("A MIDI file or a JSON sequence; - for standard input.", valueName: "song"))
  var song: String?
  @OptionGroup var options: PlayOptions
  @OptionGroup(title: "JACK") var jack: JACKOptions

  func validate() throws {
    if song == "-", options.keys { throw ValidationError("standard input cannot be both the song and the keys") }
  }

  func run() throws {
    var job = try PlayJob(self)
    try job.run()
  }
}
