import ArgumentParser
import TactusFileAccess
import TactusFiles

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", _superCommandName: TactusCommand.name,
    abstract: "Describes a song or a bank, and lists its defects.",
    discussion: """
      The contents determine the type of a file; its extension does not matter. A
      bare file name that does not exist here is searched for in the SoundFont
      folders.

      EXAMPLES
        tactus inspect song.mid
        tactus inspect bank.sf2
        tactus inspect built-in
        tactus inspect song.mid --json | jq .lengthSeconds
        tactus inspect song.mid --strict > report.txt || echo damaged
        tactus inspect song.kar --lyrics
            prints the lines with their seconds, and the chords of XF files
        tactus inspect song.mid --lyrics -o song.lrc
            writes the lyrics with the time of each syllable
        tactus inspect song.mid --lyrics -o song.kar
            writes the song as a karaoke MIDI file
      """)

  @Argument(
    help: "A MIDI file or a SoundFont or DLS bank; - for standard input, built-in for the built-in bank.",
    completion: .file())
  var file: String
  @Flag(help: "Print the song's lyrics and chords.") var lyrics = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("With --lyrics: the file to write, .lrc or .kar.", valueName: "file"), completion: .file())
  var output: String?
  @Flag(help: "Fail if there are defects for which --strict of other commands refuses the file.") var strict = false
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    guard let output else { return }
    guard lyrics else { throw ValidationError("-o requires --lyrics") }
    guard LyricsFile(path: output) != nil else {
      throw ValidationError("lyrics are written as .lrc or .kar, not to \(output)")
    }
    if json { throw ValidationError("--json cannot be combined with -o") }
  }

  func run() throws {
    if lyrics { return try runLyrics() }
    let bytes = try InputFile.bytesOrBank(named: file)
    let style = Style.standardOutput
    switch FileKind(bytes) {
    case .bank:
      let bank = try InputFile.bank(in: bytes)
      let inspection = BankInspection(bank: bank)
      try print(inspection.json, inspection.report(style: style))
      try check(bank.diagnostics.counts.reduce(0) { $0 + ($1.key.isDefect ? $1.value : 0) }, of: bytes.name)
    case .songOrForeign:
      let song: MIDIFile
      do { song = try MIDIFile(reading: bytes) } catch {
        throw ToolError(error, of: bytes, expected: "a MIDI file or a sound bank")
      }
      let inspection = SongInspection(name: bytes.name, byteCount: bytes.bytes.count, song: song)
      try print(inspection.json, inspection.report(style: style))
      try check(song.diagnostics.count(atLeast: .warning), of: bytes.name)
    }
  }

  /// Throws an error if there are defects, which the report lists, and `--strict` is given.
  private func check(_ defects: Int, of name: String) throws(ToolError) {
    guard strict, defects > 0 else { return }
    throw ToolError(name, "\(defects.counted("defect")); leave out --strict to accept them")
  }

  private func runLyrics() throws {
    let bytes = try InputFile.bytesOrBank(named: file)
    guard FileKind(bytes) != .bank else {
      throw ToolError(bytes.name, "a sound bank, which has no lyrics; give a MIDI file, or leave out --lyrics")
    }
    let song = try InputFile.song(in: bytes, strict: strict)
    var standard = StandardOutput()
    if let output, let format = LyricsFile(path: output) {
      if file != "-" { try SameFile.refuse(output, over: file) }
      try standard.writeLine(try format.write(song, named: bytes.name, to: output).printable)
      return try standard.flush()
    }
    let listing = LyricsListing(song)
    if json {
      let head: JSON = ["kind": "lyrics", "file": .string(bytes.name)]
      try standard.writeLine((head + listing.json).prettyText)
    } else {
      guard !listing.isEmpty else { throw ToolError(bytes.name, "the song has no lyrics and no chords") }
      for line in listing.text { try standard.writeLine(line) }
    }
    try standard.flush()
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
