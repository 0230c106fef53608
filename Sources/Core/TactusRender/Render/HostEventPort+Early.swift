import TactusMIDI
import TactusRealtime

// Events that are output before their time.

extension HostEventPort {
  /// Whether an event waits that starts or ends a note of a key, and is due less than `frames` frames after the end of
  /// the last cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func holdsNote(ofKey keyIndex: Int, within frames: Int64) -> Bool {
    for index in 0..<queue.count {
      let (event, time) = queue.unordered(index)
      guard time &- now < frames, event.message.startsNote || event.message.endsNote else { continue }
      if event.message.keyIndex == keyIndex { return true }
    }
    return false
  }

  /// Returns the first frame, counted from the start of the cycle and at least `start`, on which an event waits; `.max`
  /// if none does.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextFrame(from start: Int) -> Int64 {
    guard let time = queue.firstTime else { return .max }
    return max(Int64(start), time &- now)
  }

  /// Returns the waiting events that are due less than `frames` frames after the end of the last cycle, which then no
  /// longer wait. Their offsets are 0. Valid until the next call of this function or of `end`.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func takeEarly(within frames: Int64) -> EventList {
    EventList(start: output, count: take(before: frames, 0, 1))
  }
}
