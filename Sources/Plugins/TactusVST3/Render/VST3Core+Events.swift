import CVST3
import TactusMIDI
import TactusPlugin

// Input events. Hosts must send events in ascending order of their offsets. If a host does not, the events are processed
// in order of offset, because the notes to which an event refers depend on earlier events.

extension VST3Core {
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func receive(_ list: UnsafeMutablePointer<IEventList>?) {
    let count = min(vst3_event_count(list), Self.mostEvents)
    guard count > 0, let list else { return }
    guard isAscending(list, count) else { return receiveByTime(list, count) }
    var (event, index) = (Event(), Int32(0))
    while index < count {
      if vst3_event(list, index, &event) { receive(event) }
      index &+= 1
    }
  }

  /// The number of events of a block that are read.
  private static var mostEvents: Int32 { 65_536 }

  private func isAscending(_ list: UnsafeMutablePointer<IEventList>, _ count: Int32) -> Bool {
    var (event, index, last) = (Event(), Int32(0), Int32.min)
    while index < count {
      if vst3_event(list, index, &event) {
        guard event.sampleOffset >= last else { return false }
        last = event.sampleOffset
      }
      index &+= 1
    }
    return true
  }

  /// Processes the list once for each distinct offset in it.
  private mutating func receiveByTime(_ list: UnsafeMutablePointer<IEventList>, _ count: Int32) {
    var time: Int32? = .min
    while let now = time {
      time = nil
      var (event, index) = (Event(), Int32(0))
      while index < count {
        if vst3_event(list, index, &event) {
          if event.sampleOffset == now { receive(event) }
          if event.sampleOffset > now { time = min(event.sampleOffset, time ?? event.sampleOffset) }
        }
        index &+= 1
      }
    }
  }

  /// Processes an event of the only bus.
  private mutating func receive(_ event: Event) {
    guard event.busIndex == 0 else { return }
    let offset = Int(event.sampleOffset)
    switch Int(event.type) {
    case kNoteOnEvent: begin(event.noteOn, at: offset)
    case kNoteOffEvent: end(event.noteOff, at: offset)
    case kPolyPressureEvent:
      let pressure = event.polyPressure
      guard Self.isKey(pressure.pitch, pressure.channel) else { return }
      press(pressure.pitch, pressure.channel, Double(pressure.pressure), at: offset)
    case kNoteExpressionValueEvent:
      receive(event.noteExpressionValue, at: offset)
    case kDataEvent:
      let data = event.data
      guard data.type == UInt32(truncatingIfNeeded: kMidiSysEx), let bytes = data.bytes, data.size > 1, bytes[0] == 0xF0
      else { return }
      core.pointee.receive(bytes, count: Int(data.size), at: offset, port: 0)
    default: break
    }
  }

  private static func isKey(_ key: Int16, _ channel: Int16) -> Bool {
    key >= 0 && key < 128 && channel >= 0 && channel < 16
  }

  // MARK: Notes, as MIDI messages

  private mutating func begin(_ note: NoteOnEvent, at offset: Int) {
    guard Self.isKey(note.pitch, note.channel) else { return }
    let started = HostNotes.Note(number: note.noteId, channel: note.channel, key: note.pitch)
    expressions.begin(started, core, at: offset)
    notes.begin(started)
    tune(note, at: offset)
    core.pointee.receive(
      ChannelMessage(hostNote: 0x90, channel: note.channel, key: note.pitch, velocity: Double(note.velocity)),
      at: offset)
  }

  /// Tunes a note of the sampler that is about to start by the cents that the host asks for.
  private mutating func tune(_ note: NoteOnEvent, at offset: Int) {
    guard channelCount > 0, note.tuning.isFinite, note.tuning != 0 else { return }
    expressions.mark(note.channel, note.pitch)
    core.pointee.receive(
      NoteExpressionMessage.bendMessage(
        Double(note.tuning) / 100, channel: UInt8(truncatingIfNeeded: note.channel),
        key: UInt8(truncatingIfNeeded: note.pitch)), at: offset)
  }

  /// Ends a note: by its key, or by its ID alone if the event has no key.
  private mutating func end(_ note: NoteOffEvent, at offset: Int) {
    var (channel, key) = (note.channel, note.pitch)
    if !Self.isKey(key, channel) {
      guard note.noteId >= 0, let index = notes.first(HostNotes.Address(number: note.noteId)) else { return }
      (channel, key) = (notes.note(index).channel, notes.note(index).key)
    }
    let end = notes.end(at: HostNotes.Address(number: note.noteId, channel: channel, key: key))
    guard end.noteOffs > 0 else { return }
    for _ in 0..<end.noteOffs {
      core.pointee.receive(
        ChannelMessage(hostNote: 0x80, channel: channel, key: key, velocity: Double(note.velocity)), at: offset)
    }
    expressions.end(channel, key, core, at: offset)
  }
}
