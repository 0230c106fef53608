import TactusRender

/// A ``ChainProcessor`` as audio threads hold it: a plain pointer into its memory, which it must outlive.
///
/// - Thread: audio
package struct ChainRenderer {
  let core: UnsafeMutablePointer<ChainCore>

  /// The cycle's events, as ``ChainProcessor/render(_:events:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ cycle: RenderCycle, events: EventList) -> EventList { core.pointee.render(cycle, events) }
}
