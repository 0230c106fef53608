import TactusRender

extension Sequencer {
  /// Writes the events of a cycle to `buffer`, ascending by offset (0 ..< frameCount), and returns their number.
  ///
  /// - Parameters:
  ///   - cycle: the frames to render, and the state of the host's transport.
  ///   - input: incoming events, ascending by offset. They are passed on before events of the sequence at the same
  ///     frame.
  ///   - buffer: room for at least ``SequencerSettings/mostSounding`` events and those of `input`; with less room,
  ///     note-offs may be a cycle late. A note for which there is no room is skipped and counted as dropped.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func render(
    _ cycle: RenderCycle, input: EventList = EventList(start: nil, count: 0),
    into buffer: UnsafeMutableBufferPointer<TimedEvent>
  ) -> Int {
    core.pointee.render(cycle, input: input, into: buffer)
  }

  /// Stops, writes the note-offs of all sounding notes at offset 0, and returns the number of events. Call it in the
  /// last cycle before a unit is switched off, reset or removed.
  ///
  /// - Parameter buffer: as for ``render(_:input:into:)``.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func finish(into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    core.pointee.finish(into: buffer)
  }
}
