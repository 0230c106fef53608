import CJACK
import TactusDevices
import TactusMIDI
import TactusRender

/// Writes events to a MIDI output as complete MIDI 1.0 messages; MIDI 2.0 messages are translated.
///
/// The packets of a system-exclusive message are joined, and the message is written at the offset of its last packet.
/// Messages longer than ``longest`` are dropped and counted. If a message that ends notes, lifts a pedal or stops a
/// clock does not fit, a later cycle sends a substitute: see ``makeUp(in:_:)``.
/// - Thread: audio
package struct JACKMIDIWriter {
  /// The maximum size of a system-exclusive message in bytes.
  package static var longest: Int { 1 << 16 }
  /// The required memory in bytes: that of the longest message and of one short message.
  package static var capacity: Int { longest + 8 }

  private let bytes: UnsafeMutablePointer<UInt8>
  private var writer = MIDIStreamWriter()
  private var count = 0
  /// The notes, pedals and clocks that a dropped message should have ended.
  private var lost = LostMIDI()

  package init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

  /// Writes a message; returns whether all of it fits.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func write(
    _ event: TimedEvent, to buffer: UnsafeMutableRawPointer, _ functions: UnsafePointer<ctactus_jack_functions>
  ) -> Bool {
    let offset = UInt32(truncatingIfNeeded: max(0, event.offset))
    let message = event.message
    if message.isSystemExclusive { return writePacket(message, at: offset, to: buffer, functions) }
    // real-time messages may occur between the packets of another message
    if message.word0 &>> 28 != 1 || message.status < 0xF8 { count = 0 }
    let messages = message.translatedToMIDI1()
    for index in 0..<messages.endIndex where !writeShort(messages.message(index), at: offset, to: buffer, functions) {
      lost.add(message)
      return false
    }
    return true
  }

  /// At the start of a cycle, ends the notes, pedals and clocks whose messages did not fit into an earlier cycle.
  /// Messages that do not fit now wait for the next cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func makeUp(
    in buffer: UnsafeMutableRawPointer, _ functions: UnsafePointer<ctactus_jack_functions>
  ) {
    while let message = lost.next() {
      guard writeShort(message, at: 0, to: buffer, functions) else { return }
      lost.removeNext()
    }
  }

  /// Writes a short message, without affecting an incomplete system-exclusive message.
  private mutating func writeShort(
    _ message: ChannelMessage, at offset: UInt32, to buffer: UnsafeMutableRawPointer,
    _ functions: UnsafePointer<ctactus_jack_functions>
  ) -> Bool {
    let short = writer.bytes(of: message)
    guard short.endIndex > 0 else { return true }
    let position = bytes + Self.longest
    let size = min(short.endIndex, Self.capacity &- Self.longest)
    for index in 0..<size { position[index] = short.byte(index) }
    return ctactus_jack_midi_write(functions, buffer, offset, position, size) != 0
  }

  // MARK: System-exclusive messages

  private mutating func writePacket(
    _ packet: ChannelMessage, at offset: UInt32, to buffer: UnsafeMutableRawPointer,
    _ functions: UnsafePointer<ctactus_jack_functions>
  ) -> Bool {
    let part = writer.bytes(of: packet)
    guard part.endIndex > 0 else { return true }
    if part.byte(0) == 0xF0 { count = 0 }
    let isLast = Self.endsMessage(packet)
    guard count >= 0, count &+ part.endIndex <= Self.longest else {
      count = -1  // too long: its remaining packets are dropped, too
      return !isLast
    }
    for index in 0..<part.endIndex { bytes[count &+ index] = part.byte(index) }
    count &+= part.endIndex
    guard isLast else { return true }
    let size = count
    count = 0
    return ctactus_jack_midi_write(functions, buffer, offset, bytes, size) != 0
  }

  private static func endsMessage(_ packet: ChannelMessage) -> Bool {
    switch packet.packetForm {
    case .start, .middle: false
    default: true
    }
  }
}
