import TactusEngine
import TestSupport
import Testing

/// A sampler whose banks, presets, effects and settings another thread swaps. `TACTUS_ROUNDS` multiplies the duration.
/// `Scripts/check-threads` runs it under ThreadSanitizer.
@Suite(.serialized) struct SamplerThreadsTests {
  @Test("swaps under load are heard nowhere else") func swapsUnderLoad() throws {
    let session = try SamplerSession(seed: 1, cycles: rounds(700))
    session.run(audio: { $0() })
    #expect(session.swapCount >= SamplerSession.fewestSwaps)
  }
}
