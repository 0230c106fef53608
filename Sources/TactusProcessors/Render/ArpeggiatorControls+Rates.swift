extension ArpeggiatorControls {
  /// How many step lengths there are in a list that fits a knob: 1/1, then dotted, plain and in triplets from 1/2 to
  /// 1/32, then 1/64.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func rateCount() -> Int { 17 }

  /// A step length of that list, in quarter notes.
  ///
  /// - Parameter index: 0 ..< ``rateCount()``, clamped.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func stepBeats(rate index: Int) -> Double {
    let index = max(0, min(index, rateCount() &- 1))
    if index == 0 { return StepLength(1, 1).beats }
    if index == 16 { return StepLength(1, 64).beats }
    let (power, form) = ((index &+ 2) / 3, (index &- 1) % 3)
    return StepLength(1, 1 &<< power, isDotted: form == 0, isTriplet: form == 2).beats
  }
}
