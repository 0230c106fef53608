/// A band of an equalizer, or a low-pass: the coefficients of a state-variable filter.
///
/// The filter is the trapezoidal integration of the analog state-variable filter; its coefficients may change at any
/// frame.
///
/// Source: A. Simper, "Linear Trapezoidal Integrated State Variable Filter" (Cytomic technical papers, 2012).
struct FilterBand {
  /// The frequency as tan(π · f / sample rate), and the damping 1/Q.
  private var g: Float = 0.1
  private var k: Float = 1.414
  /// The gains of the input, the band-pass and the low-pass in the output.
  private var direct: Float = 1
  private var band: Float = 0
  private var low: Float = 0

  /// A filter that changes nothing.
  @_noAllocation @_noLocks
  init() {}

  /// A bell, or a shelf for the frequencies on one side.
  enum Shape { case lowShelf, bell, highShelf }

  @_noAllocation @_noLocks
  init(_ shape: Shape, _ settings: EqualizerSettings.Band, sampleRate: Double) {
    let root = ExactMath.gain(decibels: Double(settings.gain.bounded(-18, 18, else: 0)) * 0.5)
    let angle = Self.angle(settings.frequency, sampleRate)
    let q = Double(settings.q.bounded(0.1, 16, else: 1))
    switch shape {
    case .lowShelf:
      g = Float(angle / ExactMath.squareRoot(root))
      band = Float(1.414 * (root - 1))
      low = Float(root * root - 1)
    case .bell:
      g = Float(angle)
      k = Float(1 / (q * root))
      band = k * Float(root * root - 1)
    case .highShelf:
      g = Float(angle * ExactMath.squareRoot(root))
      direct = Float(root * root)
      band = Float(1.414 * (1 - root) * root)
      low = Float(1 - root * root)
    }
  }

  /// A low-pass of second order without resonance; 20,000 Hz and above is no filter.
  @_noAllocation @_noLocks
  init(lowPass frequency: Float, sampleRate: Double) {
    g = Float(Self.angle(frequency, sampleRate))
    guard frequency < 20_000 else { return }
    (direct, band, low) = (0, 0, 1)
  }

  @_noAllocation @_noLocks
  private static func angle(_ frequency: Float, _ sampleRate: Double) -> Double {
    let turns = Double(frequency.bounded(10, 20_000, else: 1_000)) / sampleRate
    return ExactMath.tanPi(turns < 0.45 ? turns : 0.45)
  }

  /// Moves all coefficients towards those of another filter, by a fraction of their distance.
  @_noAllocation @_noLocks
  mutating func approach(_ other: FilterBand, by part: Float) {
    g += (other.g - g) * part
    k += (other.k - k) * part
    direct += (other.direct - direct) * part
    band += (other.band - band) * part
    low += (other.low - low) * part
  }

  /// The two integrators of a filter, for both sides.
  struct State {
    var first = SIMD2<Float>.zero
    var second = SIMD2<Float>.zero

    @_noAllocation @_noLocks
    init() {}
  }

  /// Returns the low-pass and the band-pass of an input.
  @inline(__always) @_noAllocation @_noLocks
  func split(_ input: SIMD2<Float>, _ state: inout State) -> (low: SIMD2<Float>, band: SIMD2<Float>) {
    let a1 = 1 / (1 + g * (g + k))
    let a2 = g * a1
    let difference = input - state.second
    let bandPass = state.first * a1 + difference * a2
    let lowPass = state.second + state.first * a2 + difference * (g * a2)
    state.first = Silence.flush(bandPass + bandPass - state.first)
    state.second = Silence.flush(lowPass + lowPass - state.second)
    return (lowPass, bandPass)
  }

  @inline(__always) @_noAllocation @_noLocks
  func filter(_ input: SIMD2<Float>, _ state: inout State) -> SIMD2<Float> {
    let (lowPass, bandPass) = split(input, &state)
    return input * direct + bandPass * band + lowPass * low
  }
}

/// What counts as silence in the memories of effects.
enum Silence {
  /// Returns a value, with components that are far below hearing (−300 dBFS) replaced by 0, so that no state becomes a
  /// subnormal number.
  @inline(__always) @_noAllocation @_noLocks
  static func flush(_ value: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(value[0].magnitude < 1e-15 ? 0 : value[0], value[1].magnitude < 1e-15 ? 0 : value[1])
  }
}
