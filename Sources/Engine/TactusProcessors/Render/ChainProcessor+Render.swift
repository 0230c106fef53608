import TactusRender

extension ChainProcessor {
  /// Clears all state, including sounding notes.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func reset() { core.pointee.reset() }

  /// Returns the cycle's events, ascending by offset, 0 ..< frameCount; valid until the next call.
  ///
  /// - Parameter events: the incoming events, ascending by offset.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func render(_ cycle: RenderCycle, events: EventList) -> EventList { core.pointee.render(cycle, events) }

  /// Returns the events that end all that the effects have started, at offset 0, and clears their state. For the last
  /// cycle before a unit is switched off or removed.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func finish() -> EventList { core.pointee.finish() }

  /// Whether the effects hold neither notes nor pending events.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isIdle() -> Bool { core.pointee.isIdle() }

  /// A frame, counted from the first cycle, before which no effect writes anything unless events come in; `.max` for
  /// never. Chord detectors, which write nothing, do not count.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextFrame() -> Int64 { core.pointee.nextFrame() }

  /// Advances over frames before ``nextFrame()`` without input; the result is as if they had been rendered.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func skip(_ frames: Int64) { core.pointee.skip(frames) }
}
