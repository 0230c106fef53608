import TactusRender

extension Sequencer {
  /// Writes the events of a cycle to `buffer`, ascending by offset (0 ..< frameCount); gives how many.
  ///
  /// - Parameters:
  ///   - cycle: which frames, and what the host says of its transport.
  ///   - input: events that came in, ascending by offset: they are passed on, before its own at the same frame.
  ///   - buffer: room for at least ``SequencerSettings/mostSounding`` events and those of `input`; with less note-offs may
  ///     come a cycle late. Where there is too little room for all, notes are not begun, and counted.
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

  /// Stops, and writes what ends all that sounds, at offset 0; gives how many events. For the last cycle before a unit is
  /// switched off, reset or taken away.
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
