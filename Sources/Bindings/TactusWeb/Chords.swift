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

/// The key signatures of a sequence or, if it has none, the key that fits its notes best, as `tactus chords` finds it.
private func songKeys(_ object: WebSequence) -> SongKeys {
  guard let file = object.file ?? playedSong(object, inPlayedOrder: true, rate: 48_000) else {
    return SongKeys(nil, weights: [Double](repeating: 0, count: 12))
  }
  let sounding = SoundingPitches(file, channels: ChordDetector().channels, countsSustained: true)
  return SongKeys(file, weights: sounding.weights)
}
