import TactusMIDI
import TactusPlugin
import TactusProcessors
import TactusRealtime
import TactusRender
import TestSupport
import Testing

/// Hosts compensate the latency that a plug-in reports while it is bypassed too. What passes beside its MIDI effects is
/// therefore as late as what passes through them.
@Suite("Latency of a bypassed plug-in")
struct BypassLatencyTests {
  /// A host of a plug-in whose chain has a latency of 10 ms: 480 frames.
  private func host(_ index: Int, sampleRate: Double = 48_000) throws -> PluginHost {
    let host = PluginHost(Plugins.all[index], sampleRate: sampleRate)
    if host.unit.descriptor.kind == .noteGenerator { for lane in 1...8 { host.set("lane\(lane)On", 0) } }
    var humanise = Humanise()
    (humanise.timing, humanise.looksAhead) = (10, true)
    try host.unit.publish(ProcessorChain([.humanise(humanise)]))
    host.render(64)
    #expect(host.unit.latency == Int(sampleRate / 100))
    return host
  }

  /// Renders cycles that bring events, and changes of parameters, at frames counted from the first of these cycles.
  private func play(
    _ host: PluginHost, _ events: [(frame: Int64, message: ChannelMessage)],
    changes: [(frame: Int64, symbol: String, value: Double)] = [], frames: Int64, cycles lengths: [Int]
  ) {
    let start = host.frame
    var cycle = 0
    while host.frame < start + frames {
      let (first, length) = (host.frame - start, lengths[cycle % lengths.count])
      cycle += 1
      host.render(length) { core in
        for event in events where event.frame >= first && event.frame < first + Int64(length) {
          core.receive(event.message, at: Int(event.frame - first))
        }
        for change in changes where change.frame >= first && change.frame < first + Int64(length) {
          core.change(parameter: host.index(change.symbol), to: change.value, at: Int(change.frame - first))
        }
      }
    }
  }

  @Test("events are later by the reported latency, for any division into cycles", arguments: [1, 2])
  func delayed(index: Int) throws {
    let events: [(frame: Int64, message: ChannelMessage)] = [
      (0, .on(60)), (10, ChannelMessage(status: 0xB0, 64, 127)), (700, .off(60)), (701, .on(60)),
      (701, ChannelMessage(status: 0xE0, 0, 80)), (1_900, .off(60)),
    ]
    for cycles in [[4_096], [64], [1, 500, 37]] {
      let host = try host(index)
      host.set("bypass", 1)
      host.render(64)
      let start = host.frame
      play(host, events, frames: 4_096, cycles: cycles)
      #expect(host.sent.map(\.frame) == events.map { start + $0.frame + 480 }, "\(cycles)")
      #expect(host.sent.map(\.message) == events.map(\.message), "\(cycles)")
    }
  }

  @Test("without a latency, events pass on their own frames", arguments: [1, 2])
  func undelayed(index: Int) throws {
    let host = try host(index)
    host.set("humaniseOn", 0)
    host.set("bypass", 1)
    host.render(64)
    let start = host.frame
    host.render(64) { $0.receive(.on(60), at: 5) }
    host.render(64) { $0.receive(.off(60), at: 6) }
    #expect(host.sent.map(\.frame) == [start + 5, start + 70])
  }

  @Test("events are as late as reported at a sample rate that is no whole number", arguments: [1, 2])
  func fractionalRate(index: Int) throws {
    let host = try host(index, sampleRate: 44_100.45)
    // 881.499 frames at 44,100, and 881.508 at 44,100.45
    host.set("humaniseTiming", 19.988_64)
    host.set("bypass", 1)
    host.render(64)
    let start = host.frame
    host.render(64) { $0.receive(.on(60), at: 0) }
    for _ in 0..<20 { host.render(64) }
    #expect(host.onsets == [start + Int64(host.unit.latency)])
  }

  @Test("a system-exclusive message is delayed as a whole", arguments: [1, 2])
  func exclusive(index: Int) throws {
    let host = try host(index)
    host.set("bypass", 1)
    host.render(64)
    let start = host.frame
    let bytes: [UInt8] = [0xF0, 0x7D] + Array(1...40) + [0xF7]
    host.render(64) { core in
      core.receive(.on(60), at: 20)
      bytes.withUnsafeBufferPointer { if let first = $0.baseAddress { core.receive(first, count: $0.count, at: 20) } }
      core.receive(.off(60), at: 20)
    }
    for _ in 0..<10 { host.render(64) }
    #expect(host.sent.map(\.frame) == Array(repeating: start + 500, count: 3))
    #expect(host.sent.count == 3 && host.sent[1].bytes == bytes)
  }

  @Test("what waits when the bypass ends is still sent, and a note ends as late as it began", arguments: [1, 2])
  func afterBypass(index: Int) throws {
    let host = try host(index)
    host.set("bypass", 1)
    host.render(64)
    let start = host.frame
    host.render(64) { $0.receive(.on(60), at: 5) }
    host.set("bypass", 0)
    host.render(64) { $0.receive(.off(60), at: 7) }
    for _ in 0..<20 { host.render(64) }
    #expect(host.sent.map(\.frame) == [start + 485, start + 551])
    #expect(host.uneven == [:])
  }

  /// Effects that look ahead send some notes up to a latency early, but the note-offs beside them wait for all of it.
  @Test("a key that is struck again as the bypass ends is not ended by its first note-off", arguments: [1, 2])
  func struckAgain(index: Int) throws {
    let keys: [UInt8] = Array(40..<60)
    var events: [(frame: Int64, message: ChannelMessage)] = []
    for key in keys { events.append((Int64(key), .on(key))) }
    for key in keys {
      events.append((1_000, .off(key)))
      events.append((1_000, .on(key)))
    }
    for key in keys { events.append((3_000, .off(key))) }
    var first: [PluginHost.Sent]?
    for cycles in [[4_096], [64], [1, 500, 37]] {
      let host = try host(index)
      host.set("bypass", 1)
      host.render(64)
      play(host, events, changes: [(1_000, "bypass", 0)], frames: 4_096, cycles: cycles)
      for key in keys {
        let starts = host.sent.filter { $0.message.keyIndex == Int(key) }.map(\.message.startsNote)
        #expect(starts == [true, false, true, false], "key \(key), \(cycles)")
      }
      #expect(host.sent == first ?? host.sent, "\(cycles)")
      first = host.sent
    }
  }

  @Test("what waits when the bypass ends is not overtaken if there is no longer a latency", arguments: [1, 2])
  func lessLatency(index: Int) throws {
    let (down, up) = (ChannelMessage(status: 0xB0, 64, 127), ChannelMessage(status: 0xB0, 64, 0))
    let host = try host(index)
    host.set("bypass", 1)
    host.render(64)
    let start = host.frame
    play(
      host, [(990, down), (1_000, up)], changes: [(1_000, "bypass", 0), (1_000, "humaniseOn", 0)], frames: 4_096,
      cycles: [500])
    #expect(host.sent.map(\.message) == [down, up])
    #expect(host.sent.map(\.frame) == [start + 1_000, start + 1_000])
  }

  @Test("another bypass ends notes that sound, and drops notes that wait", arguments: [1, 2])
  func anotherBypass(index: Int) throws {
    let host = try host(index)
    host.set("bypass", 1)
    host.render(64) { $0.receive(.on(60), at: 0) }
    for _ in 0..<8 { host.render(64) }
    #expect(host.uneven == [60: 1])
    let start = host.frame
    host.render(64) { core in
      core.receive(.off(60), at: 0)
      core.receive(.on(62), at: 1)
      core.receive(.on(60), at: 2)
      core.change(parameter: 0, to: 0, at: 10)
      core.change(parameter: 0, to: 1, at: 20)
    }
    #expect(host.sent.map(\.message.startsNote) == [true, false] && host.sent.last?.frame == start + 20)
    host.render(64) { core in
      core.receive(.off(62), at: 0)
      core.receive(.off(60), at: 0)
    }
    for _ in 0..<20 { host.render(64) }
    #expect(host.sent.count == 2 && host.uneven == [:])
  }

  @Test("all notes off ends the notes that wait too", arguments: [1, 2])
  func allNotesOff(index: Int) throws {
    let host = try host(index)
    host.set("bypass", 1)
    host.render(64) { $0.receive(.on(60), at: 0) }
    host.set("bypass", 0)
    host.set("humaniseTiming", 1)
    host.render(64) { $0.receive(ChannelMessage(status: 0xB0, 123, 0), at: 0) }
    for _ in 0..<20 { host.render(64) }
    #expect(host.onsets.count == 1 && host.sent.last?.message.endsAllNotes == true)
  }

  @Test("a bypass between two cycles loses nothing that waits in the effects", arguments: [1, 2])
  func betweenCycles(index: Int) throws {
    let host = try host(index)
    let program = ChannelMessage(status: 0xC0, 17)
    host.render(64) { $0.receive(program, at: 0) }
    // a host that only sets a parameter fetches no events
    let core = host.unit.core
    core.pointee.begin(RenderCycle(firstFrame: host.frame, frameCount: 0))
    core.pointee.change(parameter: 0, to: 1, at: 0)
    core.pointee.render(into: AudioBlock(channels: [], channelCount: 0, frameCount: 0))
    #expect(host.sent.isEmpty)
    host.render(64)
    #expect(host.sent.map(\.message) == [program])
  }

  @Test("a reset discards what waits, and ends what sounds", arguments: [1, 2])
  func reset(index: Int) throws {
    let host = try host(index)
    host.set("bypass", 1)
    host.render(512) { $0.receive(.on(60), at: 0) }
    host.render(64) { $0.receive(.on(62), at: 0) }
    host.unit.core.pointee.reset()
    for _ in 0..<20 { host.render(64) }
    #expect(host.onsets.count == 1 && host.uneven == [:])
  }

  /// Law: when all keys have been released, and the latency has passed, nothing sounds at the host.
  @Test("keys, bypasses and latencies at random", arguments: 0..<rounds(20))
  func random(round: Int) throws {
    let seed = seed(of: "latency of a bypassed plug-in") &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    let host = try host(1 + round % 2)
    var held: [UInt8: Int] = [:]
    var isBypassed = false
    for _ in 0..<200 {
      if Int.random(in: 0..<10, using: &random) == 0 {
        host.set("humaniseTiming", Double(Int.random(in: 0...20, using: &random)))
      }
      let events = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        (kind: Int.random(in: 0..<5, using: &random), key: UInt8.random(in: 60...62, using: &random))
      }
      host.render(64 + events.count) { core in
        for (offset, event) in events.enumerated() {
          let count = held[event.key, default: 0]
          switch event.kind {
          case 0, 1:
            guard count < 6 else { continue }
            core.receive(.on(event.key), at: offset)
            held[event.key] = count + 1
          case 2, 3:
            if count > 0 { core.receive(.off(event.key), at: offset) }
            held[event.key] = max(0, count - 1)
          default:
            isBypassed.toggle()
            core.change(parameter: 0, to: isBypassed ? 1 : 0, at: offset)
          }
        }
      }
    }
    host.render(64) { core in
      for key in held.keys.sorted() { for _ in 0..<held[key, default: 0] { core.receive(.off(key), at: 0) } }
    }
    for _ in 0..<8 { host.render(1_024) }
    #expect(host.uneven == [:], "seed \(seed)")
  }
}
