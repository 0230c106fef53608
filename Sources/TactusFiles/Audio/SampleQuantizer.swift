/// Turns float samples of one channel into 32-bit words that hold the integer (or the float's bits) to be stored.
///
/// The arithmetic is double precision: scaling by a power of two and adding the dither are exact, clamping comes
/// before rounding, and rounding is half to even by adding 1.5 · 2⁵², after which the low bits of the pattern are the
/// integer. No conversion can trap, and the loops have no branch, so that the compiler makes SIMD of them.
package struct SampleQuantizer: Sendable {
  /// 2¹⁵, 2²³ or 2³¹.
  private let scale: Double
  private let lowest: Double
  private let highest: Double
  private let seed: UInt64
  private let kind: Kind

  private enum Kind { case float, plain, dithered, ditheredThroughout }

  package init(_ format: SampleFormat, _ options: EncodingOptions) {
    scale = Double(sign: .plus, exponent: format.bitsPerSample - 1, significand: 1)
    lowest = -scale
    highest = scale - 1
    seed = options.ditherSeed
    switch format {
    case .float32: kind = .float
    case .int32: kind = .plain
    case .int16, .int24:
      kind = options.dither == .none ? .plain : options.dithersSilence ? .ditheredThroughout : .dithered
    }
  }

  /// Quantizes `count` valid samples of `channel`, the first of which is `frame` of the file.
  package func quantize(
    _ source: UnsafePointer<Float>, _ count: Int, channel: Int, frame: Int64, into words: UnsafeMutablePointer<UInt32>
  ) {
    switch kind {
    case .float: for i in 0..<count { words[i] = source[i].bitPattern }
    case .plain: for i in 0..<count { words[i] = round(Double(source[i]) * scale) }
    case .dithered: dither(source, count, channel, frame, words, floor: Magnitude.leastNormal)
    case .ditheredThroughout: dither(source, count, channel, frame, words, floor: 0)
    }
  }

  /// Samples below `floor` (as a bit pattern) get no noise. Subnormal ones count as zero there, so that a thread
  /// that flushes them gives the same bytes.
  private func dither(
    _ source: UnsafePointer<Float>, _ count: Int, _ channel: Int, _ frame: Int64, _ words: UnsafeMutablePointer<UInt32>,
    floor: UInt32
  ) {
    var done = 0
    while done < count {
      let first = UInt64(bitPattern: frame) &+ UInt64(done)
      let low = UInt32(truncatingIfNeeded: first)
      let noise = DitherNoise(seed: seed, channel: channel, frameHigh: UInt32(truncatingIfNeeded: first &>> 32))
      let run = min(count - done, Int(UInt32.max - low) + 1)
      let from = source + done
      let to = words + done
      for i in 0..<run {
        let random = noise.triangular(low &+ UInt32(truncatingIfNeeded: i))
        let isSilent = from[i].bitPattern & Magnitude.mask < floor
        let offset = Double(isSilent ? 0 : random) * 0x1p-16
        to[i] = round(Double(from[i]) * scale + offset)
      }
      done += run
    }
  }

  @inline(__always) private func round(_ value: Double) -> UInt32 {
    let above = value < lowest ? lowest : value
    let inside = above > highest ? highest : above
    return UInt32(truncatingIfNeeded: (inside + 0x1.8p52).bitPattern)
  }
}
