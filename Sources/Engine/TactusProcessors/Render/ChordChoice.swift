/// The chords that a plug-in parameter offers for all keys.
package enum ChordChoice {
  /// The number of chords.
  package static var count: Int { 12 }

  /// Returns the intervals of a chord above the played key, and their number; the first interval is 0, the played key
  /// itself.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func intervals(_ choice: Int) -> (notes: SIMD4<Int32>, count: Int) {
    switch choice {
    case 0: (SIMD4(0, 4, 7, 0), 3)
    case 1: (SIMD4(0, 3, 7, 0), 3)
    case 2: (SIMD4(0, 4, 7, 10), 4)
    case 3: (SIMD4(0, 4, 7, 11), 4)
    case 4: (SIMD4(0, 3, 7, 10), 4)
    case 5: (SIMD4(0, 3, 6, 0), 3)
    case 6: (SIMD4(0, 4, 8, 0), 3)
    case 7: (SIMD4(0, 5, 7, 0), 3)
    case 8: (SIMD4(0, 4, 7, 9), 4)
    case 9: (SIMD4(0, 4, 7, 14), 4)
    case 10: (SIMD4(0, 7, 12, 0), 3)
    default: (SIMD4(0, 12, 0, 0), 2)
    }
  }
}
