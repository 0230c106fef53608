/// A rotary speaker: a crossover at 800 Hz, and two rotors that turn in front of two microphones. A rotor's distance to
/// a microphone changes the delay (Doppler effect), its direction the level.
struct RotarySpeaker {
  private let memory: UnsafeMutablePointer<Float>
  private var position = 0
  private var low = Rotor()
  private var high = Rotor()
  private var crossover = (FilterBand.State(), FilterBand.State())
  private let split: FilterBand
  private let lead: Double

  /// The number of frames of a delay line, a power of two.
  private let length: Int

  /// Returns the number of floats of memory: two lines.
  static func capacity(sampleRate: Double) -> Int { 2 * lineLength(sampleRate: sampleRate) }

  private static func lineLength(sampleRate: Double) -> Int {
    var length = 256
    while Double(length) < sampleRate * 0.004 { length *= 2 }
    return length
  }

  /// Creates a speaker with the given memory, which must be zero.
  init(memory: UnsafeMutablePointer<Float>, sampleRate: Double) {
    self.memory = memory
    length = Self.lineLength(sampleRate: sampleRate)
    split = FilterBand(lowPass: 800, sampleRate: sampleRate)
    lead = 0.001_2 * sampleRate
  }

  @_noAllocation @_noLocks
  mutating func reset() {
    memory.clear(count: 2 &* length)
    (position, low, high) = (0, Rotor(), Rotor())
    crossover = (FilterBand.State(), FilterBand.State())
  }

  @_noAllocation @_noLocks
  mutating func beginCell(_ tuning: RotaryTuning) {
    low.beginCell(tuning.low, tuning.separation)
    high.beginCell(tuning.high, tuning.separation)
  }

  @inline(__always) @_noAllocation @_noLocks
  mutating func process(_ input: SIMD2<Float>) -> SIMD2<Float> {
    let mono = (input[0] + input[1]) * 0.5
    let once = split.split(SIMD2(mono, mono), &crossover.0)
    // the difference of the input and the low band keeps the sum flat
    memory[position] = once.low[0]
    memory[length &+ position] = mono - once.low[0]
    let output = heard(&low, memory) + heard(&high, memory + length)
    position = (position &+ 1) & (length &- 1)
    return output
  }

  /// Returns what both microphones hear of a rotor.
  @inline(__always) @_noAllocation @_noLocks
  private func heard(_ rotor: inout Rotor, _ line: UnsafeMutablePointer<Float>) -> SIMD2<Float> {
    rotor.offsets += rotor.offsetSteps
    rotor.gains += rotor.gainSteps
    return SIMD2(
      read(line, lead + Double(rotor.offsets[0])) * rotor.gains[0],
      read(line, lead + Double(rotor.offsets[1])) * rotor.gains[1])
  }

  /// Reads a line with a fractional delay, on the cubic through four frames.
  @inline(__always) @_noAllocation @_noLocks
  private func read(_ line: UnsafeMutablePointer<Float>, _ delay: Double) -> Float {
    let whole = Int(truncatingIfNeeded: ExactMath.integer(delay))
    let f = Float(delay - Double(whole))
    let mask = length &- 1
    let base = position &- whole &+ length
    let before = line[(base &+ 1) & mask]
    let first = line[base & mask]
    let second = line[(base &- 1) & mask]
    let after = line[(base &- 2) & mask]
    let h0 = -f * (f - 1) * (f - 2) * (1.0 / 6)
    let h1 = (f + 1) * (f - 1) * (f - 2) * 0.5
    let h2 = -(f + 1) * f * (f - 2) * 0.5
    let h3 = (f + 1) * f * (f - 1) * (1.0 / 6)
    return before * h0 + first * h1 + second * h2 + after * h3
  }
}

/// A rotor: its angle, its rate, and what both microphones hear.
private struct Rotor {
  var phase: UInt32 = 0
  var rate = 0.0
  var offsets = SIMD2<Float>.zero
  var offsetSteps = SIMD2<Float>.zero
  var gains = SIMD2<Float>.zero
  var gainSteps = SIMD2<Float>.zero
  private var isNew = true

  @_noAllocation @_noLocks
  init() {}

  @_noAllocation @_noLocks
  mutating func beginCell(_ tuning: RotorTuning, _ separation: UInt32) {
    if isNew {
      rate = tuning.rate
      (offsets, gains) = tuning.heard(phase, separation)
    }
    isNew = false
    rate += (tuning.rate - rate) * tuning.pull
    phase &+= UInt32(truncatingIfNeeded: ExactMath.integer(rate))
    let next = tuning.heard(phase, separation)
    offsetSteps = (next.offsets - offsets) * (1.0 / 16)
    gainSteps = (next.gains - gains) * (1.0 / 16)
  }
}

/// The settings of a rotor in units of frames.
struct RotorTuning {
  /// The phase step of a cell, in units of 2^-32 turns.
  private(set) var rate = 0.0
  /// The part of the way to a new rate that a rotor covers in a cell.
  private(set) var pull = 1.0
  private var reach: Float = 0
  private var depth: Float = 0
  private var level: Float = 1

  @_noAllocation @_noLocks
  init() {}

  /// - Parameter radius: the radius in seconds of the sound's way.
  @_noAllocation @_noLocks
  init(rate: Float, inertia: Float, level: Float, depth: Float, radius: Float, sampleRate: Double) {
    self.rate = Double(ControlRate.step(rate, sampleRate))
    let cells = Double(inertia.bounded(0.01, 20, else: 1)) * sampleRate / 16
    pull = cells > 1 ? 1 / cells : 1
    reach = radius * Float(sampleRate) * depth.bounded(0, 1, else: 1)
    self.depth = 0.35 * depth.bounded(0, 1, else: 1)
    self.level = level.bounded(0, 1, else: 1)
  }

  @_noAllocation @_noLocks
  mutating func approach(_ other: RotorTuning, by part: Float) {
    reach += (other.reach - reach) * part
    depth += (other.depth - depth) * part
    level += (other.level - level) * part
    (rate, pull) = (other.rate, other.pull)
  }

  /// Returns the delays, relative to the mean, and the gains at both microphones.
  @_noAllocation @_noLocks
  func heard(_ phase: UInt32, _ separation: UInt32) -> (offsets: SIMD2<Float>, gains: SIMD2<Float>) {
    let left = Float(ExactMath.cos2Pi(Double(phase) * 0x1p-32))
    let right = Float(ExactMath.cos2Pi(Double(phase &+ separation) * 0x1p-32))
    return (
      SIMD2(-reach * left, -reach * right), SIMD2(level * (1 + depth * left), level * (1 + depth * right))
    )
  }
}

/// The settings of a rotary speaker in units of frames.
struct RotaryTuning {
  private(set) var low = RotorTuning()
  private(set) var high = RotorTuning()
  /// The angle between the microphones, in units of 2^-32 turns.
  private(set) var separation: UInt32 = 0

  @_noAllocation @_noLocks
  init() {}

  @_noAllocation @_noLocks
  init(_ settings: RotarySettings, sampleRate: Double) {
    low = RotorTuning(
      rate: settings.lowRate, inertia: settings.lowInertia, level: settings.lowLevel, depth: settings.depth,
      radius: 0.000_3, sampleRate: sampleRate)
    high = RotorTuning(
      rate: settings.highRate, inertia: settings.highInertia, level: settings.highLevel, depth: settings.depth,
      radius: 0.000_55, sampleRate: sampleRate)
    let turns = Double(settings.separation.bounded(0, 0.5, else: 0.25))
    separation = UInt32(truncatingIfNeeded: ExactMath.integer(turns * 0x1p32))
  }

  @_noAllocation @_noLocks
  mutating func approach(_ other: RotaryTuning, by part: Float) {
    low.approach(other.low, by: part)
    high.approach(other.high, by: part)
    separation = other.separation
  }
}
