import TactusTime

extension SequencerCore {
  /// Returns the tick of the next event; `.max` if there is none. A later request or publication may change it. The
  /// event may be a note that will be skipped because of its ``StepChance``. Offline, a single long cycle may cover the
  /// time until this tick.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextTick() -> Tick { min(tracker.nextDue, queue.nextTick) }
}

extension Sequencer {
  /// The tick of the next event, for offline rendering; `.max` if there is none. The event may be a note that will be
  /// skipped because of its ``StepChance``.
  /// - Thread: audio
  package var nextTick: Tick { core.pointee.nextTick() }
}
