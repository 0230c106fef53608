import TactusDSP

/// The noise with which a hammer, a plectrum, a stick, a bow or breath begins a note, and which dies away within a
/// fraction of a second.
///
/// Without this noise, the attack of a string or modal model sounds too clean, because there is no energy between its
/// partials.
struct AttackNoise {
  /// The level at the start in dB, relative to the peak of the sound.
  var level: Double
  /// The frequency in hertz above which the noise is weaker.
  var corner = 2000.0
  /// The level far above the corner, in dB relative to that below it.
  var treble = -18.0
  /// The time in seconds in which the noise decays by 60 dB.
  var seconds = 0.5
  /// The time in seconds in which the noise rises.
  var rise = 0.001

  init(_ level: Double, corner: Double = 2000, treble: Double = -18, seconds: Double = 0.5, rise: Double = 0.001) {
    (self.level, self.corner, self.treble) = (level, corner, treble)
    (self.seconds, self.rise) = (seconds, rise)
  }

  /// Returns the noise at full level.
  func points(count: Int, rate: Double, seed: Int) -> [Float] {
    var noise = Noise(seed: seed)
    return noise.white(min(count, Int((seconds + rise) * rate)))
      .filtered(.highPass(60, rate: rate), .shelf(corner, decibels: treble, rate: rate))
      .shaped(rate: rate, EnvelopeCurve.strike(seconds, attack: rise))
  }
}

extension Wave {
  /// Adds the noise of the attack.
  mutating func add(_ attack: AttackNoise, seed: Int) {
    let noise = attack.points(count: points.count, rate: rate, seed: seed &* 977 &+ key)
    mix(noise, gain: Double(peak) * ExactMath.gain(decibels: attack.level) * 1.7)  // uniform noise has an RMS of 0.58
  }
}
