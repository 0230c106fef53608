import TactusRender

/// The audio side of a ``ChainProcessor`` without the object, which must outlive it: for code that is proved to use no
/// objects.
///
/// - Thread: audio
package struct ChainRenderer: @unchecked Sendable {  // used by the audio thread only
  let core: UnsafeMutablePointer<ChainCore>

  init(core: UnsafeMutablePointer<ChainCore>) { self.core = core }

  /// As ``ChainProcessor/render(_:events:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ cycle: RenderCycle, events: EventList) -> EventList { core.pointee.render(cycle, events) }

  /// As ``ChainProcessor/finish()``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func finish() -> EventList { core.pointee.finish() }

  /// As ``ChainProcessor/reset()``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func reset() { core.pointee.reset() }

  /// Sets a value of the first effect of a kind from the next cycle on, whatever chain is published; NaN removes it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func adjust(_ setting: StageSetting, to value: Double) { core.pointee.adjust(setting, to: value) }

  /// Whether the effects hold neither notes nor pending events.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isIdle() -> Bool { core.pointee.isIdle() }

  /// A parameter of the unit itself as last set by a controller map, 0…1; below 0 if never set.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func parameter(_ number: Int) -> Double { core.pointee.parameter(number) }
}

extension ChainProcessor {
  /// The audio side.
  package var renderer: ChainRenderer { ChainRenderer(core: core) }
}
