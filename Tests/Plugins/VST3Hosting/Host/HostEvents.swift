import CVST3

/// A list of events, in and out.
final class HostEvents {
  struct Object {
    let table: UnsafePointer<IEventListVtbl>
    let events: UnsafeMutablePointer<Event>
    var count: Int32 = 0
    var frames: Int32 = 0
    var last: Int32 = 0
    /// One of this many events is refused; 0 for none.
    var refusesOneOf: UInt64 = 0
    var random: UInt64 = 1
    var refused = 0
    /// The number of events that were out of order, beyond the block, or wrong in themselves.
    var unordered = 0
    var beyond = 0
    var malformed = 0
  }

  static var capacity: Int32 { 65_536 }
  let object: UnsafeMutablePointer<Object>
  private var bytes: [UnsafeMutablePointer<UInt8>] = []

  init() {
    object = .allocate(capacity: 1)
    object.initialize(to: Object(table: Self.table, events: .allocate(capacity: Int(Self.capacity))))
  }

  deinit {
    removeAll()
    object.pointee.events.deallocate()
    object.deallocate()
  }

  var list: UnsafeMutablePointer<IEventList> {
    UnsafeMutableRawPointer(object).assumingMemoryBound(to: IEventList.self)
  }

  var events: UnsafeBufferPointer<Event> { .init(start: object.pointee.events, count: Int(object.pointee.count)) }

  func begin(frames: Int, refusesOneOf: Int) {
    (object.pointee.count, object.pointee.last) = (0, 0)
    (object.pointee.frames, object.pointee.refusesOneOf) = (Int32(frames), UInt64(refusesOneOf))
  }

  func removeAll() {
    object.pointee.count = 0
    for pointer in bytes { pointer.deallocate() }
    bytes = []
  }

  func add(_ event: VST3HostEvent, at offset: Int) {
    guard object.pointee.count < Self.capacity, var event = made(event) else { return }
    event.sampleOffset = Int32(truncatingIfNeeded: offset)
    (object.pointee.events + Int(object.pointee.count)).initialize(to: event)
    object.pointee.count += 1
  }

  /// The event; nil for what is not an event in VST 3.
  private func made(_ host: VST3HostEvent) -> Event? {
    var event = Event()
    func set(_ type: Int) { event.type = UInt16(truncatingIfNeeded: type) }
    switch host {
    case .noteOn(let key, let velocity, let channel, let number, let tuning):
      set(kNoteOnEvent)
      event.noteOn = NoteOnEvent(
        channel: Int16(channel), pitch: Int16(key), tuning: tuning, velocity: velocity, length: 0,
        noteId: Int32(number))
    case .noteOff(let key, let channel, let number):
      set(kNoteOffEvent)
      event.noteOff = NoteOffEvent(
        channel: Int16(channel), pitch: Int16(key), velocity: 0.5, noteId: Int32(number), tuning: 0)
    case .pressure(let key, let channel, let value):
      set(kPolyPressureEvent)
      event.polyPressure = PolyPressureEvent(channel: Int16(channel), pitch: Int16(key), pressure: value, noteId: -1)
    case .expression(let type, let number, let value):
      set(kNoteExpressionValueEvent)
      event.noteExpressionValue = NoteExpressionValueEvent(typeId: UInt32(type), noteId: Int32(number), value: value)
    case .exclusive(let data):
      set(kDataEvent)
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, data.count))
      memory.initialize(from: data, count: data.count)
      bytes.append(memory)
      event.data = DataEvent(size: UInt32(data.count), type: UInt32(kMidiSysEx), bytes: UnsafePointer(memory))
    case .foreign(let type, let bus):
      set(type)
      event.busIndex = Int32(bus)
    case .parameter, .controller: return nil
    }
    return event
  }

  private static func object(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Object> {
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: Object.self)
  }

  private nonisolated(unsafe) static let table = constant(
    IEventListVtbl(
      queryInterface: hostQuery, addRef: hostReference, release: hostReference,
      getEventCount: { HostEvents.object($0).pointee.count },
      getEvent: { pointer, index, event in
        let list = HostEvents.object(pointer)
        guard index >= 0, index < list.pointee.count, let event else { return tresult(kInvalidArgument) }
        event.pointee = list.pointee.events[Int(index)]
        return tresult(kResultOk)
      },
      addEvent: { pointer, event in
        guard let event else { return tresult(kInvalidArgument) }
        return HostEvents.take(event.pointee, HostEvents.object(pointer)) ? tresult(kResultOk) : tresult(kResultFalse)
      }))

  private static func take(_ event: Event, _ list: UnsafeMutablePointer<Object>) -> Bool {
    if event.sampleOffset < list.pointee.last { list.pointee.unordered += 1 }
    if event.sampleOffset < 0 || event.sampleOffset >= max(1, list.pointee.frames) { list.pointee.beyond += 1 }
    if !isRight(event) { list.pointee.malformed += 1 }
    if list.pointee.refusesOneOf > 0 {
      list.pointee.random = list.pointee.random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      if (list.pointee.random >> 33) % list.pointee.refusesOneOf == 0 {
        list.pointee.refused += 1
        return false
      }
    }
    guard list.pointee.count < capacity else { return false }
    list.pointee.last = event.sampleOffset
    (list.pointee.events + Int(list.pointee.count)).initialize(to: event)
    list.pointee.count += 1
    return true
  }

  /// Whether a plug-in may send the event.
  private static func isRight(_ event: Event) -> Bool {
    func isKey(_ key: Int16, _ channel: Int16) -> Bool { (0..<128).contains(key) && (0..<16).contains(channel) }
    guard event.busIndex == 0 else { return false }
    switch Int(event.type) {
    case kNoteOnEvent:
      let note = event.noteOn
      return isKey(note.pitch, note.channel) && note.velocity > 0 && note.velocity <= 1
    case kNoteOffEvent: return isKey(event.noteOff.pitch, event.noteOff.channel)
    case kPolyPressureEvent: return isKey(event.polyPressure.pitch, event.polyPressure.channel)
    case kLegacyMIDICCOutEvent:
      let message = event.midiCCOut
      return message.controlNumber <= 130 && (0..<16).contains(message.channel) && message.value >= 0
    case kDataEvent:
      let data = event.data
      return data.size > 1 && data.bytes != nil && data.bytes[0] == 0xF0 && data.bytes[Int(data.size) - 1] == 0xF7
    default: return false
    }
  }
}
