import CCLAP
import TactusMIDI
import TactusPlugin

// Output events, in ascending order: notes and messages, changed parameters, and note ends.

extension AudioSide {
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func send(to list: UnsafePointer<clap_output_events>?, _ frames: Int) {
    let last = UInt32(truncatingIfNeeded: max(0, frames &- 1))
    var output = core.pointee.nextOutput()
    var change = core.pointee.nextChange()
    while true {
      if let moved = change, Self.isFirst(moved, output) {
        send(moved, to: list, at: Self.time(moved.offset, last))
        change = core.pointee.nextChange()
      } else if let event = output {
        if !push(event, to: list, at: Self.time(event.offset, last)) { core.pointee.refuseOutput() }
        output = core.pointee.nextOutput()
      } else {
        break
      }
    }
    if notes.endedCount > 0 { sendEnds(to: list, at: last) }
  }

  private static func isFirst(_ change: MovedParameter, _ output: PluginOutput?) -> Bool {
    if let output { return change.offset <= output.offset }
    return true
  }

  private static func time(_ offset: Int32, _ last: UInt32) -> UInt32 {
    min(UInt32(truncatingIfNeeded: max(0, offset)), last)
  }

  /// Sends a note as a CLAP event, or as MIDI if the host refuses the event; all other messages are sent as MIDI.
  private func push(_ output: PluginOutput, to list: UnsafePointer<clap_output_events>?, at time: UInt32) -> Bool {
    let message = output.message
    if message.isSystemExclusive {
      var event = clap_event_midi_sysex(
        header: Self.header(CLAP_EVENT_MIDI_SYSEX, MemoryLayout<clap_event_midi_sysex>.size, time), port_index: 0,
        buffer: output.bytes, size: UInt32(truncatingIfNeeded: output.count))
      return clap_push(list, &event)
    }
    let status = message.status & 0xF0
    if !message.isSystem, status == 0x90 || status == 0x80 {
      var event = Self.note(message, at: time)
      if clap_push(list, &event) { return true }
    }
    return pushBytes(output, to: list, at: time)
  }

  private static func note(_ message: ChannelMessage, at time: UInt32) -> clap_event_note {
    let velocity =
      message.isMIDI2 ? Double(message.word1 &>> 16) / 65_535 : Double(message.data2) / 127
    // in MIDI 1.0, a note-on with velocity 0 is a note-off
    let isOn = message.status & 0xF0 == 0x90 && (message.isMIDI2 || message.data2 > 0)
    return clap_event_note(
      header: header(isOn ? CLAP_EVENT_NOTE_ON : CLAP_EVENT_NOTE_OFF, MemoryLayout<clap_event_note>.size, time),
      note_id: -1,
      port_index: 0, channel: Int16(message.channel), key: Int16(message.data1), velocity: velocity)
  }

  /// Sends a message as its MIDI 1.0 equivalent, which can be several messages.
  private func pushBytes(_ output: PluginOutput, to list: UnsafePointer<clap_output_events>?, at time: UInt32) -> Bool {
    var index = 0
    while index < output.count {
      let status = output.bytes[index]
      let length = Self.byteCount(status)
      var event = clap_event_midi(
        header: Self.header(CLAP_EVENT_MIDI, MemoryLayout<clap_event_midi>.size, time), port_index: 0,
        data: (
          status, length > 1 && index &+ 1 < output.count ? output.bytes[index &+ 1] : 0,
          length > 2 && index &+ 2 < output.count ? output.bytes[index &+ 2] : 0
        ))
      if !clap_push(list, &event) { return false }
      index &+= length
    }
    return true
  }

  private static func byteCount(_ status: UInt8) -> Int {
    if status < 0xF0 { return status & 0xE0 == 0xC0 ? 2 : 3 }
    return status == 0xF2 ? 3 : status == 0xF1 || status == 0xF3 ? 2 : 1
  }

  /// Reports a parameter that MIDI has changed. The host may record the MIDI, so the parameter change is marked as not
  /// to be recorded.
  func send(_ change: MovedParameter, to list: UnsafePointer<clap_output_events>?, at time: UInt32) {
    guard let id = addresses.id(of: change.index) else { return }
    var event = clap_event_param_value(
      header: Self.header(CLAP_EVENT_PARAM_VALUE, MemoryLayout<clap_event_param_value>.size, time),
      param_id: id, cookie: nil, note_id: -1, port_index: -1, channel: -1, key: -1, value: change.value
    )
    event.header.flags = UInt32(truncatingIfNeeded: CLAP_EVENT_DONT_RECORD)
    if clap_push(list, &event) { return }
    shared.pointee.hasLostChange.store(true, ordering: .relaxed)
    clap_request_callback(host)
  }

  /// Sends note ends last, because hosts ignore their times. Note ends that the host refuses are sent again later.
  private mutating func sendEnds(to list: UnsafePointer<clap_output_events>?, at time: UInt32) {
    var index = 0
    while index < notes.count {
      let note = notes.note(index)
      guard note.isEnded else {
        index &+= 1
        continue
      }
      var event = clap_event_note(
        header: Self.header(CLAP_EVENT_NOTE_END, MemoryLayout<clap_event_note>.size, time), note_id: note.number,
        port_index: note.port, channel: note.channel, key: note.key, velocity: 0)
      guard clap_push(list, &event) else { return }
      notes.remove(index)
    }
  }

  static func header(_ type: Int, _ size: Int, _ time: UInt32) -> clap_event_header {
    clap_event_header(
      size: UInt32(truncatingIfNeeded: size), time: time, space_id: 0, type: UInt16(truncatingIfNeeded: type), flags: 0)
  }
}
