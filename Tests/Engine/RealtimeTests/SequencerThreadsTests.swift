import TestSupport
import Testing

/// Playing while others edit. Run under the thread sanitizer, too.
@Suite(.serialized) struct SequencerThreadsTests {
  @Test(arguments: [false, true]) func playingWhileOthersEdit(isLeading: Bool) throws {
    for seed in 0..<UInt64(rounds(2)) {
      let session = try EditingSession(seed: seed, cycles: 1_500, isLeading: isLeading)
      session.run(audio: { $0() })
      #expect(session.versions >= EditingSession.fewestVersions, "seed \(seed)")
    }
  }
}
