import CJACK
import TactusMIDI
import TactusRender

/// Writes events to a MIDI output: each message whole, system-exclusive ones put together from their packets.
///
/// A message is written at the offset of its last packet. Those longer than ``longest`` are left out, and counted.
/// - Thread: audio
package struct JACKMIDIWriter {
  /// The most bytes of a system-exclusive message.
  package static var longest: Int { 1 << 16 }

  private let bytes: UnsafeMutablePointer<UInt8>
  private var writer = MIDIStreamWriter()
  private var count = 0

  package init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

  /// Writes a message; gives whether all of it has found room.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func write(
    _ event: TimedEvent, to buffer: UnsafeMutableRawPointer, _ functions: UnsafePointer<tactus_jack_functions>
  ) -> Bool {
    let message = writer.bytes(of: event.message)
    if !event.message.isSystemExclusive || message.endIndex > 0 && message.byte(0) == 0xF0 { count = 0 }
    guard message.endIndex > 0 else { return true }
    guard count >= 0, count &+ message.endIndex <= Self.longest else {
      count = -1  // too long: the rest of it is left out, too
      return !endsMessage(event)
    }
    for index in 0..<message.endIndex { bytes[count &+ index] = message.byte(index) }
    count &+= message.endIndex
    guard endsMessage(event) else { return true }
    let size = count
    count = 0
    return tactus_jack_midi_write(functions, buffer, UInt32(truncatingIfNeeded: max(0, event.offset)), bytes, size) != 0
  }

  private func endsMessage(_ event: TimedEvent) -> Bool {
    guard event.message.isSystemExclusive else { return true }
    switch event.message.packetForm {
    case .start, .middle: return false
    default: return true
    }
  }
}
