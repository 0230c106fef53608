import TactusRender

extension ChainProcessor {
  /// Forgets everything, also what sounds.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func reset() { core.pointee.reset() }

  /// The cycle's events, offsets 0 ..< frameCount, ascending: valid until the next call.
  ///
  /// - Parameter events: what comes in, ascending by offset.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func render(_ cycle: RenderCycle, events: EventList) -> EventList { core.pointee.render(cycle, events) }

  /// What ends all that its effects have begun, at offset 0; then they have forgotten it. For the last cycle before a
  /// unit is switched off or taken away.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func finish() -> EventList { core.pointee.finish() }

  /// Whether its effects hold nothing: no notes, and nothing that waits.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isIdle() -> Bool { core.pointee.isIdle() }

  /// The first frame, counted from the first cycle, on which an effect may write something although nothing comes in, or
  /// one before that; `.max` for never. A chord detector, which writes nothing, is not asked.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextFrame() -> Int64 { core.pointee.nextFrame() }

  /// Lets frames before ``nextFrame()`` pass in which nothing comes in: what follows is as if they had been rendered.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func skip(_ frames: Int64) { core.pointee.skip(frames) }
}
