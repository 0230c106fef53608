import TactusLV2
import TactusPlugin
import TestSupport
import Testing

/// The sampler with outputs by part and drum group.
@Suite("LV2: outputs by part")
struct LV2OutputTests {
  private func play(_ host: SimulatedHost, _ seed: UInt64, cycles: Int) -> [[Float]] {
    var random = SeededGenerator(seed: seed)
    var channels = Array(repeating: [Float](), count: host.plugin.audioOutputs)
    for _ in 0..<cycles {
      let frames = Int.random(in: 1...700, using: &random)
      var offsets = (0..<3).map { _ in Int.random(in: 0..<frames, using: &random) }
      offsets.sort()
      for offset in offsets {
        let status: UInt8 = Bool.random(using: &random) ? 0x90 : 0x80
        let (channel, key) = (UInt8.random(in: 0...15, using: &random), UInt8.random(in: 30...90, using: &random))
        host.input.addMIDI([status | channel, key, 90], at: offset)
      }
      host.run(frames)
      for (index, channel) in host.audio.enumerated() { channels[index] += channel }
    }
    return channels
  }

  @Test("the sum of the outputs is the sampler's stereo output", arguments: [Set<Int>(), [3 + 2 * 5], Set(5...48)])
  func sum(unconnected: Set<Int>) throws {
    let seed: UInt64 = 7_700
    let mix = play(try #require(SimulatedHost(Plugins.sampler)), seed, cycles: 40)
    let host = try #require(SimulatedHost(Plugins.samplerOutputs))
    host.isUnconnected = unconnected
    let outputs = play(host, seed, cycles: 40)
    let peak = Double(max(mix[0].peak, mix[1].peak))
    #expect(peak > 0.01)
    for side in 0...1 {
      var sum = [Double](repeating: 0, count: mix[side].count)
      for channel in stride(from: side, to: outputs.count, by: 2) where !unconnected.contains(3 + channel) {
        for (frame, sample) in outputs[channel].enumerated() { sum[frame] += Double(sample) }
      }
      let worst = zip(mix[side], sum).map { abs(Double($0) - $1) }.max() ?? .infinity
      #expect(worst <= peak * 1e-5, "side \(side), seed \(seed): \(worst) of \(peak)")
    }
  }

  @Test("it reads and writes the states of the sampler") func states() throws {
    let (sampler, outputs) = (PluginUnit(Plugins.sampler), PluginUnit(Plugins.samplerOutputs))
    sampler.setParameter(3, to: 42)
    try outputs.restore(sampler.state())
    #expect(outputs.value(ofParameter: 3) == 42)
    #expect(outputs.state() == sampler.state())
    try sampler.restore(outputs.state())
  }
}
