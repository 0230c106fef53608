import TactusEngine
import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusSequencer
import TactusTime

/// Names the chord that keys form: ``text()`` then returns its symbol, spelled in the key of the sequence at a tick, or
/// nothing if they form no known chord.
///
/// - Parameters:
///   - keys: one byte for each key, in memory that it takes over.
@_cdecl("web_sequence_chord")
package func chordName(
  _ sequence: UnsafeMutableRawPointer, _ keys: UnsafeMutableRawPointer, _ count: Int32, _ tick: Double
) {
  let pitches = HeldPitches(keys: FileBytes(taking: keys, count).bytes.map { min($0, 127) })
  guard let chord = Chord.candidates(for: pitches).first else { return give("") }
  let object = held(sequence, WebSequence.self)
  let keys = object.keys ?? songKeys(object)
  object.keys = keys
  give(KeySpelling(keys.key(atTick: tick.isFinite ? Tick(min(max(0, tick), 0x1p53)) : 0)).text(chord))
}

/// The key signatures of a sequence or, if it has none, the key that fits its notes best.
private func songKeys(_ object: WebSequence) -> SongKeys {
  var weights = [Double](repeating: 0, count: 12)
  do throws(PlayedSequence.Failure) {
    let played = try PlayedSequence(object.sequence, until: object.end, sampleRate: 48_000)
    let numbers = PlayedNoteTable(played).numbers
    for row in stride(from: 0, to: numbers.count, by: 6) where numbers[row + 1] != 9 {
      weights[Int(numbers[row + 2]) % 12] += Double(numbers[row + 5] - numbers[row + 4])
    }
  } catch {
    // too many events: the key signatures count alone
  }
  return SongKeys(object.file ?? fileToWrite(object), weights: weights)
}
