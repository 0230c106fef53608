import TactusMIDI
import TactusRender

/// Allocates and owns the memory of a ``NoteOutput``.
///
/// - Thread: control; the memory itself belongs to the audio thread
package final class NoteOutputMemory: @unchecked Sendable {  // fixed from init to deinit
  package let memory: NoteOutput.Memory

  /// Creates memory for at most `capacity` events in a cycle and `byteCapacity` bytes in a system-exclusive message.
  package init(capacity: Int, byteCapacity: Int = 65_536) {
    let keys = ChannelMessage.keyIndexCount
    func zeros() -> UnsafeMutablePointer<Int16> {
      let memory = UnsafeMutablePointer<Int16>.allocate(capacity: keys)
      memory.initialize(repeating: 0, count: keys)
      return memory
    }
    let isListed = UnsafeMutablePointer<Bool>.allocate(capacity: keys)
    isListed.initialize(repeating: false, count: keys)
    let debtors = UnsafeMutablePointer<UInt32>.allocate(capacity: keys)
    debtors.initialize(repeating: 0, count: keys)
    memory = NoteOutput.Memory(
      events: .allocate(capacity: capacity), capacity: capacity, sounding: zeros(), noteBalance: zeros(), late: zeros(),
      isListed: isListed, debtors: debtors, bytes: .allocate(capacity: byteCapacity), byteCapacity: byteCapacity)
  }

  deinit {
    memory.events.deallocate()
    memory.sounding.deallocate()
    memory.noteBalance.deallocate()
    memory.late.deallocate()
    memory.isListed.deallocate()
    memory.debtors.deallocate()
    memory.bytes.deallocate()
  }
}
