import TactusEngine
import TactusFiles
import TactusProcessors
import Testing

@Suite struct KeySpellingTests {
  private func text(_ keys: [UInt8], sharps: Int8, isMinor: Bool = false) throws -> String {
    let chord = try #require(Chord.candidates(for: HeldPitches(keys: keys)).first)
    return KeySpelling(MIDIFile.KeySignature(sharps: sharps, isMinor: isMinor)).text(chord)
  }

  @Test func spellsChordsInTheKey() throws {
    #expect(try text([58, 62, 65, 69], sharps: -1) == "Bbmaj7")
    #expect(try text([57, 60, 65], sharps: -1) == "F/A")
    #expect(try text([54, 58, 61], sharps: 3) == "F#")
    #expect(try text([54, 58, 61], sharps: -5) == "Gb")
  }

  @Test func findsTheKeyOfNotesWithoutSignatures() {
    let scale = [2, 0, 1, 0, 1.5, 1, 0, 1.8, 0, 1, 0, 0.7]
    let keys = SongKeys(nil, weights: scale)
    #expect(keys.isFromNotes)
    #expect(keys.key(atTick: 960) == MIDIFile.KeySignature(sharps: 0, isMinor: false))
  }
}
