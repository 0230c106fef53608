/// The all-pass filters of a phaser. The LFO sets their coefficient every sixteen frames; between them it moves
/// linearly.
struct Phaser {
  private var stages = InlineStages()
  private var feedback = SIMD2<Float>.zero
  private var coefficient: Float = 0
  private var step: Float = 0
  private var phase: UInt32 = 0
  private var isNew = true

  @_noAllocation @_noLocks
  init() {}

  /// The memories of the twelve filters.
  private struct InlineStages {
    var values = (
      SIMD2<Float>.zero, SIMD2<Float>.zero, SIMD2<Float>.zero, SIMD2<Float>.zero, SIMD2<Float>.zero, SIMD2<Float>.zero,
      SIMD2<Float>.zero, SIMD2<Float>.zero, SIMD2<Float>.zero, SIMD2<Float>.zero, SIMD2<Float>.zero, SIMD2<Float>.zero
    )

    @_noAllocation @_noLocks
    init() {}
  }

  /// Sets the coefficient for the next sixteen frames.
  @_noAllocation @_noLocks
  mutating func beginCell(_ tuning: PhaserTuning) {
    if isNew { coefficient = tuning.coefficient(at: phase) }
    isNew = false
    phase &+= tuning.phaseStep
    step = (tuning.coefficient(at: phase) - coefficient) * (1.0 / 16)
  }

  @inline(__always) @_noAllocation @_noLocks
  mutating func process(_ input: SIMD2<Float>, _ tuning: PhaserTuning) -> SIMD2<Float> {
    coefficient += step
    var value = input + feedback * tuning.feedback
    let (count, a) = (tuning.stages, coefficient)
    withUnsafeMutablePointer(to: &stages.values.0) { memory in
      var index = 0
      while index < count {
        let output = value * a + memory[index]
        memory[index] = Silence.flush(value - output * a)
        value = output
        index &+= 1
      }
    }
    feedback = Silence.flush(value)
    return (input + value * tuning.mix) * tuning.gain
  }
}

/// The settings of a phaser in units of frames.
struct PhaserTuning {
  /// The base-2 logarithm of the center frequency as a fraction of the sample rate, and the reach in octaves.
  private var center = -6.0
  private var reach = 0.0
  private(set) var feedback: Float = 0
  private(set) var mix: Float = 0
  /// The gain that makes the power of the output that of the input, for white noise.
  private(set) var gain: Float = 1
  private(set) var phaseStep: UInt32 = 0
  private(set) var stages = 2

  @_noAllocation @_noLocks
  init() {}

  @_noAllocation @_noLocks
  init(_ settings: PhaserSettings, sampleRate: Double) {
    center = ExactMath.log2(Double(settings.frequency.bounded(50, 10_000, else: 600)) / sampleRate)
    reach = Double(settings.depth.bounded(0, 4, else: 1))
    feedback = settings.feedback.bounded(-0.95, 0.95, else: 0)
    mix = settings.mix.bounded(0, 1, else: 1)
    let power = Double(mix * mix) / (1 - Double(feedback * feedback))
    gain = 1 / Float(ExactMath.squareRoot(1 + power))
    phaseStep = ControlRate.step(settings.rate, sampleRate)
    stages = settings.stages < 2 ? 2 : settings.stages > 12 ? 12 : settings.stages
  }

  @_noAllocation @_noLocks
  mutating func approach(_ other: PhaserTuning, by part: Float) {
    center += (other.center - center) * Double(part)
    reach += (other.reach - reach) * Double(part)
    feedback += (other.feedback - feedback) * part
    mix += (other.mix - mix) * part
    gain += (other.gain - gain) * part
    (phaseStep, stages) = (other.phaseStep, other.stages)
  }

  /// Returns the coefficient of the filters at a phase of the LFO, a triangle in octaves.
  @_noAllocation @_noLocks
  func coefficient(at phase: UInt32) -> Float {
    let turns = Double(phase) * 0x1p-32
    let triangle = 1 - 4 * (turns - 0.5).magnitude
    let frequency = ExactMath.exp2(center + reach * triangle)
    let tangent = ExactMath.tanPi(frequency < 0.45 ? frequency : 0.45)
    return Float((tangent - 1) / (tangent + 1))
  }
}

/// LFOs of insertion effects, which advance once in sixteen frames.
enum ControlRate {
  /// The number of frames of a cell.
  static var frames: Int { @_noAllocation @_noLocks get { 16 } }

  /// Returns the phase step of a cell, in units of 2^-32 turns.
  @_noAllocation @_noLocks
  static func step(_ hertz: Float, _ sampleRate: Double) -> UInt32 {
    let turns = Double(hertz.bounded(0, 40, else: 1)) * 16 / sampleRate
    return UInt32(truncatingIfNeeded: ExactMath.integer(turns * 0x1p32 + 0.5))
  }
}
