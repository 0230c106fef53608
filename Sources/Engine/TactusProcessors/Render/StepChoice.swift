/// The step lengths that a plug-in parameter offers, from the whole note to the 1/64 triplet.
package enum StepChoice {
  /// The number of lengths.
  package static var count: Int { 19 }

  /// Returns the length in quarter notes at an index of the list, 0 ..< ``count`` (clamped).
  ///
  /// Plain lengths are halved successively from a whole note. In the list, each plain length except the whole note has
  /// its dotted form before it and its triplet form after it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func beats(_ choice: Int) -> Double {
    let choice = max(0, min(choice, count &- 1))
    // 1/1, then dotted, plain and triplet of 1/2 … 1/64
    if choice == 0 { return 4 }
    let (power, form) = ((choice &- 1) / 3, (choice &- 1) % 3)
    let plain = 2 / Double(1 &<< power)
    return form == 0 ? plain * 1.5 : form == 1 ? plain : plain * 2 / 3
  }
}
