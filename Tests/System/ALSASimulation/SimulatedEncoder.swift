import CALSA

/// The functions of a ``SimulatedSequencer`` that turn bytes into events, and back. An event keeps the first twelve
/// bytes of its message.
enum SimulatedEncoder {
  private static func waiting(_ encoder: OpaquePointer?) -> UnsafeMutablePointer<[UInt8]> {
    UnsafeMutablePointer<[UInt8]>(encoder!)
  }

  static func fill(_ table: inout ctactus_alsa_seq_functions) {
    table.snd_midi_event_new = { _, encoder in
      let waiting = UnsafeMutablePointer<[UInt8]>.allocate(capacity: 1)
      waiting.initialize(to: [])
      encoder?.pointee = OpaquePointer(waiting)
      return 0
    }
    table.snd_midi_event_free = { encoder in
      SimulatedEncoder.waiting(encoder).deinitialize(count: 1)
      SimulatedEncoder.waiting(encoder).deallocate()
    }
    table.snd_midi_event_no_status = { _, _ in }
    table.snd_midi_event_decode = { _, space, count, event in
      guard let space, let event else { return -1 }
      let bytes = SimulatedEncoder.bytes(of: event.pointee).prefix(count)
      for (index, byte) in bytes.enumerated() { space[index] = byte }
      return bytes.count
    }
    table.snd_midi_event_encode = { encoder, bytes, count, event in
      guard let bytes, let event else { return -1 }
      event.pointee.type = UInt8(SND_SEQ_EVENT_NONE)
      for index in 0..<count {
        if SimulatedEncoder.take(bytes[index], SimulatedEncoder.waiting(encoder), &event.pointee) { return index + 1 }
      }
      return count
    }
  }

  /// Adds a byte. Returns whether it completes an event.
  private static func take(
    _ byte: UInt8, _ waiting: UnsafeMutablePointer<[UInt8]>, _ event: inout snd_seq_event_t
  ) -> Bool {
    if byte >= 0xF8 {
      set(&event, [byte])
      return true
    }
    if byte >= 0x80, byte != 0xF7 { waiting.pointee = [] }
    waiting.pointee.append(byte)
    let first = waiting.pointee[0]
    let isWhole = first == 0xF0 ? byte == 0xF7 : waiting.pointee.count == (first & 0xE0 == 0xC0 ? 2 : 3)
    guard isWhole else { return false }
    set(&event, waiting.pointee)
    waiting.pointee = []
    return true
  }

  /// Lets an event contain up to twelve bytes of a message.
  static func set(_ event: inout snd_seq_event_t, _ bytes: [UInt8]) {
    event.type = 1
    event.tag = UInt8(min(12, bytes.count))
    withUnsafeMutableBytes(of: &event.data) { $0.copyBytes(from: bytes.prefix(12)) }
  }

  /// The bytes of an event's message.
  static func bytes(of event: snd_seq_event_t) -> [UInt8] {
    var event = event
    return withUnsafeBytes(of: &event.data) { Array($0.prefix(Int(event.tag))) }
  }
}
