import TactusEngine
import TactusFiles
import TactusProcessors
import TactusTime

/// Chords and their positions, as text and as JSON.
struct ChordListing {
  let entries: [ChordTrack.Entry]
  let meters: MeterMap
  let keys: SongKeys
  /// Whether black keys are spelled as flats in any key.
  let flats: Bool

  /// The entries, and the keys that determine their spelling.
  var json: JSON {
    let keys = keys.entries.map { entry -> JSON in ["tick": JSON(entry.tick), "key": .string(entry.key.words)] }
    return [
      "keys": .array(keys), "keysAreFromNotes": .bool(self.keys.isFromNotes), "chords": .array(entries.map(json)),
    ]
  }

  private func json(_ entry: ChordTrack.Entry) -> JSON {
    let spelling = spelling(entry)
    return [
      "tick": JSON(entry.tick), "seconds": .number(entry.seconds),
      "position": .string("\(meters.position(atTick: entry.tick))"),
      "chords": .array(entry.chords.map { .string(spelling.text($0)) }),
      "pitches": .array(pitches(entry, spelling).map { .string($0) }),
    ]
  }

  var table: TextTable {
    var table = TextTable(
      ("position", .right), ("seconds", .right), ("chord", .left), ("pitches", .left), ("or", .left))
    for entry in entries {
      let spelling = spelling(entry)
      let others = entry.chords.dropFirst().prefix(3).map { spelling.text($0) }
      table.add(
        "\(meters.position(atTick: entry.tick))", entry.seconds.fixed(3),
        entry.chords.first.map { spelling.text($0) } ?? "–", pitches(entry, spelling).joined(separator: " "),
        others.joined(separator: " "))
    }
    return table
  }

  private func spelling(_ entry: ChordTrack.Entry) -> KeySpelling {
    flats ? .flats : KeySpelling(keys.key(atTick: entry.tick))
  }

  /// The pitch classes, from the bass upwards.
  private func pitches(_ entry: ChordTrack.Entry, _ spelling: KeySpelling) -> [String] {
    let held = entry.pitches
    guard let bass = held.bass else { return [] }
    let classes = (0..<12).map { (bass + $0) % 12 }.filter { held.pitchClasses >> UInt16($0) & 1 == 1 }
    return classes.map { pitch in
      entry.chords.first.map { spelling.name(of: pitch, in: $0) } ?? spelling.name(of: pitch)
    }
  }
}
