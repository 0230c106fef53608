import CTactusShims

/// Four successive frames of one channel, which are processed at once. All SIMD lanes perform the same operations, so
/// the result does not depend on the machine's vector width.
struct FourFrames {
  /// The frames.
  var lanes: SIMD4<Float>

  @inline(__always) @_noAllocation @_noLocks
  init(_ lanes: SIMD4<Float>) { self.lanes = lanes }

  @inline(__always) @_noAllocation @_noLocks
  init(repeating x: Float) { lanes = ctactus_float4_repeating(x) }

  /// Four frames of zero.
  static var zero: FourFrames { @inline(__always) @_noAllocation @_noLocks get { FourFrames(repeating: 0) } }

  @inline(__always) @_noAllocation @_noLocks
  static func + (a: FourFrames, b: FourFrames) -> FourFrames { FourFrames(ctactus_float4_add(a.lanes, b.lanes)) }

  @inline(__always) @_noAllocation @_noLocks
  static func - (a: FourFrames, b: FourFrames) -> FourFrames { FourFrames(ctactus_float4_subtract(a.lanes, b.lanes)) }

  @inline(__always) @_noAllocation @_noLocks
  static func * (a: FourFrames, b: FourFrames) -> FourFrames { FourFrames(ctactus_float4_multiply(a.lanes, b.lanes)) }

  /// The magnitudes of the frames.
  var magnitudes: FourFrames {
    @inline(__always) @_noAllocation @_noLocks get { FourFrames(ctactus_float4_magnitude(lanes)) }
  }

  /// Returns, for each frame, the greater of this value and the other; this value if the other is NaN.
  @inline(__always) @_noAllocation @_noLocks
  func orGreater(_ other: FourFrames) -> FourFrames { FourFrames(ctactus_float4_greater(lanes, other.lanes)) }

  /// The greatest of the four values.
  var greatest: Float { @inline(__always) @_noAllocation @_noLocks get { ctactus_float4_greatest(lanes) } }

  /// The frames, with magnitudes below about 2^-84 replaced by zero, long before they could become subnormal.
  ///
  /// Adding 2^-60 and subtracting it again rounds to a multiple of the last bit of the sum (2^-83 or 2^-84 for tiny
  /// values). This needs no processor flag, and the result is bit-identical on every platform.
  var withoutTiny: FourFrames {
    @inline(__always) @_noAllocation @_noLocks get {
      let step = FourFrames(repeating: 0x1p-60)
      return (self + step) - step
    }
  }
}

extension UnsafePointer<Float> {
  /// Returns four frames, starting at frame `i`; no alignment is required.
  @inline(__always) @_noAllocation @_noLocks
  func fourFrames(at i: Int) -> FourFrames { FourFrames(ctactus_float4_load(self + i)) }
}

extension UnsafeMutablePointer<Float> {
  /// Returns four frames, starting at frame `i`; no alignment is required.
  @inline(__always) @_noAllocation @_noLocks
  func fourFrames(at i: Int) -> FourFrames { FourFrames(ctactus_float4_load(self + i)) }

  /// Writes four frames, starting at frame `i`; no alignment is required.
  @inline(__always) @_noAllocation @_noLocks
  func setFourFrames(_ frames: FourFrames, at i: Int) { ctactus_float4_store(self + i, frames.lanes) }

  /// Copies `count` frames from `source`.
  @inline(__always) @_noAllocation @_noLocks
  func copy(_ source: UnsafePointer<Float>, count: Int) {
    var i = 0
    while i &+ 4 <= count {
      setFourFrames(source.fourFrames(at: i), at: i)
      i &+= 4
    }
    while i < count {
      self[i] = source[i]
      i &+= 1
    }
  }

  /// Returns the greatest magnitude of `count` frames, a multiple of four.
  @inline(__always) @_noAllocation @_noLocks
  func peak(count: Int) -> Float {
    var peak = FourFrames.zero
    var i = 0
    while i < count {
      peak = peak.orGreater(fourFrames(at: i).magnitudes)
      i &+= 4
    }
    return peak.greatest
  }

  /// Sets `count` frames, a multiple of four, to zero.
  @inline(__always) @_noAllocation @_noLocks
  func clear(count: Int) {
    var i = 0
    while i < count {
      setFourFrames(.zero, at: i)
      i &+= 4
    }
  }
}
