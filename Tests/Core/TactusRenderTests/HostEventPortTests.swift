import TactusMIDI
import TactusRender
import TactusTime
import TestSupport
import Testing

struct HostEventPortTests {
  /// Compared with a list that is sorted completely: order, offsets, carried events, system-exclusive messages,
  /// counters.
  @Test(arguments: [false, true], [false, true]) func eventsComeAtTheirFramesInOrder(leaps: Bool, inSubBlocks: Bool) {
    for seed in 0..<UInt64(rounds(300)) {
      var settings = HostEventSettings()
      settings.capacity = 4_096
      settings.horizon = seed % 4 == 0 ? 0 : 4_000
      var host = RandomHost(seed: seed, settings: settings)
      let longest = host.number(1...2_000)
      for cycle in 0..<40 {
        host.begin(frameCount: host.number(cycle % 7 == 6 ? 0...0 : 1...longest), leaps: leaps)
        for _ in 0..<host.number(0...12) { host.send() }
        let (got, expected) = host.end(inSubBlocks: inSubBlocks)
        let isAsExpected = got == expected
        #expect(isAsExpected, "seed \(seed), cycle \(cycle): \(got.count) events, expected \(expected.count)")
        guard isAsExpected else { return }
        let isInside = got.allSatisfy { $0.offset >= 0 && $0.offset < host.cycle.frameCount }
        #expect(isInside, "seed \(seed), cycle \(cycle)")
      }
      #expect(host.memory.counters == host.expected, "seed \(seed)")
    }
  }

  /// With far too little room: whole messages are dropped and counted, and no note hangs. A note-off for which there is
  /// no room releases its own channel.
  @Test(arguments: [(0, 0), (0, 3), (1, 5), (3, 15), (6, 9), (15, 15)] as [(UInt8, UInt8)])
  func aLostNoteOffReleasesItsChannel(port number: UInt8, channel: UInt8) {
    var settings = HostEventSettings()
    settings.capacity = 1
    let memory = HostEventPortMemory(settings: settings)
    var port = memory.port
    port.begin(RenderCycle(firstFrame: 0, frameCount: 64))
    port.receive(ChannelMessage(status: 0x80 | channel ^ 1, 1, 0, port: number), at: 500)  // waits, and is a note-off
    port.receive(ChannelMessage(status: 0x80 | channel, 60, 0, port: number), at: 0)
    let events = Array(port.end())
    #expect(events.map(\.message) == [ChannelMessage(status: 0xB0 | channel, 123, 0, port: number)])
  }

  /// In a cycle with sub-blocks, the last frame of the last one has the releases, and all events after its end.
  @Test func theLastSubBlockHasTheRest() {
    var settings = HostEventSettings()
    settings.capacity = 3
    let memory = HostEventPortMemory(settings: settings)
    var port = memory.port
    port.begin(RenderCycle(firstFrame: 0, frameCount: 64))
    let offs = (0..<4).map { ChannelMessage(status: 0x80, 60 + UInt8($0), 0) }
    for (off, time) in zip(offs, [10, 20, 62, 63] as [Int64]) { port.receive(off, at: time) }
    #expect(Array(port.events(from: 0, to: 20)) == [TimedEvent(offset: 10, message: offs[0])])
    #expect(Array(port.events(from: 20, to: 40)) == [TimedEvent(offset: 0, message: offs[1])])
    let rest = [offs[2], ChannelMessage(status: 0xB0, 123, 0)].map { TimedEvent(offset: 9, message: $0) }
    #expect(Array(port.end(from: 40, to: 50)) == rest)
    port.begin(RenderCycle(firstFrame: 64, frameCount: 64))
    #expect(port.end().isEmpty)
  }

  /// A message that ends all notes displaces other messages as a note-off does, and is replaced by releases if there is
  /// no room.
  @Test(arguments: [true, false]) func whatEndsAllNotesIsKept(isForNoteOff: Bool) {
    var settings = HostEventSettings()
    settings.capacity = 1
    let memory = HostEventPortMemory(settings: settings)
    var port = memory.port
    port.begin(RenderCycle(firstFrame: 0, frameCount: 64))
    port.receive(ChannelMessage(status: isForNoteOff ? 0x80 : 0x90, 60, 1), at: 500)
    let end = ChannelMessage(status: 0xB7, 123, 0)
    port.receive(end, at: 9)
    let events = Array(port.end())
    #expect(events == [TimedEvent(offset: isForNoteOff ? 63 : 9, message: end)])
    #expect(memory.counters.dropped == 1)
  }

  @Test func crowdedPortsLoseNoNoteOff() {
    for seed in 0..<UInt64(rounds(300)) {
      var random = SeededGenerator(seed: seed)
      var settings = HostEventSettings()
      settings.capacity = Int.random(in: 1...12, using: &random)
      settings.packetCapacity = Int.random(in: 1...8, using: &random)
      let memory = HostEventPortMemory(settings: settings)
      var port = memory.port
      var (sounding, sent, got, exclusive) = (Set<[UInt8]>(), 0, 0, 0)
      var pending: [[UInt8]] = []
      func take(_ events: EventList) {
        var last: Int32 = 0
        for event in events {
          #expect(event.offset >= last && event.offset < 64, "seed \(seed)")
          last = event.offset
          let message = event.message
          if message.isSystemExclusive {
            // the parts of one message follow each other
            switch message.packetForm {
            case .start: (exclusive, got) = (exclusive + 1, got + 1)
            case .end: exclusive -= 1
            case .middle: #expect(exclusive == 1, "seed \(seed)")
            default: got += 1
            }
            continue
          }
          #expect(exclusive == 0, "seed \(seed): \(message) within a system-exclusive message")
          let key = [message.port, message.channel, message.data1]
          switch message.status & 0xF0 {
          case 0x90: sounding.insert(key)
          case 0x80: sounding.remove(key)
          default:
            if message.data1 == 123 {
              sounding = sounding.filter { $0[0] != key[0] || $0[1] != key[1] }
              continue  // nobody has sent it
            }
          }
          got += 1
        }
      }
      for cycle in 0..<60 {
        port.begin(RenderCycle(firstFrame: Int64(cycle) * 64, frameCount: 64))
        for _ in 0..<Int.random(in: 0...8, using: &random) {
          let time = Int64(cycle) * 64 + Int64.random(in: -10...200, using: &random)
          sent += 1
          switch Int.random(in: 0..<6, using: &random) {
          case 0, 1:
            let key = [
              UInt8.random(in: 0...1, using: &random) * 9, UInt8.random(in: 0...2, using: &random),
              UInt8.random(in: 0...5, using: &random),
            ]
            port.receive(ChannelMessage(status: 0x90 | key[1], key[2], 99, port: key[0]), at: time)
            pending.append(key)
            // its note-off is not before it
            port.receive(ChannelMessage(status: 0x80 | key[1], key[2], 64, port: key[0]), at: time + 1)
            sent += 1
          case 2:
            let data: [UInt8] = [0xF0] + [UInt8](repeating: 1, count: Int.random(in: 1...40, using: &random)) + [0xF7]
            data.withUnsafeBufferPointer { _ = port.receive($0.baseAddress!, count: $0.count, at: time) }
          default: port.receive(ChannelMessage(status: 0xB0, 7, 1), at: time)
          }
        }
        take(port.end())
      }
      for cycle in 60..<70 {
        port.begin(RenderCycle(firstFrame: Int64(cycle) * 64, frameCount: 64))
        take(port.end())
      }
      #expect(sounding.isEmpty, "seed \(seed): \(sounding) hang")
      #expect(got + memory.counters.dropped == sent && exclusive == 0, "seed \(seed)")
      #expect(memory.counters.dropped > 0 || pending.count < 5, "seed \(seed): was it crowded at all?")
    }
  }

  /// A message that lacks packets, and packets that belong to no message.
  @Test func brokenSystemExclusiveMessages() {
    var settings = HostEventSettings()
    settings.packetCapacity = 3
    let memory = HostEventPortMemory(settings: settings)
    var port = memory.port
    let packets = Array(SystemExclusivePackets([UInt8](repeating: 5, count: 18), port: 1))  // start, middle, end
    let note = ChannelMessage(status: 0x90, 60, 100)
    func cycle(_ messages: [ChannelMessage]) -> [ChannelMessage] {
      port.begin(RenderCycle(firstFrame: 0, frameCount: 64))
      for message in messages { port.receive(message, at: HostEventTime.immediate) }
      return port.end().map(\.message)
    }
    #expect(cycle([packets[1], packets[2], note]) == [note])
    #expect(memory.counters.malformed == 2)
    #expect(cycle([packets[0], packets[1], note]) == [note])  // waits for its end
    #expect(cycle([packets[0], packets[1], packets[2]]) == packets)  // the one before is given up
    #expect(memory.counters.malformed == 3)
    // four packets find no room: not one of them comes, and the room is free again
    #expect(cycle([packets[0], packets[1], packets[1], packets[2]]) == packets[..<0] + [])
    #expect(memory.counters.dropped == 1)
    #expect(cycle(packets) == packets)
    // on two ports at once
    let other = Array(SystemExclusivePackets([1, 2, 3], port: 2))
    #expect(cycle([packets[0], other[0], packets[1], packets[2]]) == other + packets)
    port.receive(ChannelMessage(word0: 0x3090_0000, word1: 0), at: 0)
    #expect(memory.counters.malformed == 4)
    port.receive(packets[0], at: 0)
    port.reset()
    #expect(cycle(packets) == packets)
  }

  @Test func bytesThatAreNotWhole() {
    let memory = HostEventPortMemory()
    var port = memory.port
    port.begin(RenderCycle(firstFrame: 100, frameCount: 10))
    let arrays: [([UInt8], Bool)] = [
      ([0x90, 60, 100, 64, 100], true), ([0x90, 60], false), ([0xF0, 1, 2], false), ([1, 2], false), ([0xF8], true),
      ([0xF0, 0xF7], true), ([0xC1, 5, 0xF0, 1, 0xFA, 2, 0xF7], true),
    ]
    for (bytes, isWhole) in arrays {
      let got = bytes.withUnsafeBufferPointer { port.receive($0.baseAddress!, count: $0.count, at: 103) }
      #expect(got == isWhole, "\(bytes)")
    }
    let messages = [
      ChannelMessage(status: 0x90, 60, 100), ChannelMessage(status: 0x90, 64, 100), ChannelMessage(system: 0xF8),
      ChannelMessage(status: 0xC1, 5), ChannelMessage(system: 0xFA),
      SystemExclusivePackets([1, 2]).first { _ in true }!,
    ]
    #expect(port.end().map(\.message) == messages)
    #expect(memory.counters.malformed == 3)
  }

  @Test func timesThatMeanNow() {
    #expect(HostEventTime.immediate == Int64(bitPattern: 0xFFFF_FFFF_0000_0000))
    for offset in [0, 1, 511, 1 << 20, 1 << 31 - 1] as [Int64] {
      #expect(HostEventTime.offset(ofImmediate: HostEventTime.immediate(after: offset)) == offset)
    }
    #expect(HostEventTime.immediate(after: -1) == HostEventTime.immediate)
    #expect(HostEventTime.immediate(after: .max) == -(1 << 31) - 1)
    for time in [0, 5, -1, -(1 << 31), -(1 << 32) - 1, .min, .max] as [Int64] {
      #expect(HostEventTime.offset(ofImmediate: time) == nil)
    }
    let cycle = RenderCycle(firstFrame: .max - 3, frameCount: 8)
    let offsets: [Int32] = [0, 3, 4, -1]
    let expected: [Int64] = [.max - 3, .max, .max, .max - 4]
    #expect(offsets.map { HostEventTime.absolute(offset: $0, in: cycle) } == expected)
    // there and back
    let memory = HostEventPortMemory()
    var port = memory.port
    for first in [0, -200, 1 << 40] as [Int64] {
      let cycle = RenderCycle(firstFrame: first, frameCount: 64)
      port.begin(cycle)
      for offset in 0..<64 as Range<Int32> {
        let message = ChannelMessage(status: 0xB0, 1, UInt8(offset))
        port.receive(message, at: HostEventTime.absolute(offset: offset, in: cycle))
        port.receive(message, at: HostEventTime.immediate(after: Int64(offset)))
      }
      #expect(port.end().map { Int($0.offset) } == (0..<64).flatMap { [$0, $0] })
    }
    #expect(memory.counters == HostEventCounters())
  }

  @Test func nothingTraps() {
    let wild: [Int64] = [
      .min, .min + 1, -(1 << 32), -(1 << 32) - 1, -(1 << 31), -1, 0, 1, 63, 64, 1 << 40, .max - 1, .max,
    ]
    for seed in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: seed)
      var settings = HostEventSettings()
      settings.capacity = Int.random(in: -3...30, using: &random)
      settings.packetCapacity = Int.random(in: -3...10, using: &random)
      settings.horizon = wild.randomElement(using: &random)!
      let memory = HostEventPortMemory(settings: settings)
      var port = memory.port
      for _ in 0..<60 {
        let frames = [Int.min, -1, 0, 1, 64, .max].randomElement(using: &random)!
        port.begin(RenderCycle(firstFrame: wild.randomElement(using: &random)!, frameCount: frames))
        for _ in 0..<Int.random(in: 0...10, using: &random) {
          let time = wild.randomElement(using: &random)!
          if Bool.random(using: &random) {
            let bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes.withUnsafeBufferPointer { _ = port.receive($0.baseAddress!, count: 20, at: time, port: bytes[0]) }
          } else {
            let type = [0, 1, 2, 3, 3, 4, 15].randomElement(using: &random)! as UInt32
            let word = UInt32(truncatingIfNeeded: random.next()) >> 4 | type << 28
            port.receive(ChannelMessage(word0: word, word1: UInt32(truncatingIfNeeded: random.next())), at: time)
          }
        }
        var last: Int32 = 0
        for event in port.end() {
          #expect(event.offset >= last && Int(event.offset) < frames, "seed \(seed)")
          last = event.offset
        }
      }
    }
  }

  /// Events that arrive with jitter but have time stamps, and are played one cycle after their stamps: the jitter
  /// becomes a constant latency, and no event is late.
  @Test func fixedLatencyTakesOutJitter() {
    var random = SeededGenerator(seed: 52)
    let (memory, frames) = (HostEventPortMemory(), 256 as Int64)
    var (port, clock) = (memory.port, HostClock(sampleRate: 48_000, timeBase: .appleSilicon))
    // one event each 1,000 frames, at the true frame 1,000 · n; it reaches us when a cycle begins
    var (next, played) = (1_000 as Int64, [Int64]())
    for cycle in 0..<2_000 as Range<Int64> {
      let first = cycle * frames
      clock.anchor(frame: first, hostTime: 1 << 44 + first * 500)
      port.begin(RenderCycle(firstFrame: first, frameCount: Int(frames)))
      while next <= first {
        let stamp = clock.hostTime(atFrame: next) + Int64.random(in: -240...240, using: &random)  // half a frame
        port.receive(ChannelMessage(status: 0xFE, 0), at: clock.frame(atHostTime: stamp) + frames)
        next += 1_000
      }
      played += port.end().map { first + Int64($0.offset) }
    }
    let isConstant = played.enumerated().allSatisfy { $0.element == 1_000 * Int64($0.offset + 1) + frames }
    #expect(isConstant && played.count > 500)
    #expect(memory.counters.late == 0)
  }
}
