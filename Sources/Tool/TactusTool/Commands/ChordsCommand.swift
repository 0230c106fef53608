import ArgumentParser
import TactusFiles
import TactusProcessors
import TactusSequencer
import TactusTime

struct ChordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chords",
    abstract: "Names the chords of a song.",
    discussion: """
      A line for each change: bar and beat, seconds, the chord, the pitches that are held, and other readings of them.
      A chord is taken once its keys have stayed the same for a while; drums (channel 10) do not count.

      With --per beat or bar there is one chord for each in which something sounds,
      over all that sounds there; what sounds for less than a quarter of the longest
      pitch's time is taken for passing.

      Names follow the song's key signatures; without any, the key that its notes
      are in most likely. --flats names black keys as flats.

      EXAMPLES
        tactus chords song.mid
        tactus chords song.mid --per bar
        tactus chords song.mid --channels 2,3 --flats
        tactus chords song.mid --settling 100 --json
      """)

  @Argument(help: "A MIDI file; - for standard input.") var song: String
  @Option(help: ArgumentHelp("Channels that count, 1 to 16, with commas.", valueName: "list")) var channels: String?
  @Option(help: ArgumentHelp("How long keys must stay the same, in milliseconds, 0 to 1000.", valueName: "ms"))
  var settling: Int?
  @Option(help: "One chord for each beat or bar.") var per: ChordChart.Step?
  @Flag(help: "Keys that only the pedal holds do not count.") var dry = false
  @Flag(help: "Name black keys as flats.") var flats = false
  @Flag(help: "One JSON object on standard output.") var json = false

  func validate() throws {
    if let settling, !(0...1_000).contains(settling) {
      throw ValidationError("--settling \(settling) is outside 0 to 1000 milliseconds")
    }
    if settling != nil, per != nil {
      throw ValidationError("--settling belongs to chords as they change, without --per")
    }
    _ = try channelSet()
  }

  private func channelSet() throws -> Set<UInt8>? {
    guard let channels else { return nil }
    let parts = channels.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map { (part: Substring) -> UInt8 in UInt8(part) ?? 0 }
    guard numbers.allSatisfy({ (1...16).contains($0) }) else {
      throw ValidationError("--channels \(channels): expected numbers 1 to 16 with commas, such as 1,2,5")
    }
    return Set(numbers.map { $0 - 1 })
  }

  func run() throws {
    let file = try InputFile.song(named: song)
    let channels = try channelSet() ?? ChordDetector().channels
    let sounding = SoundingPitches(file, channels: channels, countsSustained: !dry)
    let listing = ChordListing(
      entries: try entries(file, sounding, channels), meters: file.meterMap(.concatenated),
      keys: SongKeys(file, weights: sounding.weights), flats: flats)
    var output = StandardOutput()
    if json {
      let head: JSON = ["kind": "chords", "file": .string(song)]
      let step = per.map { JSON.object([.init(name: "per", value: .string($0.rawValue))]) } ?? .object([])
      try output.writeLine((head + step + listing.json).prettyText)
    } else {
      for line in listing.table.lines() { try output.writeLine(line) }
    }
    try output.flush()
  }

  private func entries(
    _ file: MIDIFile, _ sounding: SoundingPitches, _ channels: Set<UInt8>
  ) throws -> [ChordTrack.Entry] {
    guard let per else {
      var detector = ChordDetector(settling: Double(settling ?? 50))
      detector.countsSustained = !dry
      detector.channels = channels
      return try ChordTrack(file, detector).entries
    }
    let (meters, tempi) = (file.meterMap(.concatenated), file.tempoMap(.concatenated))
    guard let chart = ChordChart(sounding.stretches, by: per, meters, tempi) else {
      throw ToolError(
        song, "something sounds in more than \(ChordChart.most.grouped) \(per.rawValue)s; that is no chart")
    }
    return chart.entries
  }
}

extension ChordChart.Step: ExpressibleByArgument {}
