import ArgumentParser

struct MIDICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "midi",
    abstract: "Says what MIDI means: byte streams, dumps, packets, files.",
    discussion: """
      One line for each message, its columns separated by tabs:
        offset   of its first byte, counted from 0
        tick     in clips (.midi2) only
        bytes    hexadecimal; Universal MIDI Packets as words
        meaning  for people
      A line comes when its message is whole, so a real-time message comes before
      the one that it interrupts. Every byte is in one line; what is stray or cut is
      said. Standard MIDI Files are listed as `tactus events` does it, without frames.

      What it is shows in the bytes; --as says it where they can be read in several
      ways. Standard input is read to its end first.

      EXAMPLES
        tactus midi dump.syx
        amidi -d -t 5 -p hw:1 | tactus midi --hex -
        tactus midi --hex "90 3C 64"
        echo 90 3C F8 64 40 7F | tactus midi --hex -
        tactus midi clip.midi2 --json | jq -r .meaning
        tactus midi packets.bin --as little-words
      """)

  @Argument(
    help: ArgumentHelp("A file; - for standard input; with --hex also the digits themselves.", valueName: "file"))
  var words: [String]
  @Option(
    name: .customLong("as"), help: "How to read it; by default what the bytes look like.")
  var kind: DumpKind?
  @Flag(help: "The input is text: bytes in hexadecimal digits, words in groups of eight.") var hex = false
  @Flag(help: "One JSON object in each line.") var json = false

  func validate() throws {
    if !hex, words.count > 1 {
      throw ValidationError("unexpected argument '\(words[1])'; one file at a time, or --hex for hexadecimal digits")
    }
  }

  func run() throws {
    try MIDIJob(file: words.joined(separator: " "), kind: kind, isHex: hex, isJSON: json).run()
  }
}
