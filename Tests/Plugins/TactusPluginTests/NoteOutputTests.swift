import TactusMIDI
import TactusPlugin
import TactusRender
import TestSupport
import Testing

@Suite("What a host does not take")
struct NoteOutputTests {
  /// Plays random notes through a host that refuses at random, and ends them.
  private func play(_ seed: UInt64) -> (taken: [(Int32, ChannelMessage)], isInOrder: Bool) {
    var random = SeededGenerator(seed: seed)
    let memory = NoteOutputMemory(capacity: 64)
    var output = NoteOutput(memory.memory)
    var taken: [(Int32, ChannelMessage)] = []
    var held: [UInt8] = []
    var isInOrder = true
    for cycle in 0..<60 {
      var events: [TimedEvent] = []
      if cycle < 40 {
        for offset in 0..<Int32.random(in: 0...12, using: &random) {
          if held.isEmpty || Bool.random(using: &random) {
            let key = UInt8.random(in: 60...63, using: &random)
            held.append(key)
            events.append(TimedEvent(offset: offset, message: .on(key)))
          } else {
            let key = held.remove(at: .random(in: held.indices, using: &random))
            events.append(TimedEvent(offset: offset, message: .off(key)))
          }
        }
      } else if cycle == 40 {
        events = held.map { TimedEvent(offset: 0, message: .off($0)) }
      }
      output.begin()
      if cycle == 20, seed % 3 == 0 { output.endAll() }
      events.withUnsafeBufferPointer { output.add($0, at: 0) }
      var last: Int32 = 0
      // a full host accepts nothing more in a cycle
      let room = cycle > 50 ? .max : Int.random(in: 0...8, using: &random)
      var count = 0
      while let event = output.take() {
        if event.offset < last { isInOrder = false }
        last = event.offset
        count += 1
        if count > room { output.refuse() } else { taken.append((event.offset, event.message)) }
        if count > 1_000 { return (taken, false) }
      }
    }
    return (taken, isInOrder)
  }

  @Test("as many note-offs as note-ons are taken, in order, whatever is refused")
  func law() {
    let first = seed(of: "notes that a host refuses")
    for round in 0..<UInt64(rounds(400)) {
      let (taken, isInOrder) = play(first &+ round)
      var counts = [Int](repeating: 0, count: 128)
      var isNegative = false
      for (_, message) in taken {
        counts[Int(message.data1)] += message.startsNote ? 1 : -1
        if counts[Int(message.data1)] < 0 { isNegative = true }
      }
      // after all notes are ended at once, their note-offs arrive once more
      if (first &+ round) % 3 != 0 {
        #expect(counts.allSatisfy { $0 == 0 } && !isNegative, "seed \(first &+ round)")
      } else {
        #expect(counts.allSatisfy { $0 <= 0 }, "seed \(first &+ round)")
      }
      #expect(isInOrder, "seed \(first &+ round)")
    }
  }

  /// Sends random pedals and bends through a host that refuses at random and resets, and returns what the host holds
  /// after all have been released: the values of each control, by status and number.
  private func playControls(_ seed: UInt64) -> [Int: Int] {
    var random = SeededGenerator(seed: seed)
    let memory = NoteOutputMemory(capacity: 8)
    var output = NoteOutput(memory.memory)
    var host: [Int: Int] = [:]
    let statuses: [(status: UInt8, number: UInt8)] = [(0xB0, 64), (0xB3, 66), (0xB3, 69), (0xE0, 0)]
    for cycle in 0..<60 {
      var events: [TimedEvent] = []
      for offset in 0..<Int32.random(in: 0...12, using: &random) where cycle < 40 {
        let (status, number) = statuses.randomElement(using: &random) ?? statuses[0]
        let value: UInt8 = [0, 50, 64, 127].randomElement(using: &random) ?? 0
        events.append(TimedEvent(offset: offset, message: ChannelMessage(status: status, number, value)))
      }
      if cycle == 40, seed % 2 == 0 {
        // one after the other, because the next cycle has no room for all
        events = statuses.map {
          TimedEvent(offset: 0, message: ChannelMessage(status: $0.status, $0.number, $0.status == 0xE0 ? 64 : 0))
        }
      }
      output.begin()
      events.withUnsafeBufferPointer { output.add($0, at: 0) }
      if cycle == 40, seed % 2 == 1 { output.endAll() }
      let room = cycle > 50 ? .max : Int.random(in: 0...8, using: &random)
      var count = 0
      // some hosts fetch nothing more in a cycle, the others refuse it
      while count < (seed % 3 == 0 ? min(room, 1_000) : 1_000), let event = output.take() {
        count += 1
        if count > room {
          output.refuse()
        } else {
          host[Int(event.message.status) << 8 | Int(event.message.data1)] = Int(event.message.data2)
        }
      }
    }
    return host
  }

  @Test("pedals and pitch bends are released in the end, whatever is refused")
  func controls() {
    let first = seed(of: "pedals that a host refuses")
    for round in 0..<UInt64(rounds(400)) {
      for (control, value) in playControls(first &+ round) {
        #expect(value == (control >> 8 == 0xE0 ? 64 : 0), "seed \(first &+ round), \(String(control, radix: 16))")
      }
    }
  }

  @Test("a refused half pedal releases a pedal that the host holds")
  func refusedHalfPedal() {
    let memory = NoteOutputMemory(capacity: 8)
    var output = NoteOutput(memory.memory)
    func send(_ value: UInt8, refuses: Bool) -> [[UInt8]] {
      output.begin()
      let events = [TimedEvent(offset: 0, message: ChannelMessage(status: 0xB0, 64, value))]
      events.withUnsafeBufferPointer { output.add($0, at: 0) }
      var bytes: [[UInt8]] = []
      while let event = output.take() {
        bytes.append((0..<event.count).map { event.bytes[$0] })
        if refuses { output.refuse() }
      }
      return bytes
    }
    #expect(send(127, refuses: false) == [[0xB0, 64, 127]])
    #expect(send(30, refuses: true) == [[0xB0, 64, 30]])
    output.begin()
    #expect(output.take().map { $0.message.data2 } == 0 && output.take() == nil)
  }

  @Test("a reset releases the pedals and pitch bends that a plug-in has sent")
  func resetReleasesPedals() {
    let host = PluginHost(Plugins.all[1])
    host.render(64) { core in
      for (status, number, value) in [(0xB0, 64, 127), (0xB1, 66, 127), (0xE0, 0, 100), (0xB0, 7, 50)]
        as [(UInt8, UInt8, UInt8)]
      {
        core.receive(ChannelMessage(status: status, number, value), at: 0)
      }
    }
    let before = host.sent.count
    host.render(64) { $0.reset() }
    host.render(64)
    host.render(64)
    #expect(host.sent.dropFirst(before).map(\.bytes) == [[0xB0, 64, 0], [0xE0, 0, 64], [0xB1, 66, 0]])
  }

  @Test("a system-exclusive message comes whole, and one that is cut not at all")
  func exclusive() {
    let memory = NoteOutputMemory(capacity: 64)
    var output = NoteOutput(memory.memory)
    let packets = Array(SystemExclusivePackets(Array(1...20)))
    let events =
      packets.map { TimedEvent(offset: 5, message: $0) } + [TimedEvent(offset: 6, message: .on(60))]
      + packets.dropLast().map { TimedEvent(offset: 7, message: $0) } + [TimedEvent(offset: 8, message: .off(60))]
    output.begin()
    events.withUnsafeBufferPointer { output.add($0, at: 10) }
    var got: [[UInt8]] = []
    while let event = output.take() { got.append((0..<event.count).map { event.bytes[$0] }) }
    #expect(got == [[0xF0] + Array(1...20) + [0xF7], [0x90, 60, 100], [0x80, 60, 64]])
    #expect(output.lost == 1)
  }

  @Test("messages of MIDI 2.0 are sent as those of MIDI 1.0, one after the other")
  func midi2() {
    let memory = NoteOutputMemory(capacity: 64)
    var output = NoteOutput(memory.memory)
    // a registered parameter: four controllers
    let events = [TimedEvent(offset: 3, message: ChannelMessage(word0: 0x4020_0001, word1: 0x8000_0000))]
    output.begin()
    events.withUnsafeBufferPointer { output.add($0, at: 0) }
    var got: [[UInt8]] = []
    while let event = output.take() { got.append((0..<event.count).map { event.bytes[$0] }) }
    #expect(got.count == 4)
    #expect(got.allSatisfy { $0.count == 3 && $0[0] == 0xB0 })
  }
}
