import Tactus

/// A band of sixteen channels that plays pseudorandom events, the same in every run.
struct Band {
  private var state: UInt64 = 1
  private var held: [(channel: UInt8, key: UInt8, cycle: Int)] = []
  private var cycle = 0
  /// The events of this cycle.
  private(set) var events: [TimedEvent] = []

  private mutating func chance(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  /// Creates a band. The first cycle selects a random program and sets the chorus send on every channel, and presses
  /// the pedal on every second channel.
  init() {
    for channel in 0..<UInt8(16) {
      events.append(TimedEvent(offset: 0, message: ChannelMessage(status: 0xC0 | channel, UInt8(chance(128)))))
      events.append(TimedEvent(offset: 0, message: ChannelMessage(status: 0xB0 | channel, 93, 20)))
      guard channel % 2 == 0 else { continue }
      events.append(TimedEvent(offset: 0, message: ChannelMessage(status: 0xB0 | channel, 64, 127)))
    }
  }

  /// Advances to the next cycle.
  mutating func play() {
    events.removeAll(keepingCapacity: true)
    // About a hundred notes a second, and a chord of up to sixteen notes every half second.
    let notes = cycle % 375 == 0 ? 1 + chance(16) : chance(11) == 0 ? 1 + chance(2) : 0
    for _ in 0..<notes { start() }
    while let note = held.first, note.cycle <= cycle {
      events.append(event(0x80 | note.channel, note.key, 64))
      held.removeFirst()
    }
    let channel = UInt8(chance(16))
    switch chance(24) {
    case 0...3: events.append(event(0xE0 | channel, UInt8(chance(128)), UInt8(chance(128))))
    case 4...5: events.append(event(0xB0 | channel, 1, UInt8(chance(128))))
    case 6...7: events.append(event(0xB0 | channel, 11, UInt8(64 + chance(64))))
    case 8: events.append(event(0xB0 | channel, 74, UInt8(chance(128))))
    case 9: events.append(event(0xB0 | channel, 91, UInt8(chance(128))))
    case 10: events.append(event(0xB0 | channel, 10, UInt8(chance(128))))
    case 11: events.append(event(0xD0 | channel, UInt8(chance(128)), 0))
    case 12 where chance(20) == 0: events.append(event(0xC0 | channel, UInt8(chance(128)), 0))
    case 13 where chance(40) == 0:
      // The pedal is released and pressed again.
      for (offset, value) in [(0, 0), (63, 127)] as [(Int32, UInt8)] {
        events.append(TimedEvent(offset: offset, message: ChannelMessage(status: 0xB0 | channel & 0xFE, 64, value)))
      }
    default: break
    }
    events.sort { $0.offset < $1.offset }
    cycle += 1
  }

  /// A description of the events of this cycle.
  var words: String {
    let kinds = [
      (0x90, "note-on"), (0x80, "note-off"), (0xB0, "controller"), (0xC0, "program"), (0xD0, "pressure"),
      (0xE0, "bend"),
    ]
    return kinds.compactMap { status, word in
      let some = events.filter { Int($0.message.status & 0xF0) == status }
      guard !some.isEmpty else { return nil }
      return status == 0xB0
        ? some.map { "controller \($0.message.data1)" }.joined(separator: ", ") : "\(some.count) \(word)"
    }.joined(separator: ", ")
  }

  private mutating func start() {
    let (channel, key) = (UInt8(chance(16)), UInt8(30 + chance(60)))
    events.append(event(0x90 | channel, key, UInt8(40 + chance(88))))
    // The note ends in a later cycle, so that its note-off never precedes its note-on.
    let end = cycle + 1 + chance(1_500)
    let position = held.firstIndex { $0.cycle > end } ?? held.count
    held.insert((channel, key, end), at: position)
  }

  private mutating func event(_ status: UInt8, _ first: UInt8, _ second: UInt8) -> TimedEvent {
    TimedEvent(offset: Int32(chance(64)), message: ChannelMessage(status: status, first, second))
  }
}
