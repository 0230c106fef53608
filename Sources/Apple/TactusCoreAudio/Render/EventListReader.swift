import TactusMIDI

/// Reads the packets of a CoreMIDI list (`MIDIEventList`) in place. The list is longer than its declared type, so a
/// copy of it would end after the first packet.
///
///     word 0  protocol      word 2…3  time of the first packet   word 4  its number of words   word 5…  its words
///     word 1  packets       and so on, packet after packet; nothing is aligned to more than four bytes
///
/// A message that does not fit its packet ends the packet, and a packet of more than 64 words ends the list; both are
/// counted.
/// - Thread: any
package struct EventListReader {
  /// The host time of the last message; 0 means "now".
  package private(set) var time: UInt64 = 0
  /// The number of malformed packets: those that are too long or end in an incomplete message.
  package private(set) var malformed = 0
  private var position: UnsafePointer<UInt32>
  private var packets: UInt32
  private var words = 0

  /// The maximum number of words in a packet.
  static var mostWords: UInt32 { 64 }

  /// Creates a reader at the start of a list.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ list: UnsafeRawPointer) {
    let start = list.assumingMemoryBound(to: UInt32.self)
    packets = start[1]
    position = start + 2
  }

  /// Returns the next message, and sets ``time`` to its time; nil at the end.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func next() -> UniversalPacket? {
    while true {
      while words == 0 { if !open() { return nil } }
      let count = UniversalPacket.wordCount(first: position[0])
      if count <= words {
        let start = position
        position += count
        words &-= count
        return UniversalPacket(
          start[0], count > 1 ? start[1] : 0, count > 2 ? start[2] : 0, count > 3 ? start[3] : 0)
      }
      malformed &+= 1
      position += words
      words = 0
    }
  }

  /// Moves to the words of the next packet; returns false if there is none.
  private mutating func open() -> Bool {
    guard packets > 0 else { return false }
    packets &-= 1
    time = UInt64(position[0]) | UInt64(position[1]) &<< 32
    if position[2] > Self.mostWords {
      malformed &+= 1
      packets = 0
      return false
    }
    words = Int(position[2])
    position += 3
    return true
  }
}
