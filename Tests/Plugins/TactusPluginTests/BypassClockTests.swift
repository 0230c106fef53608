import TactusMIDI
import TactusPlugin
import TactusProcessors
import Testing

/// The effects count the clocks that come while the plug-in is bypassed.
@Suite("MIDI clock during a bypass")
struct BypassClockTests {
  /// Plays the arpeggiator with MIDI clock at 120 bpm: a clock every 1,000 frames, and a key from the 80th clock on.
  ///
  /// - Returns: the frames of the steps.
  private func steps(bypassed: Range<Int>?) throws -> [Int64] {
    let host = PluginHost(Plugins.arpeggiator)
    var chain = ProcessorChain([.arpeggiator(Arpeggiator())])
    chain.sync = .midiClock
    try host.unit.publish(chain)
    for clock in 0..<120 {
      host.render(1_000) { core in
        if clock == bypassed?.lowerBound { core.change(parameter: host.index("bypass"), to: 1, at: 0) }
        if clock == bypassed?.upperBound { core.change(parameter: host.index("bypass"), to: 0, at: 0) }
        if clock == 24 { core.receive(ChannelMessage(system: 0xFA), at: 0) }
        core.receive(ChannelMessage(system: 0xF8), at: 0)
        if clock == 80 { core.receive(.on(60), at: 0) }
      }
    }
    return host.onsets
  }

  /// A bypass of nine clocks: one step and a half.
  @Test("after a bypass, the arpeggiator plays on the clocks") func inTime() throws {
    let expected = try steps(bypassed: nil)
    #expect(expected.count > 4)
    #expect(try steps(bypassed: 40..<49) == expected)
  }
}
