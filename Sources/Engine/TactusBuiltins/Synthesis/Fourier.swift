import TactusDSP
import TactusRealtime

/// The inverse Fourier transform to a real signal whose length is a power of two.
enum Fourier {
  private static let transforms = Guarded<[Int: FourierTransform]>([:])

  /// Returns the transform for a size; it is prepared once and then reused.
  private static func transform(_ count: Int) -> FourierTransform {
    transforms.withLock { known in
      if let transform = known[count] { return transform }
      let transform = FourierTransform(count: count)
      known[count] = transform
      return transform
    }
  }

  /// Returns x[n] = Σ re[k]·cos(2πkn/N) − im[k]·sin(2πkn/N), k = 1 … N/2 − 1.
  ///
  /// The N real points are computed as N/2 complex ones (even points real, odd points imaginary).
  static func realSignal(real: [Float], imaginary: [Float]) -> [Float] {
    let half = real.count
    var re = [Double](repeating: 0, count: half)
    var im = re
    let turn = 1 / Double(2 * half)
    // The spectra of the even and of the odd points follow from X[k] and X[half − k]*.
    for k in 1..<half {
      let mirrored = half - k
      let evenRe = Double(real[k]) + Double(real[mirrored])
      let evenIm = Double(imaginary[k]) - Double(imaginary[mirrored])
      let diffRe = Double(real[k]) - Double(real[mirrored])
      let diffIm = Double(imaginary[k]) + Double(imaginary[mirrored])
      let (c, s) = (SineTable.cosine(Double(k) * turn), SineTable.cosine(Double(k) * turn - 0.25))
      let oddRe = diffRe * c - diffIm * s
      let oddIm = diffRe * s + diffIm * c
      re[k] = (evenRe - oddIm) * 0.5
      im[k] = (evenIm + oddRe) * 0.5
    }
    transform(half).inverse(&re, &im)
    var points = [Float](repeating: 0, count: 2 * half)
    for n in 0..<half {
      points[2 * n] = Float(re[n])
      points[2 * n + 1] = Float(im[n])
    }
    return points
  }
}
