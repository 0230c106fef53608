import TactusTime

extension SequencerCore {
  /// The tick of the next event, should nothing be asked or published until then: it may be one that its chance leaves
  /// out. `.max` for never. Until then time need not be rendered bit by bit.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextTick() -> Tick { min(tracker.nextDue, queue.nextTick) }
}

extension Sequencer {
  /// The tick of the next event that it plays, or that its chance leaves out; `.max` for never. For who renders offline.
  /// - Thread: audio
  package var nextTick: Tick { core.pointee.nextTick() }
}
