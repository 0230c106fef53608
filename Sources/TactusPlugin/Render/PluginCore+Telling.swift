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
    while nextTold < table.count {
      let index = nextTold
      nextTold &+= 1
      if let value = mappedValue(index) {
        set(index, value, at: toldOffset)
      } else if let value = movedValue(index) {
        _ = table.set(index, value)
      } else {
        continue
      }
      return MovedParameter(index: index, value: table.value(index), offset: toldOffset)
    }
    return nil
  }

  /// What a controller map of the chain has newly set a parameter to.
  private func mappedValue(_ index: Int) -> Double? {
    guard index < Self.mostMapped else { return nil }
    let share = kernel.chain().parameter(index)
    guard share >= 0, share != mapped[index] else { return nil }
    mapped[index] = share
    let entry = table.entries[index]
    return entry.lowest + share * (entry.highest - entry.lowest)
  }

  /// What MIDI has moved a parameter to.
  private mutating func movedValue(_ index: Int) -> Double? {
    let entry = table.entries[index]
    if case .sampler(let kernel) = kernel {
      var now = table.value(index)
      switch entry.target {
      case .program(let part): now = Double(kernel.synth.preset(of: part).program)
      case .bank(let part): now = Double(kernel.synth.preset(of: part).bank)
      default: break
      }
      if now != table.value(index) { return now }
    }
    return nil
  }

  /// Whether the control side should call ``PluginUnit/attend()``; says so once.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func takesAttention() -> Bool {
    let wants = wantsAttention
    wantsAttention = false
    return wants
  }
}
