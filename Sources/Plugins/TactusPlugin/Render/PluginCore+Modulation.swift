import TactusRender

// Modulation by the host: an amount that is added to a parameter's value. The value itself, which the state contains
// and the window shows, does not change.

extension PluginCore {
  /// Adds an amount to a parameter, from a frame on; it replaces the previous amount. Parameters that cannot be modulated
  /// are unchanged.
  ///
  /// - Parameters:
  ///   - index: an index in ``PluginDescriptor/parameters``.
  ///   - amount: in the unit of the parameter, of any sign. The sum is clamped to the parameter's range; an amount that
  ///     is not finite is ignored.
  ///   - offset: frames from the start of the cycle, clamped to the cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func modulate(parameter index: Int, by amount: Double, at offset: Int) {
    guard index >= 0, index < table.count, table.entries[index].isModulatable, amount - amount == 0 else { return }
    if changes.add(modulationOf: index, amount, at: position(offset)) { return }
    // if there are too many changes of other parameters, the amount takes effect in the next cycle
    modulation[index] = amount
    table.mark(index)
  }

  /// Applies a modulation.
  mutating func setModulation(_ index: Int, _ amount: Double, at offset: Int32) {
    modulation[index] = amount
    apply(table.entries[index].target, modulated(index, table.value(index)), at: offset)
  }

  /// Returns the sum of a parameter's value and its modulation.
  func modulated(_ index: Int, _ value: Double) -> Double {
    modulation[index] == 0 ? value : table.entries[index].nearest(value + modulation[index])
  }

  /// Ends all modulation; the settings are applied by ``reset()``.
  mutating func removeModulation() {
    for index in 0..<table.count { modulation[index] = 0 }
  }
}
