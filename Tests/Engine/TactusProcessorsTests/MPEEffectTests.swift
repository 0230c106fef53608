import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// Examples of MPE to one channel and back.
@Suite("MPE effects") struct MPEEffectTests {
  @Test("an MPE zone on one channel: bends of manager and member add up in the receiver's range")
  func mpeToChannel() throws {
    var mpe = MPEToChannel()
    (mpe.memberRange, mpe.managerRange, mpe.receiverRange) = (48, 2, 24)
    mpe.sendsRange = false
    let out = try messages(
      .mpeToChannel(mpe),
      [
        .pitchBend(8_192 + 1_024, channel: 1), .noteOn(60, channel: 1), .keyPressure(60, 5, channel: 1),
        .pressure(90, channel: 2), .noteOn(64, channel: 2), .controller(64, 127, channel: 2), .pitchBend(16_383),
        .noteOff(64, channel: 2), .noteOff(60, channel: 1),
      ])
    #expect(
      out == [
        .pitchBend(8_192 + 2_048), .noteOn(60), .pitchBend(8_192), .pressure(90), .noteOn(64), .pitchBend(8_192 + 683),
        .noteOff(64), .pitchBend(8_192 + 2_731), .pressure(0), .noteOff(60), .pitchBend(8_192),
      ])
  }

  /// A registered parameter on a channel.
  private func parameter(_ number: UInt8, _ value: UInt8, channel: UInt8) -> [ChannelMessage] {
    [(101, 0), (100, number), (6, value)].map { .controller($0.0, $0.1, channel: channel) }
  }

  @Test("the sender's bend ranges count: of one member for all, of the manager for itself, until a new zone")
  func bendRangesSaid() throws {
    var played: [ChannelMessage] = [.noteOn(60, channel: 1), .pitchBend(9_216, channel: 1)]
    played += parameter(0, 24, channel: 5)
    played.append(.pitchBend(8_704))
    played += parameter(0, 12, channel: 0) + parameter(6, 15, channel: 0)
    played.append(.noteOff(60, channel: 1))
    var mpe = MPEToChannel()
    func bends() throws -> [Int] {
      let out = try messages(.mpeToChannel(mpe), played)
      return out.filter { $0.status & 0xF0 == 0xE0 }.map { Int($0.pitchBend) - 8_192 }
    }
    // the member's 1,024 at 48 of 48 semitones, then at 24; the manager's 512 at 2 semitones, then at 12; then as at first
    let said = try bends()
    #expect(said == [1_024, 512, 533, 640, 1_045, 0])
    mpe.followsSender = false
    let own = try bends()
    #expect(own == [1_024, 1_045, 0])
  }

  /// The messages that set the bend range and then restore the sender's selection.
  private func bendRange(_ semitones: UInt8, channel: UInt8 = 0, selecting: UInt8 = 127) -> [ChannelMessage] {
    let steps = [(101, 0), (100, 0), (6, semitones), (38, 0), (101, selecting), (100, selecting)]
    return steps.map { .controller(UInt8($0.0), $0.1, channel: channel) }
  }

  private static let resets: [[UInt8]] = [
    [0x7E, 0x7F, 9, 1], [0x7E, 0x10, 9, 3], [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41],
    [0x41, 0x10, 0x42, 0x12, 0, 0, 0x7F, 1, 0], [0x43, 0x10, 0x4C, 0, 0, 0x7E, 0],
  ]
  private static let others: [[UInt8]] = [
    [0x7E, 0x7F, 6, 1], [0x7F, 0x7F, 4, 1, 0, 100], [0x43, 0x10, 0x4C, 0, 0, 0x7E, 1], [0x7E, 0x7F, 9, 4],
    [0x41, 0x10, 0x42, 0x12, 0x40, 0, 4, 0x7F, 0x3D], [0x7E, 0x7F, 9, 1, 1], [],
  ]

  @Test("the receiver's bend range is sent before the first note, after a reset again, and undone at the end")
  func receiverRange() throws {
    let mpe = MPEToChannel()
    let note = [ChannelMessage.noteOn(60, channel: 3), .noteOff(60, channel: 3)]
    let once = bendRange(48) + [.noteOn(60), .noteOff(60)]
    #expect(try messages(.mpeToChannel(mpe), note) == once + bendRange(2))
    for reset in Self.resets {
      let packets = packets(reset)
      let out = try messages(.mpeToChannel(mpe), note + packets + note)
      #expect(out == once + packets + once + bendRange(2), "\(reset)")
    }
    for other in Self.others {
      let packets = packets(other)
      let out = try messages(.mpeToChannel(mpe), note + packets + note)
      #expect(out == once + packets + [.noteOn(60), .noteOff(60)] + bendRange(2), "\(other)")
    }
    // the selection of the manager channel is restored
    let selected = [ChannelMessage.controller(101, 0), .controller(100, 1)]
    #expect(
      try messages(.mpeToChannel(mpe), selected + note).prefix(8)
        == (selected + bendRange(48).prefix(4) + [.controller(101, 0), .controller(100, 1)]).prefix(8))
  }

  @Test("another output channel gets the bend range, and the old one the sender's", arguments: [[], Array(1..<400)])
  func changedChannel(cuts: [Int]) throws {
    var (old, new) = (MPEToChannel(), MPEToChannel())
    (old.channel, new.channel, old.members, new.members) = (5, 12, 7, 7)
    let playing = ChainPlaying(
      frames: 400,
      input: [
        FrameEvent(0, .noteOn(60, channel: 1)), FrameEvent(200, .noteOff(60, channel: 1)),
        FrameEvent(300, .noteOn(62, channel: 2)), FrameEvent(350, .noteOff(62, channel: 2)),
      ],
      versions: [(0, ProcessorChain([.mpeToChannel(old)])), (100, ProcessorChain([.mpeToChannel(new)]))])
    let out = try #require(try playing.played(cuts: cuts)).map(\.message)
    let start = bendRange(48, channel: 5) + [.noteOn(60, channel: 5)]
    let change = bendRange(48, channel: 5) + bendRange(48, channel: 12)
    let rest =
      [.noteOff(60, channel: 5), .noteOn(62, channel: 12), .noteOff(62, channel: 12)] + bendRange(2, channel: 12)
    // channel 6 is a member, whose bends have the members' range; channel 13 is outside the zone
    #expect(out == start + change + rest)
  }

  @Test("a conversion of bend ranges sends the receiver's range again after a reset", arguments: resets)
  func bendRangeAfterReset(reset: [UInt8]) throws {
    let packets = packets(reset)
    var played = parameter(0, 24, channel: 0)
    played.append(.pitchBend(9_216))
    played += packets
    played.append(.pitchBend(9_216))
    let out = try messages(.bendRange(BendRange()), played)
    let bends = out.filter { $0.status & 0xF0 == 0xE0 }.map { Int($0.pitchBend) - 8_192 }
    // 24 semitones of the sender are twice the receiver's 12; after the reset its range is 2, a sixth
    #expect(bends == [2_048, 171, 1_024])
    let ranges = out.enumerated().filter { $0.element == .controller(6, 12) }.map(\.offset)
    let last = out.lastIndex(of: packets[packets.count - 1]) ?? 0
    #expect(ranges.count == 2 && ranges[0] < last && ranges[1] > last)
  }

  @Test("a zone is sent again after a reset, with the bend range that the sender has set", arguments: resets)
  func zoneAfterReset(reset: [UInt8]) throws {
    let zone = [ChannelMessage.controller(101, 0), .controller(100, 6), .controller(6, 15)]
    let note = [ChannelMessage.noteOn(60), .noteOff(60)]
    let played = parameter(0, 12, channel: 0) + note + packets(reset) + note
    let out = try messages(.channelToMPE(ChannelToMPE()), played)
    let zones = out.indices.filter { out[$0...].starts(with: zone) }
    #expect(zones.count == 2)
    let usual = out.indices.filter { out[$0...].starts(with: bendRange(2).prefix(4)) }
    #expect(usual.count == 2 && usual[0] < zones[1] && usual[1] > zones[1])
    let own = out.indices.filter { out[$0...].starts(with: parameter(0, 12, channel: 0)) }
    #expect(own.count == 1 && own[0] > usual[0] && own[0] < zones[1])
  }

  @Test("one channel as an MPE zone: told once, a channel for each note, shared when all are taken")
  func channelToMPE() throws {
    var mpe = ChannelToMPE()
    mpe.members = 2
    let out = try messages(
      .channelToMPE(mpe),
      [
        .noteOn(60), .keyPressure(60, 9), .noteOn(62), .noteOn(64), .noteOff(60), .noteOff(62), .noteOff(64),
        .pitchBend(5),
      ])
    let notes = out.filter { $0.startsNote }
    #expect(notes == [.noteOn(60, channel: 1), .noteOn(62, channel: 2), .noteOn(64, channel: 1)])
    #expect(out.prefix(3) == [.controller(101, 0), .controller(100, 6), .controller(6, 2)])
    #expect(out.contains(.pressure(9, channel: 1)) && out.contains(.pitchBend(5)))
    guard let first = out.firstIndex(of: notes[0]) else { return }
    #expect(
      out[(first - 3)..<first] == [
        .pitchBend(8_192, channel: 1), .controller(74, 64, channel: 1), .pressure(0, channel: 1),
      ])
  }

  @Test("the member that played a key last plays it again; else the one that is free for the longest")
  func memberChoice() throws {
    var mpe = ChannelToMPE()
    mpe.members = 3
    let keys: [UInt8] = [60, 62, 62, 60, 65]
    let out = try messages(.channelToMPE(mpe), keys.flatMap { [.noteOn($0), .noteOff($0)] })
    #expect(out.filter { $0.startsNote }.map(\.channel) == [1, 2, 2, 1, 3])
  }

  @Test("a bend range that the sender sets while the effect is bypassed and still holds a note is sent with the zone")
  func rangeWhileBypassed() throws {
    let active = ProcessorChain([.channelToMPE(ChannelToMPE())])
    var bypassed = active
    bypassed.links[0].isBypassed = true
    let range: [ChannelMessage] = [.controller(101, 0), .controller(100, 0), .controller(6, 5)]
    let playing = ChainPlaying(
      frames: 400,
      input: [FrameEvent(0, .noteOn(60))] + range.map { FrameEvent(150, $0) } + [
        FrameEvent(160, .noteOff(60)), FrameEvent(300, .noteOn(62)),
      ],
      versions: [(0, active), (100, bypassed), (200, active)])
    let played = try #require(try playing.played())
    #expect(try playing.played(cuts: Array(1..<400)) == played)
    let sent = played.filter { $0.frame == 300 && $0.message.channel == 0 }.map(\.message)
    #expect(sent.contains(.controller(6, 5)), "\(sent)")
  }

  @Test(
    "what the sender sets while the effect is bypassed reaches the manager before its next message",
    arguments: [[ChannelMessage.noteOn(62)], [.pitchBend(10_000)], [.controller(96, 1)]])
  func parametersWhileBypassed(_ next: [ChannelMessage]) throws {
    var mpe = ChannelToMPE()
    mpe.channel = 3
    let active = ProcessorChain([.channelToMPE(mpe)])
    var bypassed = active
    bypassed.links[0].isBypassed = true
    func input(_ frame: Int, _ messages: [ChannelMessage]) -> [FrameEvent] {
      messages.map { FrameEvent(frame, $0.with(channel: 3)) }
    }
    let playing = ChainPlaying(
      frames: 400,
      input: input(0, [.noteOn(60)]) + input(150, [.controller(101, 0), .controller(100, 0), .controller(6, 5)])
        + input(300, next) + input(350, [.pitchBend(12_000)]),
      versions: [(0, active), (100, bypassed), (200, active)])
    let played = try #require(try playing.played())
    #expect(try playing.played(cuts: Array(1..<400)) == played)
    let manager = played.filter { $0.message.channel == 0 && $0.frame > 0 && $0.frame < 400 }
    let selected = [ChannelMessage.controller(101, 0), .controller(100, 0)]
    #expect(manager.prefix(6).map(\.message) == ChannelMessage.registered(0, 5, 0) + selected)
    #expect(manager.allSatisfy { $0.frame >= 300 })
    #expect(manager.filter { $0.message == .controller(6, 5) }.count == 1, "\(manager)")
    // the sender's range has passed to channel 4, a member, and so applies to all members
    #expect(played.contains { $0.frame == 300 && $0.message == .controller(6, 48, channel: 1) })
  }

  @Test("what the sender of the manager channel sets while the effect is bypassed is not sent again")
  func parametersOfTheManagerChannel() throws {
    let active = ProcessorChain([.channelToMPE(ChannelToMPE())])
    var bypassed = active
    bypassed.links[0].isBypassed = true
    let playing = ChainPlaying(
      frames: 400,
      input: [FrameEvent(0, .noteOn(60))]
        + [.controller(99, 1), .controller(98, 8), .controller(6, 100)].map { FrameEvent(150, $0) }
        + [FrameEvent(300, .controller(38, 5))],
      versions: [(0, active), (100, bypassed), (200, active)])
    let played = try #require(try playing.played())
    #expect(played.filter { $0.frame == 300 }.map(\.message) == [.controller(38, 5)])
  }

  @Test("after a bend range in MIDI 2.0, the parameter that the sender has selected in MIDI 1.0 is selected again")
  func selectionAfterMIDI2() throws {
    let active = ProcessorChain([.channelToMPE(ChannelToMPE())])
    var bypassed = active
    bypassed.links[0].isBypassed = true
    let note = ChannelMessage(word0: 0x4090_3C00, word1: 0x8000_0000)
    let playing = ChainPlaying(
      frames: 200,
      input: [FrameEvent(0, .controller(101, 0)), FrameEvent(0, .controller(100, 1)), FrameEvent(150, note)],
      versions: [(0, bypassed), (100, active)])
    let ofManager = try #require(try playing.played()).map(\.message).filter { $0.channel == 0 }
    let last = try #require(ofManager.lastIndex { $0.isMIDI2 && $0.status & 0xF0 == 0x20 })
    #expect(ofManager[(last + 1)...].prefix(2) == [.controller(101, 0), .controller(100, 1)])
  }

  @Test("if a message to the former manager ends the note of the leading channel, another channel leads")
  func leaderOfAFormerZone() throws {
    var (old, new) = (MPEToChannel(), MPEToChannel())
    (old.members, new.isUpper, new.members, old.leader, new.leader) = (15, true, 7, .oldest, .oldest)
    (old.channel, new.channel, old.sendsRange, new.sendsRange) = (3, 3, false, false)
    let playing = ChainPlaying(
      frames: 400,
      input: [
        FrameEvent(0, .noteOn(60, channel: 12)), FrameEvent(0, .pitchBend(12_000, channel: 12)),
        FrameEvent(200, .noteOn(64, channel: 10)), FrameEvent(300, .controller(123, 0)),
        FrameEvent(350, .noteOff(64, channel: 10)),
      ],
      versions: [(0, ProcessorChain([.mpeToChannel(old)])), (100, ProcessorChain([.mpeToChannel(new)]))])
    let played = try #require(try playing.played())
    #expect(try playing.played(cuts: Array(1..<400)) == played)
    let bends = played.filter { $0.message.status & 0xF0 == 0xE0 && $0.frame < 350 }
    #expect(bends.map(\.frame) == [0, 300], "\(bends)")
    #expect(bends.last?.message == .pitchBend(8_192, channel: 3))
  }

  @Test(
    "a message to the manager ends notes of former members too, but no notes that passed", arguments: [false, true])
  func formerMembers(isBypassed: Bool) throws {
    var (wide, narrow) = (MPEToChannel(), MPEToChannel())
    (wide.members, narrow.members, wide.channel, narrow.channel) = (8, 2, 15, 15)
    var chain = ProcessorChain([.mpeToChannel(narrow)])
    chain.links[0].isBypassed = isBypassed
    let playing = ChainPlaying(
      frames: 400,
      input: [
        FrameEvent(0, .noteOn(60, channel: 7)), FrameEvent(0, .noteOn(62, channel: 2)),
        FrameEvent(0, .noteOn(64, channel: 12)), FrameEvent(200, .noteOn(60, channel: 7)),
        FrameEvent(300, .controller(123, 0)), FrameEvent(350, .noteOff(60, channel: 7)),
        FrameEvent(360, .noteOff(60, channel: 7)), FrameEvent(370, .noteOff(64, channel: 12)),
      ],
      versions: [(0, ProcessorChain([.mpeToChannel(wide)])), (100, chain)])
    let played = try #require(try playing.played())
    #expect(try playing.played(cuts: Array(1..<400)) == played)
    let ends = played.filter { $0.message.endsNote && $0.frame < 400 }
    let ended = ends.map { "\($0.frame) \($0.message.channel) \($0.message.data1)" }
    #expect(ended.sorted() == ["300 15 60", "300 15 62", "350 7 60", "370 12 64"])
  }
}
