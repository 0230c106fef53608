import TactusRender

/// The audio side of a ``Sequencer`` without the object, which must outlive it: for code that is proved to touch none.
///
/// - Thread: audio
package struct SequencerRenderer: @unchecked Sendable {  // used by the audio thread only
  let core: UnsafeMutablePointer<SequencerCore>

  init(core: UnsafeMutablePointer<SequencerCore>) { self.core = core }

  /// As ``Sequencer/render(_:input:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(
    _ cycle: RenderCycle, input: EventList, into buffer: UnsafeMutableBufferPointer<TimedEvent>
  ) -> Int {
    core.pointee.render(cycle, input: input, into: buffer)
  }

  /// As ``Sequencer/finish(into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func finish(into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    core.pointee.finish(into: buffer)
  }
}

extension Sequencer {
  /// Its audio side.
  package var renderer: SequencerRenderer { SequencerRenderer(core: core) }
}
