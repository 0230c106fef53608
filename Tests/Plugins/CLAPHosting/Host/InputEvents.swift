import CCLAP

/// The events that a host passes in a call, in memory that is allocated beforehand.
final class InputEvents {
  private struct Slots {
    var memory: UnsafeMutableRawPointer
    var count: UInt32 = 0
  }

  static let capacity = 8_192
  private static let slotSize = 112
  private let slots: UnsafeMutablePointer<Slots>
  let list: UnsafeMutablePointer<clap_input_events>
  /// Bytes that exclusive messages point to.
  private var exclusive: [[UInt8]] = []
  private var pointers: [UnsafeMutablePointer<UInt8>] = []

  init() {
    slots = .allocate(capacity: 1)
    slots.initialize(to: Slots(memory: .allocate(byteCount: Self.capacity * Self.slotSize, alignment: 16)))
    list = .allocate(capacity: 1)
    list.initialize(
      to: clap_input_events(
        ctx: slots,
        size: { $0.unsafelyUnwrapped.pointee.ctx.assumingMemoryBound(to: Slots.self).pointee.count },
        get: { list, index in
          let slots = list.unsafelyUnwrapped.pointee.ctx.assumingMemoryBound(to: Slots.self)
          guard index < slots.pointee.count else { return nil }
          return UnsafePointer(
            (slots.pointee.memory + Int(index) * InputEvents.slotSize).assumingMemoryBound(to: clap_event_header.self))
        }))
  }

  deinit {
    removeAll()
    slots.pointee.memory.deallocate()
    slots.deallocate()
    list.deallocate()
  }

  func removeAll() {
    slots.pointee.count = 0
    for pointer in pointers { pointer.deallocate() }
    pointers = []
  }

  func add(_ event: HostEvent, at time: Int) {
    switch event {
    case .noteOn(let key, let velocity, let channel, let number):
      put(note(CLAP_EVENT_NOTE_ON, key, channel, number, velocity, at: time))
    case .noteOff(let key, let channel, let number):
      put(note(CLAP_EVENT_NOTE_OFF, key, channel, number, 0.5, at: time))
    case .choke(let key, let channel, let number):
      put(note(CLAP_EVENT_NOTE_CHOKE, key, channel, number, 0, at: time))
    case .pressure(let value, let key, let channel):
      put(
        clap_event_note_expression(
          header: .init(CLAP_EVENT_NOTE_EXPRESSION, clap_event_note_expression.self, at: time),
          expression_id: Int32(CLAP_NOTE_EXPRESSION_PRESSURE), note_id: -1, port_index: 0, channel: Int16(channel),
          key: Int16(key),
          value: value))
    case .expression(let id, let value, let key, let channel, let number):
      put(
        clap_event_note_expression(
          header: .init(CLAP_EVENT_NOTE_EXPRESSION, clap_event_note_expression.self, at: time),
          expression_id: Int32(id), note_id: Int32(number), port_index: channel < 0 ? -1 : 0, channel: Int16(channel),
          key: Int16(key), value: value))
    case .tuning(let id, let channel):
      var event = clap_event_tuning()
      event.header = .init(0, clap_event_tuning.self, at: time)
      event.header.space_id = TrialHost.tuningSpace
      (event.port_index, event.channel, event.tunning_id) = (-1, Int16(channel), id)
      put(event)
    case .parameter(let id, let value, let key):
      put(
        clap_event_param_value(
          header: .init(CLAP_EVENT_PARAM_VALUE, clap_event_param_value.self, at: time), param_id: id, cookie: nil,
          note_id: -1, port_index: -1, channel: key < 0 ? -1 : 0, key: Int16(key), value: value))
    case .modulation(let id, let amount):
      // the layout of a value
      put(
        clap_event_param_value(
          header: .init(CLAP_EVENT_PARAM_MOD, clap_event_param_value.self, at: time), param_id: id, cookie: nil,
          note_id: -1, port_index: -1, channel: -1, key: -1, value: amount))
    case .midi(let status, let data1, let data2):
      put(
        clap_event_midi(
          header: .init(CLAP_EVENT_MIDI, clap_event_midi.self, at: time), port_index: 0, data: (status, data1, data2)))
    case .packet(let first, let second):
      put(
        clap_event_midi2(
          header: .init(CLAP_EVENT_MIDI2, clap_event_midi2.self, at: time), port_index: 0, data: (first, second, 0, 0)))
    case .exclusive(let bytes): putExclusive(bytes, at: time)
    case .transport(let transport): put(transport.event(at: time))
    case .foreign(let size, let space, let type):
      put(clap_event_header(size: size, time: UInt32(truncatingIfNeeded: time), space_id: space, type: type, flags: 0))
    }
  }

  private func note(
    _ type: Int, _ key: Int, _ channel: Int, _ number: Int, _ velocity: Double, at time: Int
  ) -> clap_event_note {
    clap_event_note(
      header: .init(type, clap_event_note.self, at: time), note_id: Int32(number), port_index: channel < 0 ? -1 : 0,
      channel: Int16(channel), key: Int16(key), velocity: velocity)
  }

  private func putExclusive(_ bytes: [UInt8], at time: Int) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    memory.initialize(from: bytes, count: bytes.count)
    pointers.append(memory)
    put(
      clap_event_midi_sysex(
        header: .init(CLAP_EVENT_MIDI_SYSEX, clap_event_midi_sysex.self, at: time), port_index: 0,
        buffer: UnsafePointer(memory),
        size: UInt32(bytes.count)))
  }

  private func put<Event>(_ event: Event) {
    guard slots.pointee.count < UInt32(Self.capacity) else { return }
    let position = slots.pointee.memory + Int(slots.pointee.count) * Self.slotSize
    position.initializeMemory(as: UInt8.self, repeating: 0xA5, count: Self.slotSize)
    position.initializeMemory(as: Event.self, to: event)
    slots.pointee.count += 1
  }
}
