import CLV2
import TactusMIDI

/// Writes events to the sequence that a host has connected to an output, as far as it has room.
///
/// An event that does not fit is dropped completely. The packets of a system-exclusive message are joined into one
/// event, which is dropped if another event or the end of the cycle interrupts it.
///
/// - Thread: audio
package struct AtomWriter {
  private let body: UnsafeMutableRawPointer?
  private let sequence: UnsafeMutablePointer<LV2_Atom_Sequence>?
  private let midiEvent: UInt32
  /// The number of bytes after the atom's header for which the host has room.
  private let capacity: Int
  /// The number of those bytes that are used.
  private var used = 8
  private var offset: Int32 = 0
  /// The number of data bytes of the incomplete system-exclusive message; 0 if none is open.
  private var openCount = 0
  /// The number of messages dropped for lack of room.
  package private(set) var dropped = 0

  /// Starts an empty sequence. Without a buffer, or without room for a header, no event fits.
  ///
  /// - Parameter sequence: the host's sequence. Before each cycle, hosts set its atom's size to the available room.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ sequence: UnsafeMutablePointer<LV2_Atom_Sequence>?, _ urids: LV2URIDs) {
    midiEvent = urids.midiEvent
    guard let sequence, sequence.pointee.atom.size >= 8 else {
      (body, self.sequence, capacity) = (nil, nil, 0)
      return
    }
    self.sequence = sequence
    body = UnsafeMutableRawPointer(sequence) + 8
    capacity = Int(sequence.pointee.atom.size)
    sequence.pointee = LV2_Atom_Sequence(atom: LV2_Atom(size: 8, type: urids.sequence), unit: 0, pad: 0)
  }

  /// Writes an event of any type; returns false if it does not fit.
  ///
  /// - Parameter offset: raised to the offset of the last event if it is smaller.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @discardableResult package mutating func write(
    _ bytes: UnsafeRawPointer, count: Int, type: UInt32, at offset: Int32
  ) -> Bool {
    openCount = 0
    guard let body, hasRoom(count) else {
      dropped &+= 1
      return false
    }
    (body + used + 16).copyMemory(from: bytes, byteCount: count)
    end(count, type, at: offset)
    return true
  }

  /// Writes a message; a MIDI 2.0 message is written as its MIDI 1.0 equivalents. Returns false if not everything fits.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @discardableResult package mutating func write(_ message: ChannelMessage, at offset: Int32) -> Bool {
    if message.isSystemExclusive { return writePacket(message, at: offset) }
    openCount = 0
    let messages = message.translatedToMIDI1()
    guard let body, 24 &* messages.endIndex <= capacity &- used else {
      dropped &+= 1
      return false
    }
    for index in 0..<messages.endIndex {
      var stream = MIDIStreamWriter()
      let bytes = stream.bytes(of: messages.message(index))
      guard bytes.endIndex > 0 else { continue }
      for position in 0..<bytes.endIndex {
        body.storeBytes(of: bytes.byte(position), toByteOffset: used &+ 16 &+ position, as: UInt8.self)
      }
      end(bytes.endIndex, midiEvent, at: offset)
    }
    return true
  }

  private func hasRoom(_ count: Int) -> Bool { count >= 0 && count <= capacity &- used &- 16 }

  /// Writes the event header before the data, and pads the data to eight bytes.
  private mutating func end(_ count: Int, _ type: UInt32, at wanted: Int32) {
    guard let body, let sequence else { return }
    offset = max(offset, wanted)
    let header = LV2_Atom_Event(
      frames: Int64(offset), body: LV2_Atom(size: UInt32(truncatingIfNeeded: count), type: type))
    body.storeBytes(of: header, toByteOffset: used, as: LV2_Atom_Event.self)
    let padded = min((count &+ 7) & ~7, capacity &- used &- 16)
    for position in count..<padded { body.storeBytes(of: 0, toByteOffset: used &+ 16 &+ position, as: UInt8.self) }
    used = used &+ 16 &+ padded
    sequence.pointee.atom.size = UInt32(truncatingIfNeeded: used)
  }

  private mutating func writePacket(_ packet: ChannelMessage, at offset: Int32) -> Bool {
    guard let form = packet.packetForm else { return true }
    var (begins, ends) = (false, false)
    switch form {
    case .whole: (begins, ends) = (true, true)
    case .start: begins = true
    case .middle: break
    case .end: ends = true
    }
    if begins { openCount = 0 }
    guard begins ? add(0xF0) : openCount > 0 else { return false }
    for index in 0..<packet.packetByteCount {
      guard add(packet.packetByte(index)) else { return false }
    }
    guard ends else { return true }
    guard add(0xF7) else { return false }
    end(openCount, midiEvent, at: offset)
    openCount = 0
    return true
  }

  /// Appends a byte to the incomplete message; without room, the message is dropped.
  private mutating func add(_ byte: UInt8) -> Bool {
    guard let body, hasRoom(openCount &+ 1) else {
      openCount = 0
      dropped &+= 1
      return false
    }
    body.storeBytes(of: byte, toByteOffset: used &+ 16 &+ openCount, as: UInt8.self)
    openCount &+= 1
    return true
  }
}
