import CTactusKernels

// Voices of parts with an insertion effect are mixed into buses of the effect, without sends: the effect's output is
// sent instead. Only the voices of GS's equalizer keep their sends.

extension VoiceRenderer {
  /// Adds those of some lanes that feed an insertion effect to its buses, in ascending order of the effects. Returns
  /// these lanes.
  mutating func mixInserted(
    _ run: GroupRun, lanes: UInt8, into sets: UnsafeMutablePointer<VoiceBuses>, at offset: Int
  ) -> UInt8 {
    let partialMix = run.index % SynthLimits.partialMixes
    var dry = run
    (dry.reverb, dry.chorus, dry.delay) = (false, false, false)
    var inserted: UInt8 = 0
    for effect in 1...InsertionControls.count {
      let mine = self.lanes(lanes, of: run.index) { Int($0.insertion) == effect }
      guard mine != 0 else { continue }
      inserted |= mine
      let input = sets[effect &* SynthLimits.partialMixes &+ partialMix]
      var buses = sets[partialMix]
      (buses.left, buses.right) = (input.left, input.right)
      let keepsSends = effect == InsertionControls.equalizer &+ 1
      mix(keepsSends ? run : dry, lanes: mine, to: buses.advanced(by: offset))
    }
    return inserted
  }
}
