import CVST3
import TactusMIDI
import TactusPlugin

// Output: changed parameters, then notes and messages in ascending order.

extension VST3Core {
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func send(_ data: UnsafePointer<ProcessData>, _ frames: Int) {
    exclusives.removeAll()
    let last = Int32(truncatingIfNeeded: max(0, frames &- 1))
    let changes = data.pointee.outputParameterChanges
    while let moved = core.pointee.nextChange() {
      report(moved.index, moved.value, to: changes, at: min(max(0, moved.offset), last))
    }
    if programOffset >= 0 { reportProgram(to: changes, at: min(programOffset, last)) }
    while let output = core.pointee.nextOutput() {
      if !push(output, to: data.pointee.outputEvents, at: min(max(0, output.offset), last)) {
        core.pointee.refuseOutput()
      }
    }
  }

  /// Reports a parameter that the plug-in itself has changed.
  private func report(
    _ index: Int, _ value: Double, to changes: UnsafeMutablePointer<IParameterChanges>?, at offset: Int32
  ) {
    guard let id = addresses.id(of: index) else { return }
    if vst3_add_point(changes, id, offset, ranges[index].normalized(value)) { return }
    shared.pointee.hasLostChange.store(true, ordering: .relaxed)
  }

  /// Reports all parameters that a program has changed.
  private func reportProgram(to changes: UnsafeMutablePointer<IParameterChanges>?, at offset: Int32) {
    for parameter in 0..<programs.parameterCount where parameter != programs.bypass {
      report(parameter, core.pointee.value(ofParameter: parameter), to: changes, at: offset)
    }
  }

  // MARK: Events

  private mutating func push(
    _ output: PluginOutput, to list: UnsafeMutablePointer<IEventList>?, at offset: Int32
  ) -> Bool {
    var event = Event()
    event.sampleOffset = offset
    if output.message.isSystemExclusive {
      guard let bytes = exclusives.copy(output.bytes, count: output.count) else { return false }
      event.type = UInt16(truncatingIfNeeded: kDataEvent)
      event.data = DataEvent(
        size: UInt32(truncatingIfNeeded: output.count), type: UInt32(truncatingIfNeeded: kMidiSysEx), bytes: bytes)
      return vst3_add_event(list, &event)
    }
    guard Self.fill(&event, output.message) else { return false }
    return vst3_add_event(list, &event)
  }

  /// Writes a message into an event. Returns false for messages that VST 3 cannot express: those of the system.
  private static func fill(_ event: inout Event, _ message: ChannelMessage) -> Bool {
    let (channel, key) = (Int16(message.channel), Int16(message.data1))
    let share = Float(message.data2) / 127
    guard !message.isSystem else { return false }
    switch message.status & 0xF0 {
    case 0x90 where message.data2 > 0:
      event.type = UInt16(truncatingIfNeeded: kNoteOnEvent)
      event.noteOn = NoteOnEvent(channel: channel, pitch: key, tuning: 0, velocity: share, length: 0, noteId: -1)
    case 0x80, 0x90:
      event.type = UInt16(truncatingIfNeeded: kNoteOffEvent)
      event.noteOff = NoteOffEvent(channel: channel, pitch: key, velocity: share, noteId: -1, tuning: 0)
    case 0xA0:
      event.type = UInt16(truncatingIfNeeded: kPolyPressureEvent)
      event.polyPressure = PolyPressureEvent(channel: channel, pitch: key, pressure: share, noteId: -1)
    case 0xB0: set(&event, Int(message.data1), message, message.data2)
    case 0xC0: set(&event, kCtrlProgramChange, message, message.data1)
    case 0xD0: set(&event, kAfterTouch, message, message.data1)
    case 0xE0: set(&event, kPitchBend, message, message.data1, message.data2)
    default: return false
    }
    return true
  }

  private static func set(
    _ event: inout Event, _ number: Int, _ message: ChannelMessage, _ value: UInt8, _ second: UInt8 = 0
  ) {
    event.type = UInt16(truncatingIfNeeded: kLegacyMIDICCOutEvent)
    event.midiCCOut = LegacyMIDICCOutEvent(
      controlNumber: UInt8(truncatingIfNeeded: number), channel: Int8(truncatingIfNeeded: message.channel),
      value: Int8(truncatingIfNeeded: value), value2: Int8(truncatingIfNeeded: second))
  }
}
