import CCLAP
import TactusMIDI
import TactusPlugin
import TactusRender

// Input events; late ones are played on the first frame. Hosts must send events in order of their times. If a host does
// not, they are processed by time, because the notes that an event refers to depend on earlier events.

extension AudioSide {
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func receive(_ list: UnsafePointer<clap_input_events>?, onlyParameters: Bool = false) {
    let count = clap_event_count(list)
    guard isAscending(list, count) else { return receiveByTime(list, count, onlyParameters) }
    var index: UInt32 = 0
    while index < count {
      if let event = clap_event(list, index) { receive(event, onlyParameters) }
      index &+= 1
    }
  }

  private func isAscending(_ list: UnsafePointer<clap_input_events>?, _ count: UInt32) -> Bool {
    var last: UInt32 = 0
    var index: UInt32 = 0
    while index < count {
      if let event = clap_event(list, index) {
        guard event.pointee.time >= last else { return false }
        last = event.pointee.time
      }
      index &+= 1
    }
    return true
  }

  /// Processes the list once for each distinct time in it.
  private mutating func receiveByTime(
    _ list: UnsafePointer<clap_input_events>?, _ count: UInt32, _ onlyParameters: Bool
  ) {
    var time: UInt32? = 0
    while let now = time {
      time = nil
      var index: UInt32 = 0
      while index < count {
        if let event = clap_event(list, index) {
          let offset = event.pointee.time
          if offset == now { receive(event, onlyParameters) }
          if offset > now { time = min(offset, time ?? offset) }
        }
        index &+= 1
      }
    }
  }

  private mutating func receive(_ event: UnsafePointer<clap_event_header>, _ onlyParameters: Bool) {
    let isParameter = Int(event.pointee.type) == CLAP_EVENT_PARAM_VALUE
    guard event.pointee.space_id == 0, !onlyParameters || isParameter else { return }
    receive(event)
  }

  /// Processes an event if it has the size of its type. Gestures and modulation are ignored, because no parameter is
  /// marked as modulatable.
  private mutating func receive(_ event: UnsafePointer<clap_event_header>) {
    let pointer = UnsafeRawPointer(event)
    let size = Int(event.pointee.size)
    let offset = Int(event.pointee.time)
    switch Int(event.pointee.type) {
    case CLAP_EVENT_NOTE_ON, CLAP_EVENT_NOTE_OFF, CLAP_EVENT_NOTE_CHOKE:
      guard size >= MemoryLayout<clap_event_note>.size else { return }
      receive(pointer.assumingMemoryBound(to: clap_event_note.self), at: offset)
    case CLAP_EVENT_NOTE_EXPRESSION:
      guard size >= MemoryLayout<clap_event_note_expression>.size else { return }
      receive(pointer.assumingMemoryBound(to: clap_event_note_expression.self), at: offset)
    case CLAP_EVENT_PARAM_VALUE:
      guard size >= MemoryLayout<clap_event_param_value>.size else { return }
      let change = pointer.assumingMemoryBound(to: clap_event_param_value.self)
      // no parameter is per note
      guard change.pointee.note_id < 0, change.pointee.key < 0, change.pointee.channel < 0,
        let index = index(ofParameter: change.pointee.param_id)
      else { return }
      core.pointee.change(parameter: index, to: change.pointee.value, at: offset)
    case CLAP_EVENT_TRANSPORT:
      guard size >= MemoryLayout<clap_event_transport>.size else { return }
      let context = MusicalContext(pointer.assumingMemoryBound(to: clap_event_transport.self))
      core.pointee.change(context: context, at: offset)
    case CLAP_EVENT_MIDI:
      guard size >= MemoryLayout<clap_event_midi>.size else { return }
      receive(pointer.assumingMemoryBound(to: clap_event_midi.self), at: offset)
    case CLAP_EVENT_MIDI_SYSEX:
      guard size >= MemoryLayout<clap_event_midi_sysex>.size else { return }
      let message = pointer.assumingMemoryBound(to: clap_event_midi_sysex.self)
      guard let bytes = message.pointee.buffer else { return }
      core.pointee.receive(bytes, count: Int(message.pointee.size), at: offset, port: 0)
    case CLAP_EVENT_MIDI2:
      guard size >= MemoryLayout<clap_event_midi2>.size else { return }
      let words = pointer.assumingMemoryBound(to: clap_event_midi2.self).pointee.data
      let packet = UniversalPacket(words.0, words.1, words.2, words.3)
      if let message = packet.message { core.pointee.receive(message, at: offset) }
    default: break
    }
  }

  private mutating func receive(_ event: UnsafePointer<clap_event_midi>, at offset: Int) {
    let (status, data1, data2) = event.pointee.data
    if status >= 0x80, status < 0xF0 {
      core.pointee.receive(ChannelMessage(status: status, data1, data2), at: offset)
    } else if status > 0xF0, status != 0xF7 {
      core.pointee.receive(ChannelMessage(system: status, data1, data2), at: offset)
    }
  }

  /// Returns the index of a parameter; nil if none has this id.
  private func index(ofParameter id: UInt32) -> Int? {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low &+ high) / 2
      if places[middle].id < id { low = middle &+ 1 } else { high = middle }
    }
    return low < places.count && places[low].id == id ? Int(places[low].index) : nil
  }
}
