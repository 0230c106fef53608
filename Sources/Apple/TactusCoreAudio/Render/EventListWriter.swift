import TactusMIDI

/// Writes a list of CoreMIDI's (`MIDIEventList`) into memory of fixed size.
///
/// Messages of one time share a packet, up to 64 words; system-exclusive ones have packets of their own, one message in
/// each. Times must not descend. The functions of the system that do the same give null for a full list through a type
/// that cannot be null; this says so.
/// - Thread: any, one at a time
package struct EventListWriter {
  /// How many words CoreMIDI takes in one list: 65,536 bytes.
  package static var mostWords: Int { 16_384 }

  private let words: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  private var used = 2
  /// Where the packet begins that is being filled; 0: there is none.
  private var packet = 0
  /// The group whose system-exclusive message it holds; nil: other messages.
  private var exclusive: UInt8?

  /// A writer of empty lists.
  ///
  /// - Parameters:
  ///   - memory: aligned to eight bytes; it must outlive the writer.
  ///   - capacity: in words, ``mostWords`` at most.
  ///   - protocolID: 1 for MIDI 1.0, 2 for MIDI 2.0.
  package init(_ memory: UnsafeMutablePointer<UInt32>, capacity: Int, protocolID: UInt32) {
    (words, self.capacity) = (memory, min(capacity, Self.mostWords))
    (memory + 0).initialize(to: protocolID)
    (memory + 1).initialize(to: 0)
  }

  /// The list.
  package var list: UnsafeRawPointer { UnsafeRawPointer(words) }
  /// How many packets are in it.
  package var packetCount: Int { Int(words[1]) }

  /// Begins another list.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func reset() {
    (used, packet, exclusive) = (2, 0, nil)
    words[1] = 0
  }

  /// Adds a message; false if there is no room.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func add(_ message: ChannelMessage, at time: UInt64) -> Bool {
    let count = UniversalPacket.wordCount(first: message.word0)
    let group = message.isSystemExclusive ? message.port : nil
    if !joins(message, count, group, time) {
      guard used &+ 3 &+ count <= capacity else { return false }
      packet = used
      (words + used).initialize(to: UInt32(truncatingIfNeeded: time))
      (words + (used &+ 1)).initialize(to: UInt32(truncatingIfNeeded: time &>> 32))
      (words + (used &+ 2)).initialize(to: 0)
      used &+= 3
      words[1] &+= 1
      exclusive = group
    }
    guard used &+ count <= capacity else { return false }
    (words + used).initialize(to: message.word0)
    if count > 1 { (words + (used &+ 1)).initialize(to: message.word1) }
    used &+= count
    words[packet &+ 2] &+= UInt32(truncatingIfNeeded: count)
    return true
  }

  /// Whether a message belongs into the packet that is being filled.
  private func joins(_ message: ChannelMessage, _ count: Int, _ group: UInt8?, _ time: UInt64) -> Bool {
    guard packet > 0, words[packet &+ 2] &+ UInt32(truncatingIfNeeded: count) <= EventListReader.mostWords,
      UInt64(words[packet]) | UInt64(words[packet &+ 1]) &<< 32 == time
    else { return false }
    guard let group else { return exclusive == nil }
    guard let exclusive, exclusive == group else { return false }
    // what begins a message begins a packet
    return message.word0 &>> 20 & 15 >= 2
  }
}
