import TactusMIDI
import TactusRender

extension NoteOutput {
  /// The preallocated memory.
  package struct Memory {
    let events: UnsafeMutablePointer<TimedEvent>
    let capacity: Int
    /// For each key of each channel and port, the number of notes that sound at the host.
    let sounding: UnsafeMutablePointer<Int16>
    /// For each key, the number of notes that sound at the host minus the number that the plug-in holds. A
    /// positive balance counts the note-offs still due to the host; a negative one, the note-ons that the host refused.
    let noteBalance: UnsafeMutablePointer<Int16>
    /// For each key, the number of note-offs minus the number of note-ons that did not fit into this cycle. The next
    /// cycle adds this difference to the note balance.
    let late: UnsafeMutablePointer<Int16>
    /// For each key, whether it is listed in `pendingKeys`.
    let isListed: UnsafeMutablePointer<Bool>
    /// The keys that may have note-offs still due to the host, each listed once.
    let pendingKeys: UnsafeMutablePointer<UInt32>
    /// For each channel of each port, the controls that the host holds, and those whose release is due.
    let (heldControls, dueControls): (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>)
    let bytes: UnsafeMutablePointer<UInt8>
    let byteCapacity: Int
  }
}

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
    let pendingKeys = UnsafeMutablePointer<UInt32>.allocate(capacity: keys)
    pendingKeys.initialize(repeating: 0, count: keys)
    let controls = (0..<2).map { _ in
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: HeldControls.channelCount)
      memory.initialize(repeating: 0, count: HeldControls.channelCount)
      return memory
    }
    memory = NoteOutput.Memory(
      events: .allocate(capacity: capacity), capacity: capacity, sounding: zeros(), noteBalance: zeros(), late: zeros(),
      isListed: isListed, pendingKeys: pendingKeys, heldControls: controls[0], dueControls: controls[1],
      bytes: .allocate(capacity: byteCapacity), byteCapacity: byteCapacity)
  }

  deinit {
    memory.events.deallocate()
    memory.sounding.deallocate()
    memory.noteBalance.deallocate()
    memory.late.deallocate()
    memory.isListed.deallocate()
    memory.pendingKeys.deallocate()
    memory.heldControls.deallocate()
    memory.dueControls.deallocate()
    memory.bytes.deallocate()
  }
}
