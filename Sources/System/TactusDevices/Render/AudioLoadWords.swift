import CTactusClock
import Synchronization

/// The load and losses of a driver's audio thread, which writes them; any thread reads them.
package struct AudioLoadWords {
  /// The processor time in microseconds: `busy` is that of all cycles, `longest` that of the longest cycle.
  let busy, longest: UnsafeMutablePointer<Atomic<Int>>
  /// The numbers of frames and cycles rendered.
  let frames, cycles: UnsafeMutablePointer<Atomic<Int>>
  /// The number of cycles that used more processor time than their duration.
  let late: UnsafeMutablePointer<Atomic<Int>>
  /// The number of cycles that took longer than their duration although they used less processor time.
  let delayed: UnsafeMutablePointer<Atomic<Int>>
  /// The number of messages that did not fit into a MIDI output.
  package let lost: UnsafeMutablePointer<Atomic<Int>>
  /// The number of frames for which the server did not call the client.
  package let missed: UnsafeMutablePointer<Atomic<Int>>

  /// The times at which a cycle began.
  package struct Start: BitwiseCopyable {
    /// The machine's time in nanoseconds.
    package var time: Int64
    /// The thread's processor time in microseconds.
    var busy: Int64
  }

  /// Returns the times at the start of a cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func begin() -> Start { Start(time: ctactus_monotonic_time(), busy: ctactus_thread_time()) }

  /// Counts a cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func end(_ start: Start, frames count: Int, sampleRate: Int) {
    let spent = Int(truncatingIfNeeded: ctactus_thread_time() &- start.busy)
    let passed = Int(truncatingIfNeeded: (ctactus_monotonic_time() &- start.time) / 1_000)
    busy.pointee.wrappingAdd(spent, ordering: .relaxed)
    frames.pointee.wrappingAdd(count, ordering: .relaxed)
    cycles.pointee.wrappingAdd(1, ordering: .relaxed)
    let most = max(spent, longest.pointee.load(ordering: .relaxed))
    longest.pointee.store(most, ordering: .relaxed)
    let length = count &* 1_000_000
    if spent &* sampleRate > length {
      late.pointee.wrappingAdd(1, ordering: .relaxed)
    } else if passed &* sampleRate > length {
      delayed.pointee.wrappingAdd(1, ordering: .relaxed)
    }
  }
}
