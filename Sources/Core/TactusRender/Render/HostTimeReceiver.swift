import Synchronization
import TactusMIDI
import TactusRealtime
import TactusTime

/// The audio side of a ``HostTimeInput``: converts messages with host times to the events of render cycles.
///
/// - Thread: audio (one thread at a time)
package struct HostTimeReceiver {
  private var port: HostEventPort
  private let consumer: RingConsumer<StampedMessage>
  private let lost: LostChannels
  private let latency: UnsafeMutablePointer<Atomic<Int>>
  private let longestLatency: Int64

  init(
    port: HostEventPort, consumer: RingConsumer<StampedMessage>, lost: LostChannels,
    latency: UnsafeMutablePointer<Atomic<Int>>, longestLatency: Int64
  ) {
    (self.port, self.consumer, self.lost) = (port, consumer, lost)
    (self.latency, self.longestLatency) = (latency, longestLatency)
  }

  /// Returns the events of a cycle; valid until the next call.
  ///
  /// - Parameters:
  ///   - clock: a clock that the cycle's stamp has anchored.
  ///   - isResuming: whether rendering has been interrupted before this cycle. Messages that have arrived meanwhile are
  ///     late, but do not raise the latency.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(_ cycle: RenderCycle, by clock: HostClock, isResuming: Bool = false) -> EventList {
    port.begin(cycle)
    let before = Int64(latency.pointee.load(ordering: .relaxed))
    var latency = before
    for _ in 0..<consumer.count {
      guard let stamped = consumer.pop() else { break }
      let time = time(of: stamped.hostTime, clock, latency)
      port.receive(stamped.message, at: time)
      if isResuming { continue }
      let (late, isFar) = cycle.firstFrame.subtractingReportingOverflow(time)
      if !isFar, late > 0, HostEventTime.offset(ofImmediate: time) == nil, late &+ latency <= longestLatency {
        latency &+= late
      }
    }
    if latency != before { self.latency.pointee.store(Int(latency), ordering: .relaxed) }
    // "all notes off" comes after all earlier messages, as it is due no earlier than the note-offs that it replaces
    while let stamped = lost.takeNext() {
      port.receive(stamped.message, at: time(of: stamped.hostTime, clock, latency))
    }
    return port.end()
  }

  /// Discards all waiting messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func reset() {
    for _ in 0..<consumer.count { _ = consumer.pop() }
    port.reset()
  }

  /// Returns the frame of a host time, or "now" if there is no host time or the clock has no anchor.
  private func time(of hostTime: UInt64, _ clock: HostClock, _ latency: Int64) -> Int64 {
    guard hostTime > 0, clock.isAnchored else { return HostEventTime.immediate(after: latency) }
    let frame = clock.frame(atHostTime: Int64(clamping: hostTime), latency: 0 &- latency)
    // a frame so far in the past that it would be read as "now" plus an offset is replaced by the earliest frame
    return HostEventTime.offset(ofImmediate: frame) == nil ? frame : .min
  }
}
