/// One kernel of `SincKernels`, for playback rates up to 2^(index/12) points per frame.
///
/// - Thread: audio
struct SincBand {
  /// 2^bits + 1 rows of `taps` values.
  var values: UnsafePointer<Float>
  var taps: Int32
  var bits: Int32

  /// The number of kernels: one for each semitone of four octaves, both ends included; faster playback uses the last
  /// one.
  static var count: Int { 49 }
  /// The number of zero crossings on each side of a kernel.
  static var crossings: Double { 24 }

  /// Returns the index of the kernel for a playback rate in 32.32 points per frame: the first kernel whose highest rate
  /// is at least this rate.
  @inline(__always)
  static func index(speed: Int64) -> Int {
    guard speed > 1 &<< 32 else { return 0 }
    let octave = 31 &- speed.leadingZeroBitCount  // 2^octave points ≤ speed
    var index = octave &* 12
    var edge = Double(1 &<< Int64(32 &+ octave))
    while Double(speed) > edge, index < count &- 1 {
      index &+= 1
      edge *= 1.0594630943592952646
    }
    return min(index, count &- 1)
  }
}

/// The data that windowed-sinc interpolation needs in addition to the lane: the kernels, and a scratch buffer for
/// points.
///
/// - Thread: audio
struct SincRoom {
  /// Nil if this interpolation is not in use.
  let bands: UnsafePointer<SincBand>?
  let points: UnsafeMutablePointer<Float>

  /// The capacity of the scratch buffer in points; the longest kernel has 768 taps.
  static var capacity: Int { 4_096 }
}
