import TactusTime

extension SequencerCore {
  /// Returns the tick of the next event, provided that nothing is requested or published before; `.max` if there is
  /// none. The event may be a note that its chance skips. Time before this tick can be rendered in large cycles.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextTick() -> Tick { min(tracker.nextDue, queue.nextTick) }
}

extension Sequencer {
  /// The tick of the next event, which may be a note that its chance skips; `.max` if there is none. For offline
  /// rendering.
  /// - Thread: audio
  package var nextTick: Tick { core.pointee.nextTick() }
}
