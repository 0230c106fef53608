import ArgumentParser
import Tactus

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the built-in bank or the demo song to a file.",
    discussion: """
      The bank is a SoundFont 2 of General MIDI's 128 programs and nine drum kits, the
      song a MIDI file; both are made by code and come under the licence of Tactus.
      The bytes are the same every time.

      EXAMPLES
        tactus export built-in
            to built-in.sf2
        tactus export demo -o song.mid
        tactus export demo -o - | tactus events -
      """)

  @Argument(help: "What to write.") var content: ExportContent
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to make, or a folder/; - for standard output.", valueName: "file")
  )
  var output: String?
  @Flag(help: "One JSON object on standard output.") var json = false
  @Flag(help: "Say nothing but errors.") var quiet = false

  func validate() throws {
    if output == "-", json { throw ValidationError("standard output cannot take both a file and --json") }
    guard let output, output != "-", !OutputFolder.isMeant(by: output) else { return }
    let known = ["sf2", "mid", "midi", "wav", "aiff", "flac", "ogg", "mp3", "json"]
    let ending = output.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if known.contains(ending), !content.endings.contains(ending) {
      throw ValidationError("\(content.rawValue) is written as .\(content.endings[0]), not as .\(ending)")
    }
  }

  func run() throws {
    let path = try path()
    let bytes = content.bytes
    try WholeFile.write(bytes, to: path)
    guard json || !quiet, path != "-" else { return }
    var standard = StandardOutput()
    if json {
      let object: JSON = [
        "kind": "export", "content": .string(content.rawValue), "file": .string(path), "bytes": JSON(bytes.count),
      ]
      try standard.writeLine(object.prettyText)
    } else {
      try standard.writeLine("\(path): \(content.words), \(bytes.count.asBytes)".printable)
    }
    try standard.flush()
  }

  /// What -o says, else a name of its own in this folder, which must be free.
  private func path() throws(ToolError) -> String {
    let ownName = "\(content.rawValue).\(content.endings[0])"
    guard let output else {
      guard !SameFile.exists(ownName) else {
        throw ToolError(ownName, "is already there; to replace it say -o \(ownName)")
      }
      return ownName
    }
    guard OutputFolder.isMeant(by: output) else { return output }
    do { try OutputFolder.make(output) } catch { throw ToolError(nil, "\(error)") }
    return output + (output.hasSuffix("/") ? "" : "/") + ownName
  }
}

/// What `tactus export` writes.
enum ExportContent: String, ExpressibleByArgument, CaseIterable {
  case bank = "built-in"
  case demo

  /// The endings of its files, the usual one first.
  var endings: [String] {
    switch self {
    case .bank: ["sf2"]
    case .demo: ["mid", "midi"]
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .bank: Builtins.makeBank()
    case .demo: Builtins.makeDemoSongBytes()
    }
  }

  var words: String {
    switch self {
    case .bank: "the built-in bank, SoundFont 2"
    case .demo: "the demo song, a MIDI file"
    }
  }
}
