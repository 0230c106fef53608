import TactusDSP

/// A struck or plucked string as the sum of its partials.
///
/// Stiffness raises the partials above the harmonics. The excitation, its position, the body and the pickup shape the
/// levels of the partials. Each partial has a prompt sound and an aftersound.
struct StringModel {
  var key: Int
  /// The approximate sample rate in hertz.
  var rate = 44100.0
  /// The length of the part before the loop, in seconds.
  var length = 1.5
  /// The length of the loop in seconds.
  var loop = 0.2
  /// The highest frequency of a partial in hertz.
  var ceiling = 16000.0
  var stiffness = 0.0001
  /// The position of the excitation as a fraction of the string's length.
  var position = 0.13
  /// The position of the pickup as a fraction of the string's length; nil for no pickup.
  var pickup: Double?
  /// The exponent by which the levels fall with the partial's number.
  var slope = 1.0
  /// The frequency in hertz above which the levels fall faster.
  var corner = 2000.0
  var body: Formants?
  /// The decay rate of the fundamental, in dB per second.
  var fall = 10.0
  /// The decay rate of the fundamental's aftersound, as a fraction of `fall`.
  var slow = 0.45
  /// The additional decay of higher partials, in dB per second per hertz.
  var damping = 0.005
  /// The additional decay of higher partials, as a fraction of `fall` per partial number.
  var numberDamping = 0.2
  var after = 0.25
  var beat = 0.25
  /// The time constant of the onset in seconds.
  var rise = 0.002
  /// The irregularity of the partials' levels, 0…1.
  var irregularity = 0.3
  /// The noise of the hammer, plectrum or finger.
  var attack: AttackNoise?
  var seed = 0

  /// Returns the sound of the note, whose volume envelope must fall by `fall * slow` dB per second.
  func wave() -> Wave {
    let grid = LoopGrid(key: key, seconds: loop, rate: rate)
    // After 24 dB of decay the loop is no longer noticed.
    let length = min(length, 0.3 + 24 / fall)
    let start = max(1, Int(length * grid.rate) / Additive.block) * Additive.block
    var points = [Float](repeating: 0, count: start + grid.length)
    Additive.add(partials(on: grid), to: &points, rate: grid.rate, frozenFrom: start)
    points.removeLast(points.count - start - grid.length)
    var wave = Wave(
      points: points, rate: grid.rate, key: key, loop: start..<(start + grid.length), fall: fall * slow)
    if let attack { wave.add(attack, seed: seed) }
    wave.closeLoop()
    return wave
  }

  private func partials(on grid: LoopGrid) -> [Partial] {
    var noise = Noise(seed: seed &* 1000 &+ key)
    var list: [Partial] = []
    for number in 1...200 {
      let n = Double(number)
      let hertz = grid.frequency * n * ExactMath.squareRoot((1 + stiffness * n * n) / (1 + stiffness))
      let luck = noise.within((1 - irregularity)...(1 + irregularity))
      let phase = noise.unit()
      let beating = noise.within(0.4...2.2)
      guard hertz < ceiling, hertz < grid.rate * 0.46 else { break }
      let extra = fall * numberDamping * (n - 1) / (1 + 0.06 * n) + damping * (hertz - grid.frequency)
      list.append(
        Partial(
          frequency: grid.snapped(hertz: hertz), phase: phase, level: level(n, hertz) * luck,
          decay: fall + extra - fall * slow, after: after, afterDecay: extra * 0.5, rise: rise,
          beatDepth: number == 1 ? beat * 0.3 : beat, beatRate: beating))
    }
    return list
  }

  private func level(_ n: Double, _ hertz: Double) -> Double {
    let x = hertz / corner
    var level = (abs(ExactMath.sin2Pi(n * 0.5 * position)) + 0.03) * ExactMath.exp2(-slope * ExactMath.log2(n))
    level /= 1 + x * x
    level *= ExactMath.exp2(-0.2 * x)
    if let pickup { level *= abs(ExactMath.sin2Pi(n * 0.5 * pickup)) + 0.05 }
    if let body { level *= body.level(hertz) }
    return level
  }
}

extension Wave {
  /// Adds a short burst of colored noise at the start, for the hammer, plectrum, finger or stick.
  ///
  /// `level` is relative to the peak of the sound.
  mutating func addTouch(_ level: Double, hertz: Double, q: Double = 1, seconds: Double, seed: Int) {
    var noise = Noise(seed: seed &* 977 &+ key)
    let burst = noise.white(min(points.count, Int(seconds * 1.5 * rate)))
      .filtered(.bandPass(hertz, q: q, rate: rate))
      .shaped(rate: rate, EnvelopeCurve.strike(seconds, attack: seconds * 0.02))
    let top = Wave(points: burst, rate: rate, key: key, loop: nil).peak
    guard top > 0 else { return }
    mix(burst, gain: Double(peak) * level / Double(top))
  }
}
