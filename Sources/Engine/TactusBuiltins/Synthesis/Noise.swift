/// Pseudo-random noise, computed from a counter, so that a sound is the same in every run and on every platform.
///
/// SplitMix64's finalizer converts (seed, counter) to 64 well-mixed bits.
/// - Thread: any
struct Noise {
  private var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0xD1B5_4A32_D192_ED03 }

  private mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  /// Returns a uniformly distributed number from 0 up to but not including 1.
  mutating func unit() -> Double { Double(bits() &>> 11) * 0x1p-53 }

  /// Returns a uniformly distributed number between −1 and 1.
  mutating func next() -> Double { unit() * 2 - 1 }

  /// Returns a uniformly distributed number within a range.
  mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// Returns `count` points of white noise, uniformly distributed between −1 and 1.
  mutating func white(_ count: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { points, filled in
      while filled < count {
        points[filled] = Float(next())
        filled += 1
      }
    }
  }
}
