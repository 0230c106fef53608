import ArgumentParser

struct MIDICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "midi", _superCommandName: TactusCommand.name,
    abstract: "Decodes MIDI: byte streams, dumps, packets and files.",
    usage: "tactus midi <file> [<options>]\ntactus midi --hex <file or digits> ... [<options>]",
    discussion: """
      Prints one line per message, with tab-separated columns:
        offset   of the first byte, starting at 0
        tick     only for clips (.midi2)
        bytes    hexadecimal; Universal MIDI Packets as words
        meaning  in words
      A message is printed when it is complete, so a real-time message precedes the
      message that it interrupts. Every byte appears in one line; stray and
      truncated bytes are marked. Standard MIDI Files are listed as `tactus events`
      lists them, without frames.

      The contents determine the type; use --as for data that can be read in more
      than one way. Standard input is read to its end first.

      EXAMPLES
        tactus midi dump.syx
        amidi -d -t 5 -p hw:1 | tactus midi --hex -
        tactus midi --hex "90 3C 64"
        echo 90 3C F8 64 40 7F | tactus midi --hex -
        tactus midi clip.midi2 --json | jq -r .meaning
        tactus midi packets.bin --as little-words
      """)

  @Argument(
    help: ArgumentHelp(
      "A file; - for standard input. With --hex, also the hexadecimal digits themselves.", valueName: "file"),
    completion: .file())
  var words: [String]
  @Option(
    name: .customLong("as"), help: "The format of the data. (default: detected)")
  var kind: DumpKind?
  @Flag(help: "The input is hexadecimal text: two digits per byte, or eight per word.") var hex = false
  @Flag(help: "Print one JSON object per line.") var json = false

  func validate() throws {
    if !hex, words.count > 1 {
      throw ValidationError("unexpected argument '\(words[1])'; one file at a time, or --hex for hexadecimal digits")
    }
  }

  func run() throws {
    try MIDIJob(file: words.joined(separator: " "), kind: kind, isHex: hex, isJSON: json).run()
  }
}
