import ArgumentParser
import Tactus

struct ProcessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "process", _superCommandName: TactusCommand.name,
    abstract: "Runs a song through a chain of MIDI effects.",
    usage: "tactus process <song> --chain <file> -o <file> [<options>]\ntactus process --list [<effect>] [--json]",
    discussion: """
      The chain is a JSON document: {"effects": [{"effect": "transpose",
      "semitones": 12}, …]}. --list describes all effects and their settings, or one
      effect.

      Events that an effect only changes keep their ticks; events that it moves in
      time, such as an echo in milliseconds, go to the nearest tick. Tempo, meter,
      text and system-exclusive events are copied unchanged. A channel that the song
      does not use gets a track of its own. Events that effects generate after the
      end of the song are included, for up to half a minute.

      `tactus bounce --chain` renders a song through a chain.

      EXAMPLES
        tactus process song.mid --chain chain.json -o out.mid
        tactus process song.mid --chain chain.json -o out.mid --json | jq .noteCount
        tactus process - --chain chain.json -o - < song.mid > out.mid
        tactus process --list
        tactus process --list arpeggiator
        tactus process --list --json | jq -r '.effects[].effect'
      """)

  @Argument(help: "A MIDI file; - for standard input.", completion: .file()) var song: String?
  @Option(help: ArgumentHelp("A JSON document with the chain.", valueName: "file"), completion: .file()) var chain:
    String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The MIDI file to write, or a folder/; - for standard output.", valueName: "file"),
    completion: .file())
  var output: String?
  @Flag(help: "List all effects and their settings, or the effect that follows.") var list = false
  @Flag(help: "Refuse a song with defects, and a chain with unknown members.") var strict = false
  @Flag(help: "Print one JSON object.") var json = false
  @Flag(help: "Print nothing but errors.") var quiet = false

  func validate() throws {
    if list {
      guard chain == nil, output == nil else {
        throw ValidationError("--list lists the effects; it takes no chain and no output")
      }
      return try checkEffect()
    }
    guard song != nil else { throw ValidationError("name a song, or use --list to list the effects") }
    guard chain != nil else { throw ValidationError("name a chain with --chain; --list describes the effects") }
    guard let output else { throw ValidationError("name the output with -o; - is standard output") }
    if AudioFileFormat(path: output) != nil || output.lowercased().hasSuffix(".json") {
      throw ValidationError("process writes MIDI files, not \(output); for audio use tactus bounce --chain")
    }
    if song == "-", chain == "-" { throw ValidationError("standard input is a song or a chain, not both") }
    if output == "-", json { throw ValidationError("standard output cannot take both a file and --json") }
  }

  /// Refuses a word after --list that is not an effect.
  private func checkEffect() throws(ValidationError) {
    guard let song, EffectListing.effects(named: song) == nil else { return }
    let words = EffectGuide.effects.map(\.word)
    let meant = Suggestion.nearest(to: song, among: words).map { "did you mean '\($0)'?" }
    throw ValidationError(
      "there is no effect '\(song)'; \(meant ?? "the effects are \(words.joined(separator: ", "))")")
  }

  func run() throws {
    if list { return try printList() }
    guard let song, let chain, let output else { return }
    var remarks: [String] = []
    let effects = try InputFile.chain(named: chain, strict: strict, remarks: &remarks)
    let file = try InputFile.bytes(named: song)
    let source = try InputFile.song(in: file, strict: strict)
    if let words = InputFile.remark(onDefectsOf: source, named: file.name) { remarks.append(words) }
    let processed = try process(source, effects, name: file.name)
    let path = try OutputPath.path(output, named: OutputPath.name(from: song, or: "song", pathExtension: "mid"))
    for input in [song, chain] where path != "-" && input != "-" { try SameFile.refuse(path, over: input) }
    if processed.droppedEvents > 0 {
      remarks.append("\(file.name): \(processed.droppedEvents.counted("event")) left out: too many at once")
    }
    let byteCount = try write(processed, to: path)
    if json { return try printJSON(processed, byteCount, of: file.name, in: path, remarks) }
    guard !quiet else { return }
    for remark in remarks { StandardError.remark(remark) }
    guard path != "-" else { return }
    var words = StandardOutput()
    let tracks = processed.song.tracks.count.counted("track")
    try words.writeLine("\(path): \(tracks), \(processed.noteCount.counted("note"))".printable)
    try words.flush()
  }

  private func printList() throws(StandardOutput.Failure) {
    var output = StandardOutput()
    // the command line was checked
    let effects = EffectListing.effects(named: song) ?? []
    let lines = json ? [EffectListing.json(of: effects).prettyText] : EffectListing.lines(of: effects)
    for line in lines { try output.writeLine(line) }
    try output.flush()
  }

  private func printJSON(
    _ processed: ProcessedSong, _ byteCount: Int, of song: String, in output: String, _ remarks: [String]
  ) throws(StandardOutput.Failure) {
    let object: JSON = [
      "kind": "process", "song": .string(song), "file": .string(output), "bytes": JSON(byteCount),
      "trackCount": JSON(processed.song.tracks.count), "noteCount": JSON(processed.noteCount),
      "droppedEvents": JSON(processed.droppedEvents), "remarks": .array(remarks.map { .string($0) }),
    ]
    var standard = StandardOutput()
    try standard.writeLine(object.prettyText)
    try standard.flush()
  }

  private func process(
    _ song: MIDIFile, _ effects: ProcessorChain, name: String
  ) throws(ToolError) -> ProcessedSong {
    do { return try ProcessedSong(song, through: effects) } catch { throw ToolError(name, "\(error)") }
  }

  /// Writes the song, and returns the size of the file.
  private func write(_ processed: ProcessedSong, to path: String) throws(ToolError) -> Int {
    let bytes: [UInt8]
    do { bytes = try processed.song.namingPorts().written() } catch { throw ToolError(path, "\(error)") }
    try WholeFile.write(bytes, to: path)
    return bytes.count
  }
}
