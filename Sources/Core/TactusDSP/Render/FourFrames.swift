import CTactusShims

/// Four successive frames of one channel. The effects' kernels work along time, four frames at a step: what happens to
/// one frame is the same in every lane, so the width of the machine's registers never shows in the result.
struct FourFrames {
  /// The frames.
  var lanes: SIMD4<Float>

  @inline(__always) @_noAllocation @_noLocks
  init(_ lanes: SIMD4<Float>) { self.lanes = lanes }

  @inline(__always) @_noAllocation @_noLocks
  init(repeating x: Float) { lanes = tactus_float4_repeating(x) }

  /// Four frames of zero.
  static var zero: FourFrames { @inline(__always) @_noAllocation @_noLocks get { FourFrames(repeating: 0) } }

  @inline(__always) @_noAllocation @_noLocks
  static func + (a: FourFrames, b: FourFrames) -> FourFrames { FourFrames(tactus_float4_add(a.lanes, b.lanes)) }

  @inline(__always) @_noAllocation @_noLocks
  static func - (a: FourFrames, b: FourFrames) -> FourFrames { FourFrames(tactus_float4_subtract(a.lanes, b.lanes)) }

  @inline(__always) @_noAllocation @_noLocks
  static func * (a: FourFrames, b: FourFrames) -> FourFrames { FourFrames(tactus_float4_multiply(a.lanes, b.lanes)) }

  /// The frames without their signs.
  var magnitudes: FourFrames {
    @inline(__always) @_noAllocation @_noLocks get { FourFrames(tactus_float4_magnitude(lanes)) }
  }

  /// Frame by frame the greater of the two; its own where the other is not a number.
  @inline(__always) @_noAllocation @_noLocks
  func orGreater(_ other: FourFrames) -> FourFrames { FourFrames(tactus_float4_greater(lanes, other.lanes)) }

  /// The greatest of the four.
  var greatest: Float { @inline(__always) @_noAllocation @_noLocks get { tactus_float4_greatest(lanes) } }

  /// The frames without anything below about 2^-84: what is that small becomes zero, long before it is subnormal.
  ///
  /// Adding a number and taking it away again leaves a multiple of that number's last bit (2^-60 · 2^-24); no
  /// processor flag is needed, and the bits are the same everywhere.
  var withoutTiny: FourFrames {
    @inline(__always) @_noAllocation @_noLocks get {
      let step = FourFrames(repeating: 0x1p-60)
      return (self + step) - step
    }
  }
}

extension UnsafePointer<Float> {
  /// The four frames from frame `i` on; no alignment is asked for.
  @inline(__always) @_noAllocation @_noLocks
  func fourFrames(at i: Int) -> FourFrames { FourFrames(tactus_float4_load(self + i)) }
}

extension UnsafeMutablePointer<Float> {
  /// The four frames from frame `i` on; no alignment is asked for.
  @inline(__always) @_noAllocation @_noLocks
  func fourFrames(at i: Int) -> FourFrames { FourFrames(tactus_float4_load(self + i)) }

  /// Writes the four frames from frame `i` on.
  @inline(__always) @_noAllocation @_noLocks
  func setFourFrames(_ frames: FourFrames, at i: Int) { tactus_float4_store(self + i, frames.lanes) }

  /// Copies `count` frames from elsewhere.
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

  /// The greatest magnitude among `count` frames, a multiple of four.
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

  /// Makes `count` frames zero; a multiple of four.
  @inline(__always) @_noAllocation @_noLocks
  func clear(count: Int) {
    var i = 0
    while i < count {
      setFourFrames(.zero, at: i)
      i &+= 4
    }
  }
}
