import TestSupport
import Testing

/// A song player that another thread works. `TACTUS_ROUNDS` multiplies how long. `Scripts/check-threads` runs it under
/// ThreadSanitizer.
@Suite(.serialized) struct SongPlayerThreadsTests {
  @Test("a transport under load") func transportUnderLoad() throws {
    let session = try SongPlayerSession(seed: 3, cycles: rounds(700))
    let isWell = session.run(audio: { $0() })
    #expect(isWell)
    #expect(session.changeCount >= SongPlayerSession.fewestChanges)
  }
}
