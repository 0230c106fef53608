import CTactusKernels

// Voices of parts with an insertion effect are mixed into buses of the effect, without sends: the effect's output is
// sent instead. Only the voices of GS's equalizer keep their sends.

extension VoiceRenderer {
  /// Adds those of some lanes that feed an insertion effect to its buses, in ascending order of the effects. Returns
  /// these lanes.
  func mixInserted(
    _ run: GroupRun, lanes: UInt8, into sets: UnsafeMutablePointer<VoiceBuses>, at offset: Int
  ) -> UInt8 {
    let group = groups + run.index
    let gains = (UnsafeRawPointer(group) + MemoryLayout<TactusFilters>.size).assumingMemoryBound(to: TactusGains.self)
    var dry = run
    (dry.reverb, dry.chorus, dry.delay) = (false, false, false)
    var inserted: UInt8 = 0
    for effect in 1...UInt8(InsertionControls.count) {
      let mine = lanes & lanesOf(effect, in: lanes, of: run.index)
      guard mine != 0 else { continue }
      inserted |= mine
      let partialMix = run.index % SynthLimits.partialMixes
      let set = sets[Int(effect) &* SynthLimits.partialMixes &+ partialMix]
      guard Int(effect) == InsertionControls.equalizer &+ 1 else {
        mix(dry, lanes: mine, gains, to: set.advanced(by: offset))
        continue
      }
      var buses = sets[partialMix]
      (buses.left, buses.right) = (set.left, set.right)
      mix(run, lanes: mine, to: buses.advanced(by: offset))
    }
    return inserted
  }

  /// Returns those of the given lanes of a group that feed an insertion effect.
  @inline(__always)
  private func lanesOf(_ effect: UInt8, in lanes: UInt8, of group: Int) -> UInt8 {
    var mine: UInt8 = 0
    for lane in 0..<8 where lanes & VoiceGroup.bit(lane) != 0 && voices[group &* 8 &+ lane].route.insertion == effect {
      mine |= VoiceGroup.bit(lane)
    }
    return mine
  }
}
