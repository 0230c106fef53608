import TactusDSP

/// A sine of an additive sound, with a two-stage decay like that of coupled strings or struck bars.
struct Partial {
  /// The frequency in cycles per point.
  var frequency: Double
  /// The start phase in cycles.
  var phase = 0.0
  var level: Double
  /// The decay rate of the prompt sound, in dB per second.
  var decay = 0.0
  /// The fraction of the level that belongs to the aftersound, 0…1.
  var after = 0.0
  /// The decay rate of the aftersound, in dB per second.
  var afterDecay = 0.0
  /// The time constant of the onset in seconds; 0 starts at full level.
  var rise = 0.0
  /// The depth of the slow beating between several strings, 0…1.
  var beatDepth = 0.0
  /// The rate of the beating in hertz.
  var beatRate = 0.0
}

/// Additive synthesis: any number of sines, each with its own decay.
///
/// Levels ramp linearly between the edges of 128-point blocks. Every block starts at the exact phase, so a partial with
/// a whole number of periods in the loop closes seamlessly, however long it has sounded.
enum Additive {
  static let block = 128
  /// The level below which a partial is left out; the noise of the attack is louder.
  private static let audible = 6e-5

  /// Adds the partials to `points`, whose first point is at time zero.
  ///
  /// - Parameter frozenFrom: the point, a multiple of 128, after which all levels stay constant, so that a loop can
  ///   follow.
  static func add(_ partials: [Partial], to points: inout [Float], rate: Double, frozenFrom: Int = .max) {
    let blocks = (points.count + block - 1) / block
    points.append(contentsOf: repeatElement(0, count: blocks * block - points.count))
    points.withUnsafeMutableBufferPointer { buffer in
      for partial in partials where partial.frequency > 0 && partial.frequency < 0.49 {
        add(partial, to: buffer.baseAddress!, blocks: blocks, rate: rate, frozenBlock: frozenFrom / block)
      }
    }
  }

  private static func add(
    _ partial: Partial, to out: UnsafeMutablePointer<Float>, blocks: Int, rate: Double, frozenBlock: Int
  ) {
    let seconds = Double(block) / rate
    var prompt = partial.level * (1 - partial.after)
    var after = partial.level * partial.after
    var rising = partial.rise > 0 ? 1.0 : 0.0
    let promptFactor = ExactMath.gain(decibels: -partial.decay * seconds)
    let afterFactor = ExactMath.gain(decibels: -partial.afterDecay * seconds)
    let riseFactor = partial.rise > 0 ? ExactMath.exp2(-seconds / partial.rise * 1.4427) : 0
    var level = (prompt + after) * (1 - rising)
    let oscillator = Oscillator(partial.frequency)
    for b in 0..<blocks {
      var target = level
      if b < frozenBlock {
        prompt *= promptFactor
        after *= afterFactor
        rising *= riseFactor
        target = (prompt + after) * (1 - rising)
        if partial.beatDepth > 0 {
          let turn = ExactMath.cos2Pi(partial.beatRate * Double(b + 1) * seconds + partial.phase)
          target *= 1 - partial.beatDepth * (0.5 - 0.5 * turn)
        }
      }
      if abs(level) > audible || abs(target) > audible {
        oscillator.add(
          at: partial.phase + partial.frequency * Double(b * block), from: level, to: target, out + b * block)
      } else if rising < 0.01 && partial.beatDepth == 0 {
        return
      }
      level = target
    }
  }

  /// A sine of one frequency.
  ///
  /// Four recurrences, one for each of four successive points, run in parallel: y[n + 4] = 2·cos(4ω)·y[n] − y[n − 4].
  /// This is as fast as SIMD code in optimized builds, and not slow in debug builds.
  private struct Oscillator {
    private let frequency: Double
    private let factor: Double

    /// Creates an oscillator; `frequency` is in cycles per point.
    init(_ frequency: Double) {
      self.frequency = frequency
      factor = 2 * ExactMath.cos2Pi(frequency * 4)
    }

    /// Adds one block of the sine with a linear level ramp; `phase` is the start phase in cycles.
    func add(at phase: Double, from: Double, to: Double, _ out: UnsafeMutablePointer<Float>) {
      let factor = factor
      var a0 = ExactMath.sin2Pi(phase)
      var a1 = ExactMath.sin2Pi(phase + frequency)
      var a2 = ExactMath.sin2Pi(phase + frequency * 2)
      var a3 = ExactMath.sin2Pi(phase + frequency * 3)
      var b0 = ExactMath.sin2Pi(phase - frequency * 4)
      var b1 = ExactMath.sin2Pi(phase - frequency * 3)
      var b2 = ExactMath.sin2Pi(phase - frequency * 2)
      var b3 = ExactMath.sin2Pi(phase - frequency)
      let slope = (to - from) / Double(block)
      var l0 = from
      var l1 = from + slope
      var l2 = from + slope * 2
      var l3 = from + slope * 3
      let step = slope * 4
      var here = out
      let end = out + block
      while here < end {
        here[0] += Float(a0 * l0)
        here[1] += Float(a1 * l1)
        here[2] += Float(a2 * l2)
        here[3] += Float(a3 * l3)
        (a0, b0) = (factor * a0 - b0, a0)
        (a1, b1) = (factor * a1 - b1, a1)
        (a2, b2) = (factor * a2 - b2, a2)
        (a3, b3) = (factor * a3 - b3, a3)
        l0 += step
        l1 += step
        l2 += step
        l3 += step
        here += 4
      }
    }
  }
}
