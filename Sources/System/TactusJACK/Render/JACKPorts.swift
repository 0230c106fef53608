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
  /// Microseconds of a processor: all, and the longest cycle's.
  let busy, longest: UnsafeMutablePointer<Atomic<Int>>
  /// Frames and cycles rendered.
  let frames, cycles: UnsafeMutablePointer<Atomic<Int>>
  /// Cycles that needed more of a processor than they last.
  let late: UnsafeMutablePointer<Atomic<Int>>
  /// Cycles that took longer than they last although they needed less: others ran meanwhile.
  let delayed: UnsafeMutablePointer<Atomic<Int>>
  /// Messages that found no room in a MIDI output.
  let lost: UnsafeMutablePointer<Atomic<Int>>
  /// Frames that the server has gone on by without a cycle of ours.
  let missed: UnsafeMutablePointer<Atomic<Int>>

  /// Counts a cycle that has had so many microseconds of a processor, while so many have passed.
  func add(busy microseconds: Int, passed: Int, frames count: Int, sampleRate: Int) {
    busy.pointee.wrappingAdd(microseconds, ordering: .relaxed)
    frames.pointee.wrappingAdd(count, ordering: .relaxed)
    cycles.pointee.wrappingAdd(1, ordering: .relaxed)
    let most = max(microseconds, longest.pointee.load(ordering: .relaxed))
    longest.pointee.store(most, ordering: .relaxed)
    let length = count &* 1_000_000
    if microseconds &* sampleRate > length {
      late.pointee.wrappingAdd(1, ordering: .relaxed)
    } else if passed &* sampleRate > length {
      delayed.pointee.wrappingAdd(1, ordering: .relaxed)
    }
  }
}
