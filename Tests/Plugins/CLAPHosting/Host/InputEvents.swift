import CCLAP

/// The events that a host hands over in a call, in memory that is there beforehand.
final class InputEvents {
  private struct Slots {
    var memory: UnsafeMutableRawPointer
    var count: UInt32 = 0
  }

  static let capacity = 8_192
  private static let slotSize = 112
  private let slots: UnsafeMutablePointer<Slots>
  let list: UnsafeMutablePointer<CLAPInputEvents>
  /// Bytes that exclusive messages point to.
  private var exclusive: [[UInt8]] = []
  private var pointers: [UnsafeMutablePointer<UInt8>] = []

  init() {
    slots = .allocate(capacity: 1)
    slots.initialize(to: Slots(memory: .allocate(byteCount: Self.capacity * Self.slotSize, alignment: 16)))
    list = .allocate(capacity: 1)
    list.initialize(
      to: CLAPInputEvents(
        context: slots,
        size: { $0.unsafelyUnwrapped.pointee.context.assumingMemoryBound(to: Slots.self).pointee.count },
        get: { list, index in
          let slots = list.unsafelyUnwrapped.pointee.context.assumingMemoryBound(to: Slots.self)
          guard index < slots.pointee.count else { return nil }
          return UnsafePointer(
            (slots.pointee.memory + Int(index) * InputEvents.slotSize).assumingMemoryBound(to: CLAPEventHeader.self))
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
      put(note(CLAPEventNoteOn, key, channel, number, velocity, at: time))
    case .noteOff(let key, let channel, let number):
      put(note(CLAPEventNoteOff, key, channel, number, 0.5, at: time))
    case .choke(let key, let channel, let number):
      put(note(CLAPEventNoteChoke, key, channel, number, 0, at: time))
    case .pressure(let value, let key, let channel):
      put(
        CLAPExpressionEvent(
          header: .init(CLAPEventNoteExpression, CLAPExpressionEvent.self, at: time),
          expression: Int32(CLAPExpressionPressure), note: -1, port: 0, channel: Int16(channel), key: Int16(key),
          value: value))
    case .parameter(let id, let value):
      put(
        CLAPParameterEvent(
          header: .init(CLAPEventParameterValue, CLAPParameterEvent.self, at: time), parameter: id, cookie: nil,
          note: -1, port: -1, channel: -1, key: -1, value: value))
    case .midi(let status, let data1, let data2):
      put(
        CLAPMIDIEvent(
          header: .init(CLAPEventMIDI, CLAPMIDIEvent.self, at: time), port: 0, data: (status, data1, data2)))
    case .packet(let first, let second):
      put(
        CLAPMIDI2Event(
          header: .init(CLAPEventMIDI2, CLAPMIDI2Event.self, at: time), port: 0, words: (first, second, 0, 0)))
    case .exclusive(let bytes): putExclusive(bytes, at: time)
    case .transport(let transport): put(transport.event(at: time))
    case .foreign(let size, let space, let type):
      put(CLAPEventHeader(size: size, time: UInt32(truncatingIfNeeded: time), space: space, type: type, flags: 0))
    }
  }

  private func note(
    _ type: Int, _ key: Int, _ channel: Int, _ number: Int, _ velocity: Double, at time: Int
  ) -> CLAPNoteEvent {
    CLAPNoteEvent(
      header: .init(type, CLAPNoteEvent.self, at: time), note: Int32(number), port: channel < 0 ? -1 : 0,
      channel: Int16(channel), key: Int16(key), velocity: velocity)
  }

  private func putExclusive(_ bytes: [UInt8], at time: Int) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    memory.initialize(from: bytes, count: bytes.count)
    pointers.append(memory)
    put(
      CLAPExclusiveEvent(
        header: .init(CLAPEventExclusive, CLAPExclusiveEvent.self, at: time), port: 0, bytes: UnsafePointer(memory),
        count: UInt32(bytes.count)))
  }

  private func put<Event>(_ event: Event) {
    guard slots.pointee.count < UInt32(Self.capacity) else { return }
    let place = slots.pointee.memory + Int(slots.pointee.count) * Self.slotSize
    place.initializeMemory(as: UInt8.self, repeating: 0xA5, count: Self.slotSize)
    place.initializeMemory(as: Event.self, to: event)
    slots.pointee.count += 1
  }
}
