import TactusDSP

/// The inverse Fourier transform of a real signal, whose length is a power of two.
enum Fourier {
  /// x[n] = Σ re[k]·cos(2πkn/N) − im[k]·sin(2πkn/N), k = 1 … N/2 − 1.
  ///
  /// The N real points are computed as N/2 complex ones (even points real, odd points imaginary).
  static func realSignal(real: [Float], imaginary: [Float]) -> [Float] {
    let half = real.count
    var re = [Float](repeating: 0, count: half)
    var im = re
    let turn = 1 / Double(2 * half)
    // X[k] and X[half − k]* give the spectra of the even and of the odd points.
    let twiddles = Twiddles(half: half)
    for k in 1..<half {
      let mirrored = half - k
      let evenRe = real[k] + real[mirrored]
      let evenIm = imaginary[k] - imaginary[mirrored]
      let diffRe = real[k] - real[mirrored]
      let diffIm = imaginary[k] + imaginary[mirrored]
      let (c, s) = twiddles.half(k, turn)
      let oddRe = diffRe * c - diffIm * s
      let oddIm = diffRe * s + diffIm * c
      re[k] = (evenRe - oddIm) * 0.5
      im[k] = (evenIm + oddRe) * 0.5
    }
    transform(&re, &im, twiddles)
    var points = [Float](repeating: 0, count: 2 * half)
    for n in 0..<half {
      points[2 * n] = re[n]
      points[2 * n + 1] = im[n]
    }
    return points
  }

  /// Cosines and sines of the whole turn in `half` steps.
  struct Twiddles {
    var cosines: [Float]
    var sines: [Float]

    init(half: Int) {
      cosines = (0..<(half / 2)).map { Float(ExactMath.cosTurns(Double($0) / Double(half))) }
      sines = (0..<(half / 2)).map { Float(ExactMath.sinTurns(Double($0) / Double(half))) }
    }

    /// Cosine and sine of k half steps.
    func half(_ k: Int, _ turn: Double) -> (Float, Float) {
      (Float(ExactMath.cosTurns(Double(k) * turn)), Float(ExactMath.sinTurns(Double(k) * turn)))
    }
  }

  /// Stockham's autosorting radix-2 transform with positive exponent, unscaled: the inner loops run over neighbouring
  /// points.
  private static func transform(_ re: inout [Float], _ im: inout [Float], _ twiddles: Twiddles) {
    let count = re.count
    var otherRe = re
    var otherIm = im
    var groups = count / 2
    var stride = 1
    while groups >= 1 {
      re.withUnsafeBufferPointer { xr in
        im.withUnsafeBufferPointer { xi in
          otherRe.withUnsafeMutableBufferPointer { yr in
            otherIm.withUnsafeMutableBufferPointer { yi in
              for g in 0..<groups {
                let c = twiddles.cosines[g * stride]
                let s = twiddles.sines[g * stride]
                let a = g * stride
                let b = a + groups * stride
                let o = 2 * g * stride
                for q in 0..<stride {
                  let ar = xr[a + q]
                  let ai = xi[a + q]
                  let br = xr[b + q]
                  let bi = xi[b + q]
                  let dr = ar - br
                  let di = ai - bi
                  yr[o + q] = ar + br
                  yi[o + q] = ai + bi
                  yr[o + stride + q] = dr * c - di * s
                  yi[o + stride + q] = dr * s + di * c
                }
              }
            }
          }
        }
      }
      swap(&re, &otherRe)
      swap(&im, &otherIm)
      groups /= 2
      stride *= 2
    }
  }
}
