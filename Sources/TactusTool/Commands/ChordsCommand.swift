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

      EXAMPLES
        tactus chords song.mid
        tactus chords song.mid --channels 2,3 --flats
        tactus chords song.mid --settling 100 --json
      """)

  @Argument(help: "A MIDI file; - for standard input.") var song: String
  @Option(help: ArgumentHelp("Channels that count, 1 to 16, with commas.", valueName: "list")) var channels: String?
  @Option(help: ArgumentHelp("How long keys must stay the same, in milliseconds, 0 to 1000.", valueName: "ms"))
  var settling = 50
  @Flag(help: "Keys that only the pedal holds do not count.") var dry = false
  @Flag(help: "Name black keys as flats.") var flats = false
  @Flag(help: "One JSON object on standard output.") var json = false

  func validate() throws {
    guard (0...1_000).contains(settling) else {
      throw ValidationError("--settling \(settling) is outside 0 to 1000 milliseconds")
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
    var detector = ChordDetector(settling: Double(settling))
    detector.countsSustained = !dry
    if let channels = try channelSet() { detector.channels = channels }
    let entries = try ChordTrack(file, detector).entries
    let meters = file.meterMap(.concatenated)
    var output = StandardOutput()
    if json {
      let object: JSON = [
        "kind": "chords", "file": .string(song), "chords": .array(entries.map { json($0, meters) }),
      ]
      try output.write(object.prettyText + "\n")
    } else {
      for line in table(entries, meters).lines() { try output.write(line + "\n") }
    }
    try output.flush()
  }

  private func json(_ entry: ChordTrack.Entry, _ meters: MeterMap) -> JSON {
    [
      "tick": JSON(entry.tick), "seconds": .number(entry.seconds),
      "position": .string("\(meters.position(atTick: entry.tick))"),
      "chords": .array(entry.chords.map { .string($0.text(flats: flats)) }),
      "pitches": .array(pitches(entry.pitches).map { .string($0) }),
    ]
  }

  private func table(_ entries: [ChordTrack.Entry], _ meters: MeterMap) -> TextTable {
    var table = TextTable(
      ("position", .right), ("seconds", .right), ("chord", .left), ("pitches", .left), ("or", .left))
    for entry in entries {
      let others = entry.chords.dropFirst().prefix(3).map { $0.text(flats: flats) }
      table.add(
        "\(meters.position(atTick: entry.tick))", entry.seconds.fixed(3),
        entry.chords.first?.text(flats: flats) ?? "–", pitches(entry.pitches).joined(separator: " "),
        others.joined(separator: " "))
    }
    return table
  }

  /// The pitch classes, from the bass upwards.
  private func pitches(_ held: HeldPitches) -> [String] {
    let names = flats ? PitchClass.flatNames : PitchClass.names
    guard let bass = held.bass else { return [] }
    return (0..<12).map { (bass + $0) % 12 }.filter { held.pitchClasses >> UInt16($0) & 1 == 1 }.map { names[$0] }
  }
}
