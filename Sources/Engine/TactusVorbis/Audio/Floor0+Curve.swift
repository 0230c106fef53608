import TactusDSP

extension Floor0 {
  /// Reads the amplitude and the coefficients, and stores the coefficients' doubled cosines; returns the amplitude, or
  /// nil if the channel has no floor in this block.
  func read(
    _ bits: inout PacketBits, _ codebooks: UnsafePointer<Codebook>, into cosines: UnsafeMutablePointer<Double>
  ) -> Double? {
    let low = UInt64(bits.read(min(32, amplitudeBits)))
    let amplitude = UInt64(bits.read(max(0, amplitudeBits - 32))) << 32 | low
    guard amplitude > 0 else { return nil }
    let number = Int(bits.read(bitWidth(bookCount)))
    guard number < bookCount, !bits.isExhausted else { return nil }
    let codebook = codebooks[Int(books[number])]
    guard let vectors = codebook.vectors else { return nil }
    var last: Float = 0
    var index = 0
    while index < order {
      let rank = codebook.decodeRank(&bits)
      guard rank >= 0 else { return nil }
      let vector = vectors + rank * codebook.dimensions
      let count = min(codebook.dimensions, order - index)
      for component in 0..<count { cosines[index + component] = Self.doubledCosine(vector[component] + last) }
      last += vector[count - 1]
      index += count
    }
    return Double(amplitude)
  }

  /// Returns twice the cosine of an angle; 2 if the angle is NaN or too large.
  private static func doubledCosine(_ angle: Float) -> Double {
    guard angle.magnitude < 0x1p40 else { return 2 }
    return 2 * ExactMath.cos2Pi(Double(angle) * 0.159154943091895335769)
  }

  /// Multiplies a spectrum by the floor.
  ///
  /// - Parameter steps: the steps of the scale for the `count` values of the spectrum.
  func apply(
    amplitude: Double, _ cosines: UnsafePointer<Double>, _ steps: UnsafePointer<Int32>,
    to spectrum: UnsafeMutablePointer<Float>, count: Int
  ) {
    var index = 0
    while index < count {
      let step = steps[index]
      let level = self.level(amplitude, cosines, step)
      while index < count, steps[index] == step {
        spectrum[index] *= level
        index += 1
      }
    }
  }

  /// Returns the factor at a step of the scale.
  private func level(_ amplitude: Double, _ cosines: UnsafePointer<Double>, _ step: Int32) -> Float {
    let cosine = 2 * ExactMath.cos2Pi(Double(step) / Double(2 * stepCount))
    var (even, odd) = (1.0, 1.0)
    for index in stride(from: 0, to: order - 1, by: 2) {
      even *= cosines[index] - cosine
      odd *= cosines[index + 1] - cosine
    }
    if order & 1 == 1 { even *= cosines[order - 1] - cosine }
    let sum =
      order & 1 == 1
      ? even * even / 4 + odd * odd * (4 - cosine * cosine) / 4
      : even * even * (2 + cosine) / 4 + odd * odd * (2 - cosine) / 4
    let greatest = ExactMath.exp2(Double(amplitudeBits)) - 1
    let decibels = Double(amplitudeRange) * (amplitude / (greatest * ExactMath.squareRoot(sum)) - 1)
    return Float(ExactMath.exp2(decibels * 0.11512925 * 1.442695040888963407))
  }
}
