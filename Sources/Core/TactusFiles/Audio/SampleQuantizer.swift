import CTactusKernels

/// Turns float samples of one channel into 32-bit words that hold the integer (or the float's bits) to be stored.
///
/// The arithmetic is double precision: scaling by a power of two and adding the dither are exact, clamping comes
/// before rounding, and rounding is half to even by adding 1.5 · 2⁵², after which the low bits of the pattern are the
/// integer. No conversion can trap, and the loops, which are C, have no branch.
package struct SampleQuantizer: Sendable {
  private let how: TactusQuantization
  private let seed: UInt64

  package init(_ format: SampleFormat, _ options: EncodingOptions) {
    seed = options.ditherSeed
    let isDithered = [.int16, .int24].contains(format) && options.dither != .none
    // Subnormal samples count as zero where zeros get no noise, so that a thread that flushes them gives the same bytes.
    how = TactusQuantization(
      scale: format.isFloat ? 0 : Double(sign: .plus, exponent: format.bitsPerSample - 1, significand: 1),
      dithered: isDithered, floor: options.dithersSilence ? 0 : Magnitude.leastNormal)
  }

  /// Quantizes `count` valid samples of `channel`, the first of which is `frame` of the file.
  package func quantize(
    _ source: UnsafePointer<Float>, _ count: Int, channel: Int, frame: Int64, into words: UnsafeMutablePointer<UInt32>
  ) {
    forEachRun(of: count, from: frame) { done, run, low, high in
      let key = DitherNoise.key(seed: seed, channel: channel, frameHigh: high)
      withUnsafePointer(to: how) { tactus_quantize(source + done, run, $0, key, low, words + done) }
    }
  }

  /// Quantizes a pair of channels and stores the low `size` bytes of their words by turns.
  ///
  /// - Parameter bytes: has room for all frames and 16 bytes more.
  /// - Returns: the greatest magnitude, as a bit pattern. Beyond infinity there were samples that are no numbers, and the
  ///   bytes mean nothing.
  func encode(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int, frame: Int64, size: Int,
    bigEndian: Bool, into bytes: UnsafeMutableRawPointer
  ) -> UInt32 {
    var greatest: UInt32 = 0
    forEachRun(of: count, from: frame) { done, run, low, high in
      let leftKey = DitherNoise.key(seed: seed, channel: 0, frameHigh: high)
      let rightKey = DitherNoise.key(seed: seed, channel: 1, frameHigh: high)
      let magnitude = withUnsafePointer(to: how) {
        tactus_encode_pair(
          left + done, right + done, run, $0, leftKey, rightKey, low, Int32(size), bigEndian, bytes + done * 2 * size)
      }
      greatest = max(greatest, magnitude)
    }
    return greatest
  }

  /// Cuts frames where the lower half of their number overflows: the noise beyond has another key.
  @inline(__always) private func forEachRun(
    of count: Int, from frame: Int64, _ body: (_ done: Int, _ run: Int32, _ low: UInt32, _ high: UInt32) -> Void
  ) {
    var done = 0
    while done < count {
      let first = UInt64(bitPattern: frame) &+ UInt64(done)
      let low = UInt32(truncatingIfNeeded: first)
      let run = min(count - done, Int(UInt32.max - low) + 1, 1 << 30)
      body(done, Int32(run), low, UInt32(truncatingIfNeeded: first &>> 32))
      done += run
    }
  }
}
