import CJACK
import Synchronization

/// The ports of a process callback; nil for those that do not exist.
///
/// - Thread: audio
package struct JACKPorts {
  package var left: OpaquePointer?
  package var right: OpaquePointer?
  package var midiInput: OpaquePointer?
  package var clockOutput: OpaquePointer?
  /// One output for each of the sixteen message ports.
  package let midiOutputs: UnsafeMutablePointer<OpaquePointer?>
}

/// The load and losses of a process callback; written by it, and read by any thread.
struct JACKLoadWords {
  /// The processor time in microseconds: `busy` is that of all cycles, `longest` that of the longest cycle.
  let busy, longest: UnsafeMutablePointer<Atomic<Int>>
  /// The numbers of frames and cycles rendered.
  let frames, cycles: UnsafeMutablePointer<Atomic<Int>>
  /// The number of cycles that used more processor time than their duration.
  let late: UnsafeMutablePointer<Atomic<Int>>
  /// The number of cycles that took longer than their duration although they used less processor time.
  let delayed: UnsafeMutablePointer<Atomic<Int>>
  /// The number of messages that did not fit into a MIDI output.
  let lost: UnsafeMutablePointer<Atomic<Int>>
  /// The number of frames for which the server did not call the client.
  let missed: UnsafeMutablePointer<Atomic<Int>>

  /// Counts a cycle with its processor time and its elapsed time in microseconds.
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
