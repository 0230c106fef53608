import Synchronization
import TactusMIDI
import TactusTime

/// The audio side of a ``HostTimeOutput``: stamps the events of render cycles with host times.
///
/// - Thread: audio (one thread at a time)
package struct HostTimeSender {
  private var gate: EventGate
  private let compensation: UnsafeMutablePointer<Atomic<Int>>

  init(gate: EventGate, compensation: UnsafeMutablePointer<Atomic<Int>>) {
    (self.gate, self.compensation) = (gate, compensation)
  }

  /// Sends the events of a cycle.
  ///
  /// - Parameter clock: a clock that the cycle's stamp has anchored; without an anchor, events are sent "now".
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func send(_ events: EventList, of cycle: RenderCycle, by clock: HostClock) {
    for event in events { send(event, of: cycle, by: clock) }
  }

  /// Sends two lists of events merged by frame; at the same frame, events of the first list come first.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func send(
    _ first: EventList, and second: EventList, of cycle: RenderCycle, by clock: HostClock
  ) {
    var sent = 0
    for event in second {
      while sent < first.count, first[sent].offset <= event.offset {
        send(first[sent], of: cycle, by: clock)
        sent &+= 1
      }
      send(event, of: cycle, by: clock)
    }
    for index in sent..<first.count { send(first[index], of: cycle, by: clock) }
  }

  private mutating func send(_ event: TimedEvent, of cycle: RenderCycle, by clock: HostClock) {
    let compensation = Int64(compensation.pointee.load(ordering: .relaxed))
    let frame = HostEventTime.absolute(offset: event.offset, in: cycle)
    let time = clock.hostTime(atFrame: frame, latency: compensation)
    gate.push(event.message, at: clock.isAnchored ? UInt64(clamping: max(1, time)) : 0)
  }
}
