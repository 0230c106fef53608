import CCLAP

/// Which events a host takes.
package enum HostManner {
  case all
  /// No notes of CLAP's own.
  case onlyMIDI
  /// One of this many events is refused.
  case refusing(oneOf: UInt64)
  case nothing
}

/// Which of a plug-in's events a host accepts, and the faults that it finds in them.
final class OutputEvents {
  struct Taken {
    let heard: UnsafeMutablePointer<Heard>
    var count = 0
    var frames: UInt32 = 0
    var firstFrame = 0
    var lastTime: UInt32 = 0
    var takesNotes = true
    var refusesOneOf: UInt64 = 0
    var random: UInt64 = 1
    /// The number of events that were out of order, beyond the block, or of a wrong size.
    var unordered = 0
    var beyond = 0
    var malformed = 0
    var refused = 0
  }

  static let capacity = 65_536
  let taken: UnsafeMutablePointer<Taken>
  let list: UnsafeMutablePointer<clap_output_events>

  init() {
    taken = .allocate(capacity: 1)
    taken.initialize(to: Taken(heard: .allocate(capacity: Self.capacity)))
    list = .allocate(capacity: 1)
    list.initialize(
      to: clap_output_events(
        ctx: taken,
        try_push: { list, event in
          let taken = list.unsafelyUnwrapped.pointee.ctx.assumingMemoryBound(to: Taken.self)
          guard let event else { return false }
          return OutputEvents.take(UnsafeRawPointer(event), taken)
        }))
  }

  deinit {
    taken.pointee.heard.deallocate()
    taken.deallocate()
    list.deallocate()
  }

  func begin(_ manner: HostManner, firstFrame: Int, frames: Int) {
    (taken.pointee.count, taken.pointee.lastTime) = (0, 0)
    (taken.pointee.firstFrame, taken.pointee.frames) = (firstFrame, UInt32(frames))
    (taken.pointee.takesNotes, taken.pointee.refusesOneOf) = (true, 0)
    switch manner {
    case .all: break
    case .onlyMIDI: taken.pointee.takesNotes = false
    case .refusing(let count): taken.pointee.refusesOneOf = max(1, count)
    case .nothing: taken.pointee.refusesOneOf = 1
    }
  }

  /// The events accepted since the start of the call.
  var heard: UnsafeBufferPointer<Heard> { .init(start: taken.pointee.heard, count: taken.pointee.count) }

  private static func take(_ event: UnsafeRawPointer, _ taken: UnsafeMutablePointer<Taken>) -> Bool {
    let header = event.assumingMemoryBound(to: clap_event_header.self).pointee
    if header.time < taken.pointee.lastTime { taken.pointee.unordered += 1 }
    if header.time >= max(1, taken.pointee.frames) { taken.pointee.beyond += 1 }
    guard var heard = read(event, header) else {
      taken.pointee.malformed += 1
      return false
    }
    if isRefused(header, taken) || taken.pointee.count >= capacity {
      taken.pointee.refused += 1
      return false
    }
    taken.pointee.lastTime = header.time
    heard.frame = taken.pointee.firstFrame + Int(header.time)
    (taken.pointee.heard + taken.pointee.count).initialize(to: heard)
    taken.pointee.count += 1
    return true
  }

  private static func isRefused(_ header: clap_event_header, _ taken: UnsafeMutablePointer<Taken>) -> Bool {
    if !taken.pointee.takesNotes, header.type <= UInt16(CLAP_EVENT_NOTE_OFF) { return true }
    guard taken.pointee.refusesOneOf > 0 else { return false }
    taken.pointee.random = taken.pointee.random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (taken.pointee.random >> 33) % taken.pointee.refusesOneOf == 0
  }

  /// The event; nil if a plug-in may not send it.
  private static func read(_ event: UnsafeRawPointer, _ header: clap_event_header) -> Heard? {
    var heard = Heard(frame: 0, type: Int(header.type))
    let size = Int(header.size)
    guard header.space_id == 0 else { return nil }
    switch Int(header.type) {
    case CLAP_EVENT_NOTE_ON, CLAP_EVENT_NOTE_OFF, CLAP_EVENT_NOTE_END:
      let note = event.assumingMemoryBound(to: clap_event_note.self).pointee
      (heard.channel, heard.key, heard.number, heard.value) = (note.channel, note.key, note.note_id, note.velocity)
      guard size == MemoryLayout<clap_event_note>.size, note.port_index == 0, note.key >= 0, note.key < 128 else {
        return nil
      }
      return note.velocity >= 0 && note.velocity <= 1 && note.channel >= 0 && note.channel < 16 ? heard : nil
    case CLAP_EVENT_PARAM_VALUE:
      let change = event.assumingMemoryBound(to: clap_event_param_value.self).pointee
      (heard.number, heard.value) = (Int32(bitPattern: change.param_id), change.value)
      return size == MemoryLayout<clap_event_param_value>.size ? heard : nil
    case CLAP_EVENT_MIDI:
      let data = event.assumingMemoryBound(to: clap_event_midi.self).pointee.data
      guard size == MemoryLayout<clap_event_midi>.size, data.0 >= 0x80, data.1 < 0x80, data.2 < 0x80 else { return nil }
      return midi(data, heard)
    case CLAP_EVENT_MIDI_SYSEX:
      let message = event.assumingMemoryBound(to: clap_event_midi_sysex.self).pointee
      guard size == MemoryLayout<clap_event_midi_sysex>.size, let bytes = message.buffer, message.size > 1,
        bytes[0] == 0xF0, bytes[Int(message.size) - 1] == 0xF7
      else { return nil }
      heard.bytes = message.size
      return heard
    default: return nil
    }
  }

  /// A message of three bytes; notes as CLAP has them.
  private static func midi(_ data: (UInt8, UInt8, UInt8), _ heard: Heard) -> Heard {
    var heard = heard
    heard.bytes = UInt32(data.0) << 16 | UInt32(data.1) << 8 | UInt32(data.2)
    guard data.0 & 0xE0 == 0x80 else { return heard }
    heard.type = data.0 & 0xF0 == 0x90 && data.2 > 0 ? CLAP_EVENT_NOTE_ON : CLAP_EVENT_NOTE_OFF
    (heard.channel, heard.key, heard.value) = (Int16(data.0 & 15), Int16(data.1), Double(data.2) / 127)
    heard.bytes = 0
    return heard
  }
}
