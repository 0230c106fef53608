import CTactusKernels

/// Converts float samples of one channel to 32-bit words that contain the integer (or the float's bits) to be stored.
///
/// The arithmetic has double precision: scaling by a power of two and adding the dither are exact, and clamping
/// precedes rounding. Adding 1.5 · 2⁵² rounds half to even and leaves the integer in the low bits of the bit pattern.
/// No conversion can trap, and the C loops contain no branches.
package struct SampleQuantizer: Sendable {
  private let how: TactusQuantization
  private let seed: UInt64

  package init(_ format: SampleFormat, _ options: EncodingOptions) {
    seed = options.ditherSeed
    let isDithered = [.int16, .int24].contains(format) && options.dither != .none
    // If zeros are not dithered, subnormal samples count as zero, so that the bytes are the same on a thread that
    // flushes them to zero.
    how = TactusQuantization(
      scale: format.isFloat ? 0 : Double(sign: .plus, exponent: format.bitsPerSample - 1, significand: 1),
      dithered: isDithered, floor: options.dithersSilence ? 0 : Magnitude.leastNormal)
  }

  /// Quantizes `count` valid samples of `channel`, starting with frame number `frame` of the file.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func quantize(
    _ source: UnsafePointer<Float>, _ count: Int, channel: Int, frame: Int64, into words: UnsafeMutablePointer<UInt32>
  ) {
    var done = 0
    while done < count {
      let run = Run(of: count &- done, from: frame &+ Int64(done))
      let key = DitherNoise.key(seed: seed, channel: channel, frameHigh: run.high)
      withUnsafePointer(to: how) { ctactus_quantize(source + done, run.count, $0, key, run.low, words + done) }
      done &+= Int(run.count)
    }
  }

  /// Quantizes a pair of channels and stores the low `size` bytes of their words, interleaved.
  ///
  /// - Parameter bytes: has room for all frames and 16 more bytes.
  /// - Returns: the greatest magnitude as a bit pattern. If it is above the bit pattern of infinity, some samples were
  ///   NaN and the bytes are invalid.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func encode(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int, frame: Int64, size: Int,
    bigEndian: Bool, into bytes: UnsafeMutableRawPointer
  ) -> UInt32 {
    var (done, greatest) = (0, UInt32(0))
    while done < count {
      let run = Run(of: count &- done, from: frame &+ Int64(done))
      let leftKey = DitherNoise.key(seed: seed, channel: 0, frameHigh: run.high)
      let rightKey = DitherNoise.key(seed: seed, channel: 1, frameHigh: run.high)
      let magnitude = withUnsafePointer(to: how) {
        ctactus_encode_pair(
          left + done, right + done, run.count, $0, leftKey, rightKey, run.low, Int32(truncatingIfNeeded: size),
          bigEndian, bytes + done &* 2 &* size)
      }
      greatest = magnitude > greatest ? magnitude : greatest
      done &+= Int(run.count)
    }
    return greatest
  }

  /// Frames during which the upper half of the frame number stays the same, because the dither uses a different key
  /// after that.
  private struct Run {
    let count: Int32
    /// The halves of the first frame number.
    let low, high: UInt32

    @inline(__always) init(of count: Int, from frame: Int64) {
      (low, high) = (UInt32(truncatingIfNeeded: frame), UInt32(truncatingIfNeeded: frame &>> 32))
      let rest: Int64 = 0x1_0000_0000 &- Int64(low)
      let most: Int64 = rest < 0x4000_0000 ? rest : 0x4000_0000
      self.count = Int32(truncatingIfNeeded: Int64(count) < most ? Int64(count) : most)
    }
  }
}
