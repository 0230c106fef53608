import CCLAP
import TactusMIDI
import TactusPlugin
import TactusRender

// Input events. Hosts must send events in ascending order of their times. If a host does not, the events are processed
// in order of time, because the notes to which an event refers depend on earlier events.

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

  /// Processes an event if it is at least as large as its type requires. Gestures are ignored.
  private mutating func receive(_ event: UnsafePointer<clap_event_header>, _ onlyParameters: Bool) {
    let type = Int(event.pointee.type)
    guard event.pointee.space_id == 0 else { return receiveTuning(event) }
    guard !onlyParameters || type == CLAP_EVENT_PARAM_VALUE || type == CLAP_EVENT_PARAM_MOD else { return }
    let pointer = UnsafeRawPointer(event)
    let size = Int(event.pointee.size)
    let offset = Int(event.pointee.time)
    switch type {
    case CLAP_EVENT_NOTE_ON, CLAP_EVENT_NOTE_OFF, CLAP_EVENT_NOTE_CHOKE:
      guard size >= MemoryLayout<clap_event_note>.size else { return }
      receive(pointer.assumingMemoryBound(to: clap_event_note.self), at: offset)
    case CLAP_EVENT_NOTE_EXPRESSION:
      guard size >= MemoryLayout<clap_event_note_expression>.size else { return }
      receive(pointer.assumingMemoryBound(to: clap_event_note_expression.self), at: offset)
    case CLAP_EVENT_PARAM_VALUE, CLAP_EVENT_PARAM_MOD:
      guard size >= MemoryLayout<clap_event_param_value>.size else { return }
      receive(pointer.assumingMemoryBound(to: clap_event_param_value.self), at: offset)
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

  /// Processes a parameter's value or modulation, which have the same layout.
  private func receive(_ event: UnsafePointer<clap_event_param_value>, at offset: Int) {
    let change = event.pointee
    // no parameter can be changed per note
    guard change.note_id < 0, change.key < 0, change.channel < 0,
      let index = addresses.index(of: change.param_id)
    else { return }
    if Int(change.header.type) == CLAP_EVENT_PARAM_MOD {
      core.pointee.modulate(parameter: index, by: change.value, at: offset)
    } else {
      core.pointee.change(parameter: index, to: change.value, at: offset)
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

  // MARK: Notes, as MIDI messages

  /// Processes a note-on, note-off or choke event.
  private mutating func receive(_ event: UnsafePointer<clap_event_note>, at offset: Int) {
    let note = event.pointee
    let isWhole = note.key >= 0 && note.key < 128 && note.channel >= 0 && note.channel < 16
    if Int(note.header.type) == CLAP_EVENT_NOTE_ON {
      guard isWhole else { return }
      let started = HostNotes.Note(number: note.note_id, port: note.port_index, channel: note.channel, key: note.key)
      let isPlayed = plays(started)
      if isPlayed { expressions.begin(started, core, at: offset) }
      notes.begin(started, isSilent: !isPlayed)
      guard isPlayed else { return }
      tune(started, at: note.header.time)
      core.pointee.receive(
        ChannelMessage(hostNote: 0x90, channel: note.channel, key: note.key, velocity: note.velocity), at: offset)
      return
    }
    guard note.key < 128, note.channel < 16 else { return }
    let address = HostNotes.Address(number: note.note_id, port: note.port_index, channel: note.channel, key: note.key)
    if isWhole {
      // the velocity of a choke has no meaning
      let isOff = Int(note.header.type) == CLAP_EVENT_NOTE_OFF
      finish(
        notes.end(at: address), note.channel, note.key, isOff ? note.velocity : 0.5, isChoked: !isOff, at: offset)
    } else {
      end(all: address, note.velocity, isChoked: Int(note.header.type) == CLAP_EVENT_NOTE_CHOKE, at: offset)
    }
  }

  /// Sends the note-offs of a key whose notes have ended.
  private mutating func finish(
    _ end: HostNotes.End, _ channel: Int16, _ key: Int16, _ velocity: Double, isChoked: Bool, at offset: Int
  ) {
    if isChoked, !end.mustNotChoke { choke(channel, key, at: offset) }
    guard end.noteOffs > 0 else { return }
    for _ in 0..<end.noteOffs {
      core.pointee.receive(ChannelMessage(hostNote: 0x80, channel: channel, key: key, velocity: velocity), at: offset)
    }
    expressions.end(channel, key, core, at: offset)
  }

  /// Ends all matching notes in the list. If the event has no note ID, or its note was dropped for lack of room, also
  /// ends matching notes that are not in the list.
  private mutating func end(all address: HostNotes.Address, _ velocity: Double, isChoked: Bool, at offset: Int) {
    var (index, hasFound) = (0, false)
    while let found = notes.first(address, from: index) {
      let note = notes.note(found)
      finish(notes.release(found), note.channel, note.key, velocity, isChoked: isChoked, at: offset)
      index = notes.end(found)
      hasFound = true
    }
    if address.number < 0, address.channel < 0, address.key < 0 { notes.forgetLost() }
    if address.number >= 0 {
      guard !hasFound, notes.takeLost() else { return }
    }
    var channel: Int16 = max(0, address.channel)
    let last = address.channel < 0 ? 15 : address.channel
    while channel <= last {
      if address.key >= 0 {
        if isChoked { choke(channel, address.key, at: offset) }
        core.pointee.receive(
          ChannelMessage(hostNote: 0x80, channel: channel, key: address.key, velocity: velocity), at: offset)
      } else {
        let status = 0xB0 | UInt8(truncatingIfNeeded: channel)
        core.pointee.receive(ChannelMessage(status: status, isChoked ? 120 : 123, 0), at: offset)
      }
      channel &+= 1
    }
  }
}
