extension TimeSettings {
  /// Returns the tick clamped to ±2⁵³.
  @_noAllocation @_noLocks
  package static func clamp(tick: Tick) -> Tick { min(max(tick, -(1 << 53)), 1 << 53) }
}
