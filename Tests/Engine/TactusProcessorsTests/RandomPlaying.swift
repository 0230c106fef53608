import TactusMIDI
import TestSupport

// Random input: notes in pairs, as from a player, or arbitrary messages.

extension SeededGenerator {
  /// Notes in pairs, overlapping at will, of MIDI 1.0 or 2.0, with pressure, pedals, pitch bend, parameters, programs and
  /// system messages among them. All keys and pedals are released at the end.
  ///
  /// - Parameter endsAll: whether there are also messages that end all notes of a channel; the note-offs follow
  ///   nevertheless.
  mutating func playing(frames: Int, events count: Int, endsAll: Bool) -> [FrameEvent] {
    let isNew = oneIn(3)
    let grid = pick([1, 1, 64])
    var held: [ChannelMessage] = []
    var events: [FrameEvent] = []
    let times = (0..<count).map { _ in Int.random(in: 0..<frames * 3 / 4, using: &self) / grid * grid }.sorted()
    for frame in times {
      switch Int.random(in: 0..<20, using: &self) {
      case 0...6:
        let note = noteOn(isNew)
        held.append(note)
        events.append(FrameEvent(frame, note))
      case 7...12:
        guard !held.isEmpty else { continue }
        let index = Int.random(in: 0..<held.count, using: &self)
        events.append(FrameEvent(frame, noteOff(held.remove(at: index))))
      case 13 where endsAll:
        events.append(FrameEvent(frame, .controller(pick([120, 123]), 0, channel: UInt8(some(0, 3)))))
      default: events += movement(isNew).map { FrameEvent(frame, $0) }
      }
    }
    let last = times.last ?? 0
    for note in held { events.append(FrameEvent(last, noteOff(note))) }
    for channel: UInt8 in 0..<4 {
      for pedal: UInt8 in [64, 66, 69] { events.append(FrameEvent(last, .controller(pedal, 0, channel: channel))) }
    }
    return events
  }

  private mutating func noteOn(_ isNew: Bool) -> ChannelMessage {
    let (key, velocity) = (UInt8(some(48, 72)), UInt8(some(1, 127)))
    let note = ChannelMessage.noteOn(key, velocity, channel: UInt8(some(0, 3)), port: oneIn(8) ? 1 : 0)
    guard isNew else { return note }
    return ChannelMessage(
      word0: note.word0 & 0x0FFF_FF00 | 0x4000_0000, word1: UInt32.random(in: 0...UInt32.max, using: &self))
  }

  private mutating func noteOff(_ note: ChannelMessage) -> ChannelMessage {
    if note.isMIDI2 { return ChannelMessage(word0: note.word0 & ~0x10_0000, word1: 0x8000_0000) }
    if oneIn(2) { return ChannelMessage(word0: note.word0 & ~0x7F, word1: 0) }
    return ChannelMessage(word0: note.word0 & ~0x10_007F | UInt32(some(0, 127)), word1: 0)
  }

  private mutating func movement(_ isNew: Bool) -> [ChannelMessage] {
    let (channel, value) = (UInt8(some(0, 3)), UInt8(some(0, 127)))
    switch Int.random(in: 0..<9, using: &self) {
    case 0: return [.keyPressure(UInt8(some(48, 72)), value, channel: channel)]
    case 1: return [.controller(UInt8(pick([1, 7, 11, 6, 38, 96, 121])), value, channel: channel)]
    case 2: return [.controller(pick([64, 66, 69]), value, channel: channel)]
    case 3: return [.pitchBend(some(0, 16_383), channel: channel)]
    case 4: return [.pressure(value, channel: channel)]
    case 5: return ChannelMessage.registered(UInt8(some(0, 6)), value % 100, channel: channel)
    case 6: return [.program(value, channel: channel)]
    case 7 where isNew:
      let kinds: [UInt32] = [0x00, 0x10, 0x20, 0x30, 0x60, 0xA0, 0xB0, 0xD0, 0xE0, 0xF0]
      let head = 0x4000_0000 | pick(kinds) << 16 | UInt32(channel) << 16 | UInt32(some(48, 72)) << 8
      return [ChannelMessage(word0: head, word1: UInt32.random(in: 0...UInt32.max, using: &self))]
    case 7: return [ChannelMessage(system: 0xF8)]
    default:
      return [
        ChannelMessage(word0: 0x3016_7E01, word1: 0x0102_0304), ChannelMessage(word0: 0x3031_0500, word1: 0),
      ]
    }
  }

  /// Arbitrary input: unordered and unpaired messages, undefined messages, and words that are not messages.
  mutating func garbage(frames: Int, events count: Int) -> [FrameEvent] {
    let times = (0..<count).map { _ in Int.random(in: 0..<frames / 2, using: &self) }.sorted()
    var events = times.map { FrameEvent($0, word()) }
    // at the end, every key is released as often as it has been pressed
    let ons = events.filter(\.message.startsNote)
    for (index, on) in ons.enumerated() {
      let off = ChannelMessage(word0: on.message.word0 & 0x0F0F_7F00 | 0x2080_0040, word1: 0)
      events.append(FrameEvent(frames / 2 + index * (frames / 2) / max(1, ons.count), off))
    }
    return events
  }

  /// Two words, mostly of channel messages of a few channels and keys.
  private mutating func word() -> ChannelMessage {
    let word1 = UInt32.random(in: 0...UInt32.max, using: &self)
    var word0 = UInt32.random(in: 0...UInt32.max, using: &self)
    if !oneIn(5) { word0 = (oneIn(2) ? 0x2000_0000 : 0x4000_0000) | word0 & 0x00F1_0F7F | (oneIn(2) ? 0x90_0000 : 0) }
    return ChannelMessage(word0: word0, word1: word1)
  }
}
