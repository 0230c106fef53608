import TactusProcessors
import TactusSynth

// The output to the host after a cycle.

extension PluginCore {
  /// Returns the next event that the cycle sends, in ascending order of offsets; nil if there are no more.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func nextOutput() -> PluginOutput? { output.take() }

  /// Records that the host refused the last event. A refused note-off is offered again at the start of the next cycle;
  /// for a refused note-on, no note-off is sent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func refuseOutput() { output.refuse() }

  /// Returns the next parameter that the plug-in itself changed in this cycle: presets selected by MIDI, and values set
  /// by a controller map of the chain. Nil if there are no more.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func nextChange() -> MovedParameter? {
    for word in 0..<table.wordCount where moved[word] != 0 {
      let index = word &* 64 &+ moved[word].trailingZeroBitCount
      moved[word] &= moved[word] &- 1
      return MovedParameter(index: index, value: table.value(index), offset: reportOffset)
    }
    return nil
  }

  /// Finds parameters that MIDI changed in this cycle (by program changes or controller maps), and applies them. All of
  /// them are among those that controller maps can set.
  mutating func findMoved(at offset: Int32) {
    reportOffset = offset
    applyMapped(at: offset)
    for index in 0..<min(table.count, Self.mostMapped) {
      guard let value = presetValue(index) else { continue }
      known[index] = value
      // a value that the control side has set meanwhile takes precedence; it is applied in the next cycle
      if table.isMarked(index) { continue }
      _ = table.set(index, value)
      markMoved(index)
    }
  }

  /// Applies the values that controller maps of the chain have newly set.
  mutating func applyMapped(at offset: Int32) {
    for index in 0..<min(table.count, Self.mostMapped) {
      guard let value = mappedValue(index) else { continue }
      set(index, value, at: offset)
      markMoved(index)
    }
  }

  /// Records that the plug-in itself has changed a parameter.
  private func markMoved(_ index: Int) { moved[index &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: index & 63) }

  /// Returns the value that a controller map of the chain has newly set. A controller map cannot bypass the chain that
  /// it belongs to.
  private func mappedValue(_ index: Int) -> Double? {
    let entry = table.entries[index]
    if case .bypass = entry.target { return nil }
    let share = chain.pointee.parameter(index)
    guard share >= 0, share != mapped[index] else { return nil }
    mapped[index] = share
    return entry.lowest + share * (entry.highest - entry.lowest)
  }

  /// Returns the program or bank of a part if MIDI has selected one that differs from the parameter.
  private func presetValue(_ index: Int) -> Double? {
    guard case .sampler(let sampler) = kernel else { return nil }
    let now: Double
    switch table.entries[index].target {
    case .program(let part): now = Double(sampler.synth.pointee.preset(part).program)
    case .bank(let part): now = Double(sampler.synth.pointee.preset(part).bank)
    default: return nil
    }
    return now == known[index] ? nil : now
  }

  /// Returns true if the control side should call ``PluginUnit/runMainThreadTasks()``. Until it does, further requests
  /// return false.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func needsMainThread() -> Bool {
    let wants = needsMainThreadRun
    needsMainThreadRun = false
    return wants && table.requestMainThread()
  }
}
