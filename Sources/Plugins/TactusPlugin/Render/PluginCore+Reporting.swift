import TactusProcessors
import TactusSynth

// What goes to the host after a cycle.

extension PluginCore {
  /// The next event that the cycle sends, ascending by offset; nil if there are no more.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func nextOutput() -> PluginOutput? { output.take() }

  /// Says that the host has not taken the last event. A note-off is offered again, before all else, in the next cycle; of
  /// a note-on that was not taken no note-off is sent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func refuseOutput() { output.refuse() }

  /// The next parameter that the plug-in has moved by itself in this cycle: presets that MIDI has chosen, and what a
  /// controller map of the chain has set. Nil if there are no more.
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

  /// Finds what has moved parameters in this cycle besides themselves, and applies it.
  mutating func findMoved(at offset: Int32) {
    reportOffset = offset
    let chain = kernel.chain()
    for index in 0..<table.count {
      if let value = mappedValue(index, by: chain) {
        set(index, value, at: offset)
      } else if let value = presetValue(index) {
        known[index] = value
        // what the control side has set meanwhile counts, in the next cycle
        if table.isMarked(index) { continue }
        _ = table.set(index, value)
      } else {
        continue
      }
      moved[index &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: index & 63)
    }
  }

  /// What a controller map of the chain has newly set a parameter to. It cannot switch off what it is part of.
  private func mappedValue(_ index: Int, by chain: ChainRenderer) -> Double? {
    let entry = table.entries[index]
    guard index < Self.mostMapped else { return nil }
    if case .bypass = entry.target { return nil }
    let share = chain.parameter(index)
    guard share >= 0, share != mapped[index] else { return nil }
    mapped[index] = share
    return entry.lowest + share * (entry.highest - entry.lowest)
  }

  /// The program or bank of a part, where MIDI has chosen another than the parameters.
  private func presetValue(_ index: Int) -> Double? {
    guard case .sampler(let kernel) = kernel else { return nil }
    let now: Double
    switch table.entries[index].target {
    case .program(let part): now = Double(kernel.synth.preset(of: part).program)
    case .bank(let part): now = Double(kernel.synth.preset(of: part).bank)
    default: return nil
    }
    return now == known[index] ? nil : now
  }

  /// Whether the control side should call ``PluginUnit/attend()``; says so once.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func needsMainThread() -> Bool {
    let wants = needsMainThreadRun
    needsMainThreadRun = false
    return wants
  }
}
