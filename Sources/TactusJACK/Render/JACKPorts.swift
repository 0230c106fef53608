import CJACK
import Synchronization

/// The ports of a process callback; nil for those that there are not.
///
/// - Thread: audio
package struct JACKPorts {
  package var left: OpaquePointer?
  package var right: OpaquePointer?
  package var midiInput: OpaquePointer?
  package var clockOutput: OpaquePointer?
  /// One for each of the sixteen ports of messages.
  package let midiOutputs: UnsafeMutablePointer<OpaquePointer?>
}

/// What a process callback has used and lost; written by it, read by any.
struct JACKLoadWords {
  /// Microseconds in the callback: all, and the longest.
  let busy, longest: UnsafeMutablePointer<Atomic<Int>>
  /// Frames and cycles rendered.
  let frames, cycles: UnsafeMutablePointer<Atomic<Int>>
  /// Cycles that took longer than they last.
  let late: UnsafeMutablePointer<Atomic<Int>>
  /// Messages that found no room in a MIDI output.
  let lost: UnsafeMutablePointer<Atomic<Int>>

  func add(microseconds: Int, frames count: Int, sampleRate: Int) {
    busy.pointee.wrappingAdd(microseconds, ordering: .relaxed)
    frames.pointee.wrappingAdd(count, ordering: .relaxed)
    cycles.pointee.wrappingAdd(1, ordering: .relaxed)
    let most = max(microseconds, longest.pointee.load(ordering: .relaxed))
    longest.pointee.store(most, ordering: .relaxed)
    if microseconds &* sampleRate > count &* 1_000_000 { late.pointee.wrappingAdd(1, ordering: .relaxed) }
  }
}
