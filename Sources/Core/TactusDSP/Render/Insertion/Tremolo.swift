/// The LFO of tremolo and auto pan. It sets the target of the gains every sixteen frames. The gains follow it with a
/// time constant of a millisecond, which rounds the edges of square and sawtooth waves.
struct Tremolo {
  private var gains = SIMD2<Float>.one
  private var step = SIMD2<Float>.zero
  private var phase: UInt32 = 0
  private var isNew = true

  @_noAllocation @_noLocks
  init() {}

  @_noAllocation @_noLocks
  mutating func beginCell(_ tuning: TremoloTuning) {
    if isNew { gains = tuning.gains(at: phase) }
    isNew = false
    phase &+= tuning.phaseStep
    step = (tuning.gains(at: phase) - gains) * tuning.smoothing
  }

  @inline(__always) @_noAllocation @_noLocks
  mutating func process(_ input: SIMD2<Float>) -> SIMD2<Float> {
    gains += step
    return input * gains
  }
}

/// The settings of a tremolo in units of frames.
struct TremoloTuning {
  private var depth: Float = 0
  private var lead: UInt32 = 0
  private var wave = TremoloSettings.Wave.sine
  private(set) var phaseStep: UInt32 = 0
  /// The part of the way to the wave that the gains cover in a frame.
  private(set) var smoothing: Float = 1.0 / 16

  @_noAllocation @_noLocks
  init() {}

  @_noAllocation @_noLocks
  init(_ settings: TremoloSettings, sampleRate: Double) {
    depth = settings.depth.bounded(0, 1, else: 0)
    lead = UInt32(truncatingIfNeeded: ExactMath.integer(Double(settings.phase.bounded(0, 1, else: 0)) * 0x1p32))
    wave = settings.wave
    phaseStep = ControlRate.step(settings.rate, sampleRate)
    // 1 − e^(−t/1 ms) for the duration t of a cell
    smoothing = Float((1 - ExactMath.exp2(-16 / (sampleRate * 0.001) * 1.44269504088896341)) / 16)
  }

  @_noAllocation @_noLocks
  mutating func approach(_ other: TremoloTuning, by part: Float) {
    depth += (other.depth - depth) * part
    (lead, wave, phaseStep, smoothing) = (other.lead, other.wave, other.phaseStep, other.smoothing)
  }

  /// Returns the gains of both sides at a phase.
  @_noAllocation @_noLocks
  func gains(at phase: UInt32) -> SIMD2<Float> {
    SIMD2(1 - depth * height(phase), 1 - depth * height(phase &+ lead))
  }

  /// Returns the wave at a phase: 0 (loud) … 1 (quiet).
  @_noAllocation @_noLocks
  private func height(_ phase: UInt32) -> Float {
    let turns = Double(phase) * 0x1p-32
    switch wave {
    case .triangle: return Float(2 * (turns < 0.5 ? turns : 1 - turns))
    case .square: return turns < 0.5 ? 0 : 1
    case .sine: return Float(0.5 - 0.5 * ExactMath.cos2Pi(turns))
    case .rising: return Float(1 - turns)
    case .falling: return Float(turns)
    }
  }
}
