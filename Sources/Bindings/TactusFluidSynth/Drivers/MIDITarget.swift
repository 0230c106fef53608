import CFluidSynth

/// The function of a program that receives the messages of a MIDI driver.
///
/// - Thread: the driver's, one at a time
package final class MIDITarget {
  private let handler: handle_midi_event_func_t
  private let data: UnsafeMutableRawPointer?
  private let event = FluidMIDIEvent()

  package init(_ handler: @escaping handle_midi_event_func_t, _ data: UnsafeMutableRawPointer?) {
    (self.handler, self.data) = (handler, data)
  }

  /// Passes a channel message or a system reset; ignores other system messages.
  ///
  /// - Parameter port: the input port; each has sixteen channels.
  func pass(_ status: UInt8, _ first: UInt8, _ second: UInt8, port: Int = 0) {
    typealias Kind = FluidMIDIEvent.Kind
    switch status {
    case 0x80...0xEF:
      (event.type, event.channel) = (status & 0xF0, UInt8(truncatingIfNeeded: port << 4 | Int(status & 15)))
      event.param1 = event.type == Kind.pitchBend ? Int32(second) << 7 | Int32(first) : Int32(first)
      event.param2 = event.type == Kind.pitchBend ? 0 : Int32(second)
    case 0xFF: (event.type, event.channel, event.param1, event.param2) = (Kind.systemReset, 0, 0, 0)
    default: return
    }
    _ = handler(data, event.pointer)
  }

  /// Passes a system-exclusive message, unless it is empty.
  ///
  /// - Parameter bytes: the data without F0 and F7; valid until the function returns.
  func pass(exclusive bytes: UnsafePointer<UInt8>?, count: Int) {
    guard let bytes, count > 0 else { return }
    event.setPayload(
      UnsafeMutableRawPointer(mutating: bytes), size: Int32(clamping: count),
      type: FluidMIDIEvent.Kind.systemExclusive, dynamic: 0)
    _ = handler(data, event.pointer)
  }
}
