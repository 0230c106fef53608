import TestSupport
import Testing

/// A song player that another thread controls. `TACTUS_ROUNDS` multiplies the duration. `Scripts/check-threads` runs it
/// under ThreadSanitizer.
@Suite(.serialized) struct SongPlayerThreadsTests {
  @Test("a transport under load") func transportUnderLoad() throws {
    let session = try SongPlayerSession(seed: 3, cycles: rounds(700))
    let isWell = session.run(audio: { $0() })
    #expect(isWell)
    #expect(session.changeCount >= SongPlayerSession.fewestChanges)
  }
}
