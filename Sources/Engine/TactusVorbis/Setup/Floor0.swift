import TactusDSP
import TactusFiles

/// A floor of type 0: line spectral pairs on a scale of critical bands (section 6 of the specification). Only the first
/// encoders wrote it.
struct Floor0: BitwiseCopyable {
  /// The number of coefficients.
  let order: Int
  /// The sample rate to which the scale belongs, in hertz.
  let rate: Int
  /// The number of steps of the scale.
  let stepCount: Int
  let amplitudeBits: Int
  /// The range of amplitudes in decibels.
  let amplitudeRange: Int
  let bookCount: Int
  let books: UnsafePointer<Int16>

  /// Returns the step of the scale for each of `count` frequencies up to half the sample rate.
  func steps(_ count: Int) -> [Int32] {
    let scale = Double(stepCount) / CriticalBands.bark(Double(rate) / 2)
    var steps: [Int32] = []
    for index in 0..<count {
      let step = CriticalBands.bark(Double(rate) * Double(index) / Double(2 * count)) * scale
      steps.append(Int32(truncatingIfNeeded: min(stepCount - 1, Int(ExactMath.floor(step)))))
    }
    return steps
  }
}

extension SetupReader {
  mutating func readFloor0() throws(SampleDecodingError) -> Floor0 {
    let order = Int(bits.read(8))
    let rate = Int(bits.read(16))
    let stepCount = Int(bits.read(16))
    let (amplitudeBits, amplitudeRange) = (Int(bits.read(6)), Int(bits.read(8)))
    var books: [Int16] = []
    for _ in 0..<readCount(bits: 4) {
      let book = try readCodebookNumber()
      guard codebooks[book].vectors != nil else { throw .unreadable }
      books.append(Int16(book))
    }
    guard order > 0, rate > 0, stepCount > 0, !bits.isExhausted else { throw .unreadable }
    return Floor0(
      order: order, rate: rate, stepCount: stepCount, amplitudeBits: amplitudeBits, amplitudeRange: amplitudeRange,
      bookCount: books.count, books: memory.copy(books))
  }
}

/// The scale of critical bands.
enum CriticalBands {
  /// Returns a frequency in hertz as a number of critical bands.
  static func bark(_ frequency: Double) -> Double {
    13.1 * arcTangent(0.00074 * frequency) + 2.24 * arcTangent(1.85e-8 * frequency * frequency) + 1e-4 * frequency
  }

  /// Returns the angle whose tangent is x, for x ≥ 0.
  static func arcTangent(_ x: Double) -> Double {
    if x > 1 { return 1.570796326794896619 - arcTangent(1 / x) }
    // The angle is at most 45°. Halve it three times, and compute the eighth by its power series.
    var t = x
    for _ in 0..<3 { t /= 1 + ExactMath.squareRoot(1 + t * t) }
    let s = t * t
    var sum = 0.0
    for odd in stride(from: 19, through: 1, by: -2) { sum = 1 / Double(odd) - s * sum }
    return 8 * t * sum
  }
}
