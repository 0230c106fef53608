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
    forEachRun(of: count, from: frame) { done, run, low, high in
      let key = DitherNoise.key(seed: seed, channel: channel, frameHigh: high)
      withUnsafePointer(to: how) { ctactus_quantize(source + done, run, $0, key, low, words + done) }
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
    var greatest: UInt32 = 0
    forEachRun(of: count, from: frame) { done, run, low, high in
      let leftKey = DitherNoise.key(seed: seed, channel: 0, frameHigh: high)
      let rightKey = DitherNoise.key(seed: seed, channel: 1, frameHigh: high)
      let magnitude = withUnsafePointer(to: how) {
        ctactus_encode_pair(
          left + done, right + done, run, $0, leftKey, rightKey, low, Int32(size), bigEndian, bytes + done * 2 * size)
      }
      greatest = max(greatest, magnitude)
    }
    return greatest
  }

  /// Splits a range of frames where the lower half of the frame number overflows, because the dither uses a different
  /// key after that.
  @inline(__always) private func forEachRun(
    of count: Int, from frame: Int64, _ body: (_ done: Int, _ run: Int32, _ low: UInt32, _ high: UInt32) -> Void
  ) {
    var done = 0
    while done < count {
      let first = UInt64(bitPattern: frame) &+ UInt64(done)
      let low = UInt32(truncatingIfNeeded: first)
      let run = Int(min(UInt64(count - done), 1 << 32 - UInt64(low), 1 << 30))
      body(done, Int32(run), low, UInt32(truncatingIfNeeded: first &>> 32))
      done += run
    }
  }
}
