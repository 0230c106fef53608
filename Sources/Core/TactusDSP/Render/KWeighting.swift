/// The two filters of K-weighting for one channel: a high shelf and a high-pass.
///
/// Source: ITU-R BS.1770-4, annex 1. The coefficients that it specifies for 48 kHz are the bilinear transform of two
/// analog filters; here, the same analog filters are transformed for any sample rate.
struct KWeighting {
  /// The coefficients of each filter: b0, b1, b2, a1, a2.
  private let shelf: Biquad
  private let highPass: Biquad
  private var shelfState = SIMD2<Double>.zero
  private var highPassState = SIMD2<Double>.zero

  struct Biquad {
    var b0 = 1.0
    var b1 = 0.0
    var b2 = 0.0
    var a1 = 0.0
    var a2 = 0.0
  }

  /// - Thread: control
  init(sampleRate: Double) {
    shelf = Self.shelf(sampleRate)
    highPass = Self.highPass(sampleRate)
  }

  private static func shelf(_ rate: Double) -> Biquad {
    let k = ExactMath.tanPi(1_681.974450955533 / rate)
    let q = 0.7071752369554196
    let high = ExactMath.gain(decibels: 3.999843853973347)
    let band = ExactMath.exp2(ExactMath.log2(high) * 0.4996667741545416)
    let a0 = 1 + k / q + k * k
    return Biquad(
      b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0, b2: (high - band * k / q + k * k) / a0,
      a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
  }

  private static func highPass(_ rate: Double) -> Biquad {
    let k = ExactMath.tanPi(38.13547087602444 / rate)
    let q = 0.5003270373238773
    let a0 = 1 + k / q + k * k
    return Biquad(b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
  }

  @inline(__always) @_noAllocation @_noLocks
  mutating func next(_ x: Double) -> Double {
    Self.pass(Self.pass(x, shelf, &shelfState), highPass, &highPassState)
  }

  /// Filters one value with a biquad in transposed direct form II, whose states stay small.
  @inline(__always) @_noAllocation @_noLocks
  private static func pass(_ x: Double, _ f: Biquad, _ state: inout SIMD2<Double>) -> Double {
    let y = f.b0 * x + state[0]
    state[0] = f.b1 * x - f.a1 * y + state[1]
    state[1] = f.b2 * x - f.a2 * y
    return y
  }

  /// Sets inaudible filter states to zero before they become subnormal.
  @_noAllocation @_noLocks
  mutating func settle() {
    if shelfState[0].magnitude < 1e-30, shelfState[1].magnitude < 1e-30 { shelfState = .zero }
    if highPassState[0].magnitude < 1e-30, highPassState[1].magnitude < 1e-30 { highPassState = .zero }
  }

  @_noAllocation @_noLocks
  mutating func reset() {
    shelfState = .zero
    highPassState = .zero
  }
}
