import CTactusKernels

// Conversions of eight values, one for each delay line or voice, to the form that the kernels use.

extension TactusEight {
  @inline(__always) @_noAllocation @_noLocks
  init(_ numbers: SIMD8<Float>) { self.init(low: numbers.lowHalf, high: numbers.highHalf) }
}

extension TactusEightCounts {
  @inline(__always) @_noAllocation @_noLocks
  init(_ numbers: SIMD8<Int32>) { self.init(low: numbers.lowHalf, high: numbers.highHalf) }
}
