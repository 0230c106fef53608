import TactusMIDI
import TactusPlugin
import TactusSequencer
import TestSupport
import Testing

/// Plug-ins accept each sample rate that a host may ask for: 1 to 768 kHz, and rates that are no whole numbers.
@Suite("Plug-ins at unusual sample rates")
struct PluginSampleRateTests {
  private static let rates = [1_000, 1_000.5, 2_000 / 1.001, 3_999.9, 7_350, 11_025, 48_000 / 1.001, 768_000]

  @Test("the sampler's sound is finite and ends", arguments: rates)
  func sounds(rate: Double) {
    let host = PluginHost(Plugins.sampler, sampleRate: rate)
    host.set("reverb", 200)
    host.set("chorus", 200)
    var random = SeededGenerator(seed: seed(of: "sample rates"))
    let length = rate > 100_000 ? 4_096 : 512
    for _ in 0..<30 {
      host.render(length) { core in
        let channel = UInt8.random(in: 0..<16, using: &random)
        core.receive(ChannelMessage(status: 0xC0 | channel, .random(in: 0..<128, using: &random), 0), at: 0)
        // the filter's cutoff and resonance, by the sound controllers
        for controller in [71, 74] as [UInt8] {
          core.receive(
            ChannelMessage(status: 0xB0 | channel, controller, .random(in: 0..<128, using: &random)), at: 1)
        }
        for _ in 0..<4 {
          let key = UInt8.random(in: 0..<128, using: &random)
          core.receive(.on(key, channel: channel), at: .random(in: 0..<200, using: &random))
          core.receive(.off(key, channel: channel), at: .random(in: 200..<length, using: &random))
        }
      }
    }
    let peak = (host.left + host.right).reduce(0) { max($0, $1.magnitude) }
    #expect((host.left + host.right).allSatisfy(\.isFinite) && peak > 0.01 && peak < 8, "peak \(peak)")
    for channel in UInt8(0)..<16 {
      host.render(64) { $0.receive(ChannelMessage(status: 0xB0 | channel, 120, 0), at: 0) }
    }
    for _ in 0..<Int(30 * min(rate, 20_000) / 2_048) { host.render(2_048) }
    if rate <= 20_000 { #expect(host.left.suffix(1_000).allSatisfy { $0.magnitude < 1e-4 }) }
  }

  @Test("a note has its pitch", arguments: [1_000.0, 2_000 / 1.001, 7_350])
  func pitch(rate: Double) throws {
    let host = PluginHost(Plugins.sampler, sampleRate: rate)
    host.set("reverb", 0)
    host.set("chorus", 0)
    host.set("program1", 79)  // an ocarina, which is nearly a sine
    host.render(256) { $0.receive(.on(57), at: 0) }
    host.render(Int(rate))
    let sound = host.left.suffix(Int(rate)).map { $0 }
    let rises = zip(sound, sound.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    #expect(abs(rises - 220) <= 3, "\(rises) Hz")
  }

  @Test("steps are on their exact frames", arguments: [1_000.0, 1_000.2, 768_000])
  func steps(rate: Double) throws {
    let host = PluginHost(Plugins.sequencer, sampleRate: rate)
    try host.unit.publish(MIDISequence([Track(Pattern([.hit], stepLength: 5_040, key: 70))]))
    let transport = Transport(tempo: 137, sampleRate: rate)
    for _ in 0..<300 { host.render(rate > 100_000 ? 8_192 : 100, transport.context(at: host.frame)) }
    // a step is a quarter of a beat; five times a rate of these is a whole number
    let (up, down) = (Int64((60 * 5 * rate).rounded()), Int64(5 * 4 * 137))
    let expected = host.onsets.indices.map { (2 * Int64($0) * up + down) / (2 * down) }
    #expect(host.onsets.count > 20)
    #expect(host.onsets == expected)
  }

  @Test("the arpeggiator plays at all rates", arguments: rates)
  func arpeggiator(rate: Double) {
    let host = PluginHost(Plugins.arpeggiator, sampleRate: rate)
    for symbol in ["echoOn", "humaniseOn"] { host.set(symbol, 1) }
    let transport = Transport(tempo: 137, sampleRate: rate)
    host.render(64, transport.context(at: 0)) { $0.receive(.on(60), at: 0) }
    for _ in 0..<100 { host.render(Int(rate / 50), transport.context(at: host.frame)) }
    host.render(64) { $0.receive(.off(60), at: 0) }
    for _ in 0..<200 { host.render(Int(rate / 10)) }
    #expect(host.onsets.count > 15)
    #expect(host.uneven == [:])
  }
}
