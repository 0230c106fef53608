import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The state of channels that several tracks share: the latest message applies, whichever track sent it.
@Suite struct SharedChannelTests {
  private func message(_ tick: Tick, _ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) -> CompiledMessage {
    CompiledMessage(tick: tick, message: ChannelMessage(status: status, data1, data2))
  }

  private func texts(_ heard: [Heard]) -> [String] {
    heard.map { "\(String($0.message.status, radix: 16)) \($0.message.data1) \($0.message.data2)" }
  }

  private func seek(_ tracks: [(TrackTimeline, CompiledTrack)], to tick: Tick) -> [Heard] {
    let stage = SequencerStage()
    stage.sequencer.publish(.of(tracks))
    return stage.cycle(1, MusicalContext(tempo: 120, beat: Double(tick) / 960))
  }

  private func tracks(_ lists: [[CompiledMessage]]) -> [(TrackTimeline, CompiledTrack)] {
    lists.enumerated().map { (TrackTimeline(notes: [], messages: $1), .of(UInt32($0 + 1))) }
  }

  @Test func whatWasSaidLastHolds() {
    let first = [message(0, 0xB0, 7, 10), message(960, 0xB0, 7, 20), message(970, 0xC0, 4), message(980, 0xE0, 0, 70)]
    let second = [
      message(480, 0xB0, 7, 30), message(490, 0xC0, 3), message(500, 0xE0, 0, 80), message(960, 0xB0, 8, 1),
    ]
    #expect(texts(seek(tracks([first, second]), to: 1_440)) == ["c0 4 0", "b0 7 20", "b0 8 1", "e0 0 70"])
    #expect(texts(seek(tracks([first, second]), to: 700)) == ["c0 3 0", "b0 7 30", "e0 0 80"])
    // at one tick the later track counts
    let third = [message(960, 0xB0, 7, 40)]
    #expect(texts(seek(tracks([first, third]), to: 965)) == ["b0 7 40"])
    #expect(texts(seek(tracks([third, first]), to: 965)) == ["b0 7 20"])
  }

  /// The position in a loop counts, including the previous pass; so do a track's start and channel.
  @Test func passesStartsAndChannelsCount() {
    let loop = (TrackTimeline(notes: [], messages: [message(100, 0xB5, 7, 10), message(900, 0xB5, 7, 11)]))
    let once = (TrackTimeline(notes: [], messages: [message(0, 0xB0, 7, 50)]))
    func state(_ start: Tick, _ limit: Int64 = 0, at tick: Tick) -> [String] {
      texts(
        seek(
          [
            (loop, .of(1, loop: 960) { ($0.channel, $0.passLimit) = (0, limit) }),
            (once, .of(2) { $0.start = start }),
          ], to: tick))
    }
    #expect(state(1_900, at: 1_950) == ["b0 7 50"] && state(1_850, at: 1_950) == ["b0 7 11"])
    #expect(state(1_900, at: 2_100) == ["b0 7 10"])
    #expect(state(1_900, 2, at: 9_000) == ["b0 7 50"] && state(1_850, 2, at: 9_000) == ["b0 7 11"])
    #expect(state(1_900, 3, at: 9_000) == ["b0 7 11"])
  }

  /// An edit of one track's messages sends the state of their channels, not the last messages of that track.
  @Test func anEditSendsWhatHolds() {
    let second = TrackTimeline(notes: [], messages: [message(200, 0xB0, 7, 30)])
    let other = TrackTimeline(notes: [], messages: [message(0, 0xB3, 7, 9)])
    let stage = SequencerStage()
    let version = { (value: UInt8) in
      SequenceTimeline.of([
        (
          TrackTimeline(notes: [], messages: [self.message(100, 0xB0, 7, value), self.message(100, 0xB0, 8, value)]),
          .of(1)
        ),
        (second, .of(2)), (other, .of(3)),
      ])
    }
    stage.sequencer.publish(version(1))
    _ = stage.cycle(12_000, MusicalContext(tempo: 120, beat: 0))
    stage.sequencer.publish(version(2))
    #expect(texts(stage.cycle(64, MusicalContext(tempo: 120, beat: 0.5))) == ["b0 7 30", "b0 8 2"])
  }

  /// Law: tracks that share channels leave the state of one track with all their messages, with checkpoints too, and where
  /// one of them resets the controllers that others have set.
  @Test(arguments: [false, true]) func manyTracksAreOne(resets: Bool) {
    for seed: UInt64 in 0..<UInt64(rounds(24)) {
      var random = SeededGenerator(seed: seed)
      let isPlain = seed % 3 > 0  // else banks and parameters are in disorder, and there are no checkpoints
      var lists = (0..<Int(random.number(2...4))).map { _ in [CompiledMessage]() }
      for tick in stride(from: Tick(0), to: 6_000, by: 2) {
        let track = Int(random.number(0...Int64(lists.count - 1)))
        lists[track] += random.messages(at: tick, isPlain: isPlain)
        if resets, random.number(0...200) == 0 {
          lists[0].append(message(tick, 0xB0 | UInt8(random.number(0...1)), 121))
        }
      }
      let merged = lists.flatMap { $0 }.enumerated().sorted {
        ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
      }
      .map(\.element)
      for _ in 0..<6 {
        let position = random.number(1...6_010) | 1
        let expected = seek(tracks([merged.filter { $0.tick < position }]), to: 6_020)
        let heard = seek(tracks(lists), to: position)
        #expect((heard.map(\.message) == expected.map(\.message)) as Bool, "seed \(seed), place \(position)")
      }
    }
  }
}

extension SeededGenerator {
  /// A message at a tick on one of two channels.
  fileprivate mutating func messages(at tick: Tick, isPlain: Bool) -> [CompiledMessage] {
    let channel = UInt8(number(0...1))
    let say = { (status: UInt8, data1: Int64, data2: Int64) in
      CompiledMessage(
        tick: tick, message: ChannelMessage(status: status | channel, UInt8(data1), UInt8(data2)))
    }
    let value = number(0...127)
    switch number(0...9) {
    case 0: return [say(0xC0, value, 0)]
    case 1: return [say(0xE0, 0, value)]
    case 2: return [say(0xD0, value, 0)]
    case 3 where !isPlain: return [say(0xB0, [0, 6, 32, 38, 98, 99, 100, 101][Int(number(0...7))], number(0...3))]
    case 3: return [say(0xB0, 0, value), say(0xB0, 32, number(0...3)), say(0xC0, number(0...9), 0)]
    case 4:
      let select: Int64 = number(0...1) == 0 ? 98 : 100
      return [say(0xB0, select + 1, number(0...2)), say(0xB0, select, number(0...3)), say(0xB0, 6, value)]
    case 5: return [say(0xB0, 32 + number(1...11), value)]
    default: return [say(0xB0, number(1...11), value)].filter { $0.message.data1 != 6 }
    }
  }
}
