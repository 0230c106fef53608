import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// Effects that generate notes leave the drums, channel 10, alone unless their settings name that channel.
@Suite("Drum channel") struct DrumChannelTests {
  @Test(
    "drums pass unless the settings name their channel",
    arguments: [
      #"{"effect": "arpeggiator", "order": "upDown""#, #"{"effect": "echo", "beats": 0.25, "repeats": 2"#,
      #"{"effect": "chordMemory", "chord": [0, 4, 7]"#,
    ])
  func drumsPass(effect: String) throws {
    let drums = [
      FrameEvent(0, .noteOn(36, 100, channel: 9)), FrameEvent(100, .noteOn(42, 100, channel: 9)),
      FrameEvent(12_000, .noteOff(36, channel: 9)), FrameEvent(12_100, .noteOff(42, channel: 9)),
    ]
    let melody = drums.map { FrameEvent($0.frame, $0.message.with(channel: 0)) }
    #expect(try play(effect + "}", drums) == drums)
    #expect(try play(effect + "}", melody) != melody)
    #expect(try play(effect + #", "channels": [10]}"#, drums) != drums)
  }

  private func play(_ effect: String, _ input: [FrameEvent]) throws -> [FrameEvent]? {
    let text = #"{"effects": [\#(effect)]}"#
    var unknown: [String] = []
    let chain = try ProcessorChain(reading: FileBytes(copying: Array(text.utf8), name: "test"), unknown: &unknown)
    #expect(unknown.isEmpty)
    return try ChainPlaying(frames: 60_000, input: input, versions: [(0, chain)]).played(cuts: [1_000, 30_000])
  }
}
