import CTactusKernels
import TestSupport
import Testing

/// The kernels between the voices and the file, in all versions, compared with a few lines of Swift that do the same.
@Suite(.serialized) struct QuantizationTests {
  /// Samples of every magnitude: full scale and beyond, rounding ties, tiny values and, on request, NaN.
  private func samples(_ count: Int, areValid: Bool, _ random: inout SeededGenerator) -> [Float] {
    (0..<count).map { _ in
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return 0
      case 1: return Float(sign: random.next() % 2 == 0 ? .plus : .minus, exponent: -126, significand: 0.75)
      case 2: return (Float(Int.random(in: -70_000...70_000, using: &random)) + 0.5) * 0x1p-15
      case 3: return Float(Int.random(in: -9_000_000...9_000_000, using: &random)) * 0x1p-23
      case 4:
        let any = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        return any.isFinite || !areValid ? any : -0.0
      case 5 where !areValid: return [Float.nan, .infinity, -.infinity, .signalingNaN][Int(random.next() % 4)]
      default: return Float.random(in: -1.1...1.1, using: &random)
      }
    }
  }

  private func forEachVersion(_ body: (Int32) -> Void) {
    let best = KernelVersions.begin()
    defer { KernelVersions.end() }
    for version in 0...best {
      ctactus_choose_kernel_version(version)
      body(version)
    }
  }

  private func quantized(
    _ samples: [Float], _ how: TactusQuantization, key: UInt32, frame: UInt32
  ) -> [UInt32] {
    var how = how
    return [UInt32](unsafeUninitializedCapacity: samples.count) { words, count in
      ctactus_quantize(samples, Int32(samples.count), &how, key, frame, words.baseAddress)
      count = samples.count
    }
  }

  /// The kinds of quantization that file formats use.
  private let kinds: [(how: TactusQuantization, size: Int)] = [
    (TactusQuantization(scale: 0, dithered: false, floor: 0), 4),
    (TactusQuantization(scale: 0x1p31, dithered: false, floor: 0), 4),
    (TactusQuantization(scale: 0x1p23, dithered: false, floor: 0), 3),
    (TactusQuantization(scale: 0x1p23, dithered: true, floor: 0x0080_0000), 3),
    (TactusQuantization(scale: 0x1p15, dithered: false, floor: 0), 2),
    (TactusQuantization(scale: 0x1p15, dithered: true, floor: 0), 2),
    (TactusQuantization(scale: 0x1p15, dithered: true, floor: 0x0080_0000), 2),
  ]

  @Test func quantizationIsThatOfTheDefinition() {
    let first = seed(of: "quantizationIsThatOfTheDefinition")
    for round in 0..<rounds(20) {
      var random = SeededGenerator(seed: first &+ UInt64(round))
      let input = samples(Int.random(in: 1...300, using: &random), areValid: true, &random)
      let (key, frame) = (UInt32(truncatingIfNeeded: random.next()), UInt32(truncatingIfNeeded: random.next()))
      for (how, size) in kinds {
        let expected = input.indices.map { index in
          Definition.word(input[index], how, key: key, frame: frame &+ UInt32(index))
        }
        forEachVersion { version in
          let words = quantized(input, how, key: key, frame: frame)
          #expect(words == expected, "seed \(first &+ UInt64(round)), version \(version), \(8 * size) bits")
        }
      }
    }
  }

  @Test func aPairIsItsChannelsByTurns() {
    let first = seed(of: "aPairIsItsChannelsByTurns")
    for round in 0..<rounds(20) {
      var random = SeededGenerator(seed: first &+ UInt64(round))
      let count = Int.random(in: 1...200, using: &random)
      let sides = (0..<2).map { _ in samples(count, areValid: false, &random) }
      let keys = (0..<2).map { _ in UInt32(truncatingIfNeeded: random.next()) }
      let frame = UInt32(truncatingIfNeeded: random.next())
      let greatest = sides.joined().map { $0.bitPattern & 0x7FFF_FFFF }.max()
      for (how, size) in kinds {
        let words = (0..<2).map { quantized(sides[$0], how, key: keys[$0], frame: frame) }
        for isBig in [false, true] {
          let expected = (0..<count).flatMap { frame in
            words.flatMap { Definition.bytes(of: $0[frame], size: size, bigEndian: isBig) }
          }
          forEachVersion { version in
            var (how, bits) = (how, UInt32(0))
            let bytes = [UInt8](unsafeUninitializedCapacity: 2 * size * count + 16) { bytes, made in
              bits = ctactus_encode_pair(
                sides[0], sides[1], Int32(count), &how, keys[0], keys[1], frame, Int32(size), isBig, bytes.baseAddress)
              made = 2 * size * count
            }
            #expect(bytes == expected, "seed \(first &+ UInt64(round)), version \(version), \(8 * size) bits, \(isBig)")
            #expect(bits == greatest, "seed \(first &+ UInt64(round)), version \(version)")
          }
        }
      }
    }
  }

  @Test func thePeakIsTheGreatestMagnitudeOfNumbers() {
    let first = seed(of: "thePeakIsTheGreatestMagnitudeOfNumbers")
    for round in 0..<rounds(40) {
      var random = SeededGenerator(seed: first &+ UInt64(round))
      let input = samples(Int.random(in: 0...200, using: &random), areValid: false, &random)
      let expected = input.filter { !$0.isNaN }.map { abs($0) }.max() ?? 0
      forEachVersion { version in
        let peak = ctactus_peak(input, Int32(input.count))
        #expect(peak == expected, "seed \(first &+ UInt64(round)), version \(version)")
      }
    }
  }
}

/// Quantization as it is defined; see `SampleQuantizer` and `DitherNoise`.
private enum Definition {
  static func word(_ sample: Float, _ how: TactusQuantization, key: UInt32, frame: UInt32) -> UInt32 {
    guard how.scale != 0 else { return sample.bitPattern }
    let isSilent = sample.bitPattern & 0x7FFF_FFFF < how.floor
    let noise = how.dithered && !isSilent ? Double(triangular(frame, key: key)) * 0x1p-16 : 0
    let exact = min(max(Double(sample) * how.scale + noise, -how.scale), how.scale - 1)
    return UInt32(truncatingIfNeeded: Int64(exact.rounded(.toNearestOrEven)))
  }

  private static func triangular(_ frame: UInt32, key: UInt32) -> Int32 {
    var x = frame
    x ^= x &>> 16
    x = x &* 0xB992_634D
    x ^= x &>> 15
    x ^= key
    x = x &* 0xF884_AECD
    x ^= x &>> 16
    return Int32(x &>> 16) - Int32(x & 0xFFFF)
  }

  static func bytes(of word: UInt32, size: Int, bigEndian: Bool) -> [UInt8] {
    let low = (0..<size).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
    return bigEndian ? low.reversed() : low
  }
}
