import TactusRender

/// The audio side of a ``Sequencer`` without the object, for code that is proved not to touch any object. The sequencer
/// must outlive it.
///
/// - Thread: audio
package struct SequencerRenderer: @unchecked Sendable {  // used by the audio thread only
  let core: UnsafeMutablePointer<SequencerCore>

  init(core: UnsafeMutablePointer<SequencerCore>) { self.core = core }

  /// Renders a cycle; see ``Sequencer/render(_:input:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(
    _ cycle: RenderCycle, input: EventList, into buffer: UnsafeMutableBufferPointer<TimedEvent>
  ) -> Int {
    core.pointee.render(cycle, input: input, into: buffer)
  }

  /// Ends all notes; see ``Sequencer/finish(into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func finish(into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    core.pointee.finish(into: buffer)
  }
}

extension Sequencer {
  /// The audio side.
  package var renderer: SequencerRenderer { SequencerRenderer(core: core) }
}
