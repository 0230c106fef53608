import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// The two lowest bits of `sampleModes` say whether a sample loops; the others have no meaning (SoundFont 2.04 §8.1.2).
@Suite struct SampleModeTests {
  @Test(arguments: [(0, false), (1, true), (2, false), (3, true), (4, false), (5, true), (-4, false), (-1, true)])
  func onlyTwoBitsCount(mode: Int, loops: Bool) throws {
    let stage = try Stage(.sine([.init(.sampleModes, Int16(mode))]))
    stage.send(.noteOn(60))
    stage.render(4_800)
    #expect(stage.synth.voiceCount == (loops ? 1 : 0))
  }
}
