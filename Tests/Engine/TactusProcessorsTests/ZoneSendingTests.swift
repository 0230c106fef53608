import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// When one channel to MPE sends its zone to the receiver.
@Suite("MPE zones that are sent") struct ZoneSendingTests {
  @Test("the zone is sent before the first controller or program too: members would not get them")
  func zoneBeforeControllers() throws {
    let zone = [ChannelMessage.controller(101, 0), .controller(100, 6), .controller(6, 15)]
    for first in [ChannelMessage.controller(7, 80), .program(5), .pressure(9), .pitchBend(9_000)] {
      let out = try messages(.channelToMPE(ChannelToMPE()), [first, .noteOn(60), .noteOff(60)])
      #expect(out.starts(with: zone))
      #expect(out.firstIndex(of: first).map { $0 > 2 } == true)
      #expect(out.filter { $0 == zone[2] }.count == 1, "once")
    }
  }

  @Test("a zone that an edit changes waits until no pedal is held")
  func zoneAfterAnEditUnderAPedal() throws {
    var other = ChannelToMPE()
    other.members = 7
    let playing = ChainPlaying(
      frames: 500,
      input: [
        FrameEvent(0, .controller(64, 127)), FrameEvent(10, .noteOn(60)), FrameEvent(20, .noteOff(60)),
        FrameEvent(150, .controller(1, 9)), FrameEvent(300, .controller(64, 0)), FrameEvent(400, .controller(1, 10)),
      ],
      versions: [(0, ProcessorChain([.channelToMPE(other)])), (100, ProcessorChain([.channelToMPE(ChannelToMPE())]))])
    let played = try #require(try playing.played())
    #expect(played.filter { $0.frame == 150 }.map(\.message) == [.controller(1, 9)])
    #expect(played.contains { $0.frame == 400 && $0.message == .controller(6, 15) })
  }

  @Test("a zone that an edit changes waits until no note is held", arguments: [false, true])
  func zoneAfterAnEdit(isBypassedFirst: Bool) throws {
    let first = ProcessorChain([.channelToMPE(ChannelToMPE())])
    var edited = first
    if isBypassedFirst {
      edited.links[0].isBypassed = true
    } else {
      var other = ChannelToMPE()
      other.members = 7
      edited = ProcessorChain([.channelToMPE(other)])
    }
    let playing = ChainPlaying(
      frames: 500,
      input: [
        FrameEvent(0, .noteOn(60)), FrameEvent(150, .controller(1, 9)), FrameEvent(300, .noteOff(60)),
        FrameEvent(400, .controller(1, 10)),
      ],
      versions: [(0, edited), (100, first)])
    let played = try #require(try playing.played())
    #expect(played.filter { $0.frame == 150 }.map(\.message) == [.controller(1, 9)])
    #expect(played.contains { $0.frame == 400 && $0.message == .controller(6, 15) })
  }
}
