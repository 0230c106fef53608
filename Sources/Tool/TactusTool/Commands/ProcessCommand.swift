import ArgumentParser
import Tactus

struct ProcessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "process",
    abstract: "Runs a song through a chain of MIDI effects.",
    discussion: """
      The chain is a JSON document: {"effects": [{"effect": "transpose",
      "semitones": 12}, …]}. --list says which effects there are and what each
      can be told.

      What an effect only changes stays on its tick; what it moves, such as an
      echo in milliseconds, comes on the nearest one. Tempi, meters, texts and
      system-exclusive messages stay as they are. A channel that the song does not
      use gets a track of its own. What is still to come when the song has ended is
      written as well, half a minute of it at the most.

      `tactus bounce --chain` plays a song through a chain.

      EXAMPLES
        tactus process song.mid --chain chain.json -o out.mid
        tactus process - --chain chain.json -o - < song.mid > out.mid
        tactus process --list
      """)

  @Argument(help: "A MIDI file; - for standard input.") var song: String?
  @Option(help: ArgumentHelp("The document of the chain.", valueName: "file")) var chain: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("The MIDI file to make; - for standard output.", valueName: "file"))
  var output: String?
  @Flag(help: "List the effects and their members.") var list = false
  @Flag(help: "Refuse a song with defects, and a chain with members that nothing is known of.") var strict = false
  @Flag(help: "Say nothing but errors.") var quiet = false

  func validate() throws {
    if list {
      guard song == nil, chain == nil, output == nil else {
        throw ValidationError("--list lists the effects; it takes no song")
      }
      return
    }
    guard song != nil else { throw ValidationError("name a song, or say --list to see what there is") }
    guard chain != nil else { throw ValidationError("name a chain with --chain; --list says what can be in it") }
    guard output != nil else { throw ValidationError("name the file to make with -o; - is standard output") }
    if song == "-", chain == "-" { throw ValidationError("standard input is a song or a chain, not both") }
  }

  func run() throws {
    if list {
      var output = StandardOutput()
      for line in EffectListing.lines { try output.writeLine(line) }
      return try output.flush()
    }
    guard let song, let chain, let output else { return }
    var remarks: [String] = []
    let effects = try InputFile.chain(named: chain, strict: strict, remarks: &remarks)
    let file = try InputFile.bytes(named: song)
    let processed = try process(InputFile.song(in: file, strict: strict), effects, name: file.name)
    for path in [song, chain] where output != "-" && path != "-" && SameFile.check(output, path) {
      throw ToolError(output, "this is what is read; choose another name")
    }
    if processed.droppedEvents > 0 {
      remarks.append("\(file.name): \(processed.droppedEvents.counted("event")) left out: too many at once")
    }
    try write(processed, to: output)
    guard !quiet else { return }
    for remark in remarks {
      StandardError.writeLine(Style.standardError.warning("tactus:") + " " + remark.printable)
    }
    guard output != "-" else { return }
    var words = StandardOutput()
    let tracks = processed.song.tracks.count.counted("track")
    try words.writeLine("\(output): \(tracks), \(processed.noteCount.counted("note"))".printable)
    try words.flush()
  }

  private func process(
    _ song: MIDIFile, _ effects: ProcessorChain, name: String
  ) throws(ToolError) -> ProcessedSong {
    do { return try ProcessedSong(song, through: effects) } catch { throw ToolError(name, "\(error)") }
  }

  private func write(_ processed: ProcessedSong, to path: String) throws(ToolError) {
    let bytes: [UInt8]
    do { bytes = try processed.song.namingPorts().written() } catch { throw ToolError(path, "\(error)") }
    try WholeFile.write(bytes, to: path)
  }
}
