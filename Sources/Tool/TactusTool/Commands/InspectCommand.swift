import ArgumentParser
import TactusFiles

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Describes a song or a bank, and lists its defects.",
    discussion: """
      The contents determine the type of a file; its extension does not matter.

      EXAMPLES
        tactus inspect song.mid
        tactus inspect bank.sf2
        tactus inspect built-in
        tactus inspect song.mid --json | jq .lengthSeconds
      """)

  @Argument(help: "A MIDI file or a SoundFont bank; - for standard input, built-in for the built-in bank.") var file:
    String
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let bytes = try InputFile.bytesOrBank(named: file)
    let style = Style.standardOutput
    switch FileKind(bytes) {
    case .bank:
      let inspection = BankInspection(bank: try InputFile.bank(in: bytes))
      try print(inspection.json, inspection.report(style: style))
    case .songOrForeign:
      let song: MIDIFile
      do { song = try MIDIFile(reading: bytes) } catch {
        throw ToolError(error, of: bytes, expected: "a MIDI file or a SoundFont bank")
      }
      let inspection = SongInspection(name: bytes.name, byteCount: bytes.bytes.count, song: song)
      try print(inspection.json, inspection.report(style: style))
    }
  }

  private func print(
    _ value: @autoclosure () -> JSON, _ report: @autoclosure () -> Report
  ) throws(StandardOutput.Failure) {
    var output = StandardOutput()
    if json {
      try output.writeLine(value().prettyText)
    } else {
      for line in report().lines { try output.writeLine(line) }
    }
    try output.flush()
  }
}
