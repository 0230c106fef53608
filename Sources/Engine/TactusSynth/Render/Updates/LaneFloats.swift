/// Eight floats, one for each lane, with the memory layout of a C array of eight.
///
/// The subscript writes one float in place. With an index that is not a compile-time constant, a SIMD vector would be
/// copied out and back.
/// - Thread: audio
struct LaneFloats {
  private var storage: SIMD8<Float>

  init(_ value: Float = 0) { storage = SIMD8(repeating: value) }

  @inline(__always)
  subscript(lane: Int) -> Float {
    mutating get { withUnsafeMutableBytes(of: &storage) { $0.load(fromByteOffset: lane &* 4, as: Float.self) } }
    set {
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: newValue, toByteOffset: lane &* 4, as: Float.self) }
    }
  }
}

/// Eight masks, one for each lane: all ones or zero.
struct LaneMasks {
  private var storage = SIMD8<UInt32>.zero

  @inline(__always)
  subscript(lane: Int) -> Bool {
    mutating get { withUnsafeMutableBytes(of: &storage) { $0.load(fromByteOffset: lane &* 4, as: UInt32.self) != 0 } }
    set {
      let mask: UInt32 = newValue ? .max : 0
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: mask, toByteOffset: lane &* 4, as: UInt32.self) }
    }
  }
}

/// Eight counts of frames, one for each lane.
struct LaneCounts {
  private var storage = SIMD8<Int32>.zero

  @inline(__always)
  subscript(lane: Int) -> Int32 {
    mutating get { withUnsafeMutableBytes(of: &storage) { $0.load(fromByteOffset: lane &* 4, as: Int32.self) } }
    set {
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: newValue, toByteOffset: lane &* 4, as: Int32.self) }
    }
  }
}
