import TactusMIDI

/// Writes a CoreMIDI list (`MIDIEventList`) into memory of fixed size.
///
/// Messages of the same time share a packet of up to 64 words; each system-exclusive message has packets of its own.
/// Times must be in ascending order. If the list is full, the corresponding system functions return null, although
/// their declared result is not optional; this type returns false.
/// - Thread: any, one at a time
package struct EventListWriter {
  /// The maximum size of a list for CoreMIDI in words: 65,536 bytes.
  package static var mostWords: Int { 16_384 }

  private let words: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  private var used = 2
  /// The start of the packet that is being filled; 0 if there is none.
  private var packet = 0
  /// The group whose system-exclusive message the packet contains; nil for other messages.
  private var exclusive: UInt8?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - memory: aligned to eight bytes; must outlive the writer.
  ///   - capacity: in words, at most ``mostWords``.
  ///   - protocolID: 1 for MIDI 1.0, 2 for MIDI 2.0.
  package init(_ memory: UnsafeMutablePointer<UInt32>, capacity: Int, protocolID: UInt32) {
    (words, self.capacity) = (memory, min(capacity, Self.mostWords))
    (memory + 0).initialize(to: protocolID)
    (memory + 1).initialize(to: 0)
  }

  /// The list.
  package var list: UnsafeRawPointer { UnsafeRawPointer(words) }
  /// The number of packets in the list.
  package var packetCount: Int { Int(words[1]) }

  /// Starts an empty list.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func reset() {
    (used, packet, exclusive) = (2, 0, nil)
    words[1] = 0
  }

  /// Adds a message; returns false if the list is full.
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

  /// Whether a message fits the packet that is being filled.
  private func joins(_ message: ChannelMessage, _ count: Int, _ group: UInt8?, _ time: UInt64) -> Bool {
    guard packet > 0, words[packet &+ 2] &+ UInt32(truncatingIfNeeded: count) <= EventListReader.mostWords,
      UInt64(words[packet]) | UInt64(words[packet &+ 1]) &<< 32 == time
    else { return false }
    guard let group else { return exclusive == nil }
    guard let exclusive, exclusive == group else { return false }
    // each system-exclusive message starts a new packet
    return message.word0 &>> 20 & 15 >= 2
  }
}
