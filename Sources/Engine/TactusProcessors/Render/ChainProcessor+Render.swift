import TactusRender

extension ChainProcessor {
  /// Clears all state, including sounding notes.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func reset() { core.pointee.reset() }

  /// Returns the cycle's output events in ascending order of their offsets, 0 ..< frameCount; the list is valid until
  /// the next call.
  ///
  /// - Parameters:
  ///   - cycle: the frames and the musical context to process.
  ///   - events: the incoming events, ascending by offset.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func render(_ cycle: RenderCycle, events: EventList) -> EventList { core.pointee.render(cycle, events) }

  /// Returns events at offset 0 that end everything the effects have started, and clears the effects' state. Call it
  /// last, when a unit is switched off or removed.
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

  /// Returns a frame, counted from the first cycle, before which no effect writes an event without input; `.max` for
  /// never. Chord detectors, which write nothing, do not count.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextFrame() -> Int64 { core.pointee.nextFrame() }

  /// Skips frames that lie before ``nextFrame()`` and have no input; the result is the same as if they had been
  /// rendered.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func skip(_ frames: Int64) { core.pointee.skip(frames) }
}
