import ArgumentParser
import Tactus

/// The options of a bounce that the help lists without a heading: output, bank and reports.
struct PlainBounceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, or a folder/; - for standard output.", valueName: "file"),
    completion: .file()
  )
  var output: String?
  @Option(
    help: ArgumentHelp(
      """
      A SoundFont or DLS bank; FILE@N raises its bank numbers by N. Repeatable. Bare names are also searched for in the \
      SoundFont folders. (default: $TACTUS_BANK, else a bank in these folders, of the operating system, or the built-in one)
      """,
      valueName: "file"), completion: .file())
  var bank: [String] = []
  @Option(help: "Bit depth; f32 is 32-bit float. (default: 24; stems: f32)") var depth: DepthOption?
  @Option(
    help: ArgumentHelp(
      "Compression of FLAC, Ogg, Opus and MP3, from 0 (best quality) to 1 (smallest file); for FLAC, the encoding effort. (default: that of the codec, about 0.4 for MP3, 0.6 for Ogg and FLAC, 0.8 for Opus)",
      valueName: "level"))
  var compression: Double?
  @Flag(name: .customLong("no-metadata"), help: "Omit the song's title, copyright and texts from the file.")
  var hasNoMetadata = false
  @Option(help: ArgumentHelp("A chain of MIDI effects; see `tactus process`.", valueName: "file"), completion: .file())
  var chain: String?
  @Option(help: "Number of rendering threads; 0 for one per processor. The output does not depend on it.") var threads =
    0
  @Option(
    help: ArgumentHelp(
      "Write the start, release, steal and end of each voice as JSON Lines; - for standard output.",
      valueName: "file"), completion: .file())
  var trace: String?
  @Option(
    help: ArgumentHelp(
      "Write when each note starts, is released and ends, and what plays it, as JSON Lines; - for standard output. A suffix such as .notes.jsonl names a file beside each audio file.",
      valueName: "file"), completion: .file())
  var notes: String?
  @Flag(help: "Refuse a song or a bank with defects.") var strict = false
  @Flag(help: "Print one JSON object.") var json = false
  @Flag(help: "Print nothing but errors.") var quiet = false

  func validate() throws {
    guard (0...256).contains(threads) else { throw ValidationError("--threads \(threads) is outside 0 to 256") }
    let outputs =
      [("a file", output), ("--trace", trace), ("--notes", notes)].filter { $0.1 == "-" }.map(\.0)
      + (json ? ["--json"] : [])
    if outputs.count > 1 { throw ValidationError("standard output cannot take both \(outputs[0]) and \(outputs[1])") }
    if let compression, !(0...1).contains(compression) {
      throw ValidationError("--compression \(compression) is outside 0 to 1")
    }
  }
}
