import ArgumentParser
import TactusEngine
import TactusFiles
import TactusProcessors
import TactusSequencer
import TactusTime

struct ChordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chords", _superCommandName: TactusCommand.name,
    abstract: "Names the chords of a song.",
    usage: "tactus chords <song> [<options>]",
    discussion: """
      Prints a line for each chord change: bar and beat, seconds, the chord, the
      held pitches, and alternative names. A chord counts once its keys have stayed
      the same for the settling time. Drums (channel 10) are ignored.

      --per beat and --per bar print one chord for each beat or bar in which
      something sounds, from all its pitches; pitches that sound for less than a
      quarter of the longest one's time count as passing notes.

      --from and --to select a part of the song: a chord that sounds at --from is
      listed there, and --per counts only what sounds between both. Positions are
      those of `tactus bounce`.

      Names follow the song's key signatures, or else the key that best fits its
      notes. --flats spells black keys as flats.

      EXAMPLES
        tactus chords song.mid
        tactus chords song.mid --per bar
        tactus chords song.mid --from bar17 --to bar25
        tactus chords song.mid --channels 1-4,11 --flats
        tactus chords song.mid --settling 100 --json
      """)

  @Argument(help: "A MIDI file; - for standard input.", completion: .file()) var song: String
  @Option(help: ArgumentHelp("The start: 1:23.5, bar17, bar17:3 (beat) or tick9600.", valueName: "position"))
  var from: SongPosition?
  @Option(help: ArgumentHelp("The end, in the same formats.", valueName: "position")) var to: SongPosition?
  @Option(help: ArgumentHelp("The channels to analyse, such as 1-4,11.", valueName: "list"))
  var channels: ChannelOption?
  @Option(help: ArgumentHelp("How long the keys must stay the same, 0 to 1000 ms. (default: 50)", valueName: "ms"))
  var settling: Int?
  @Option(help: "Print one chord per beat or bar.") var per: ChordChart.Step?
  @Flag(help: "Ignore keys that only the pedal holds.") var dry = false
  @Flag(help: "Spell black keys as flats.") var flats = false
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    if let settling, !(0...1_000).contains(settling) {
      throw ValidationError("--settling \(settling) is outside 0 to 1000 milliseconds")
    }
    if settling != nil, per != nil {
      throw ValidationError("--settling cannot be combined with --per")
    }
    try SongPosition.checkOrder(from, to)
    try checkChannels()
  }

  private func checkChannels() throws(ValidationError) {
    guard let channels else { return }
    if channels.namesPorts {
      throw ValidationError("--channels selects channels of all ports; leave out the port, such as 1-4,11")
    }
    guard channels.highest <= 16 else {
      throw ValidationError("--channels names channel \(channels.highest); those of a song are 1 to 16")
    }
  }

  /// The sample rate to whose frames times are rounded, as in a bounce.
  private static var rate: Int { 48_000 }

  func run() throws {
    let bytes = try InputFile.bytes(named: song)
    let file = try InputFile.song(in: bytes)
    let channels = self.channels.map { Set($0.onEveryPort.map { UInt8($0) }) } ?? ChordDetector().channels
    let clock = FrameClock(map: file.tempoMap(.concatenated), sampleRate: Self.rate)
    let part = try SongPart(of: file, named: bytes.name, from: from, to: to, clock).ticks(clock)
    let sounding = SoundingPitches(file, channels: channels, countsSustained: !dry)
    let listing = ChordListing(
      entries: try entries(file, part, sounding, channels), meters: file.meterMap(.concatenated),
      keys: SongKeys(file, weights: sounding.weights), flats: flats)
    var output = StandardOutput()
    if json {
      let head: JSON = ["kind": "chords", "file": .string(bytes.name)]
      let step = per.map { JSON.object([.init(name: "per", value: .string($0.rawValue))]) } ?? .object([])
      try output.writeLine((head + step + listing.json).prettyText)
    } else {
      for line in listing.table.lines() { try output.writeLine(line) }
    }
    try output.flush()
    if listing.entries.isEmpty {
      remark(isSilent: !sounding.segments.contains { $0.ticks.overlaps(part) }, in: bytes.name)
    }
  }

  /// Says why there are no chords.
  private func remark(isSilent: Bool, in name: String) {
    let reason =
      isSilent
      ? "no notes on " + (channels == nil ? "channels other than 10" : "the selected channels")
        + (from == nil && to == nil ? "" : " in this part")
      : "no keys stay the same for the settling time; use a lower --settling"
    StandardError.remark("\(name): no chords: \(reason)")
  }

  private func entries(
    _ file: MIDIFile, _ part: Range<Tick>, _ sounding: SoundingPitches, _ channels: Set<UInt8>
  ) throws -> [ChordTrack.Entry] {
    guard let per else {
      var detector = ChordDetector(settling: Double(settling ?? 50))
      detector.countsSustained = !dry
      detector.channels = channels
      return try ChordTrack(file, detector).entries(in: part)
    }
    let (meters, tempi) = (file.meterMap(.concatenated), file.tempoMap(.concatenated))
    guard let chart = ChordChart(sounding.segments, in: part, by: per, meters, tempi) else {
      throw ToolError(
        InputFile.displayName(song),
        "notes sound in more than \(ChordChart.most.grouped) \(per.rawValue)s, the limit of --per; leave it out")
    }
    return chart.entries
  }
}

extension ChordChart.Step: ChoiceOption {}
