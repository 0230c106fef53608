import TactusTime

extension SequencerCore {
  /// Returns the tick of the next event, provided that nothing is requested or published before; its chance may skip
  /// it. `.max` for never. Until then, time can be rendered in large cycles.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextTick() -> Tick { min(tracker.nextDue, queue.nextTick) }
}

extension Sequencer {
  /// The tick of the next event, which its chance may skip; `.max` for never. For offline rendering.
  /// - Thread: audio
  package var nextTick: Tick { core.pointee.nextTick() }
}
