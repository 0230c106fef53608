import Foundation
import TactusConformance
import TestSupport
import Testing

/// The measuring functions on signals whose numbers are known.
@Suite struct MeasuringTests {
  private func sine(cents: Double, amplitude: Double = 0.7, count: Int = 4_800, noise: Double = 0) -> Take {
    var random = SeededGenerator(seed: 7)
    let step = 2 * Double.pi / Double(TestWave.period) * exp2(cents / 1_200)
    func value(_ angle: Double) -> Double {
      amplitude * cos(angle) + (noise > 0 ? Double.random(in: -noise...noise, using: &random) : 0)
    }
    return Take(
      left: (0..<count).map { value(step * Double($0)) },
      right: (0..<count).map { value(step * Double($0) - .pi / 2) }, sampleRate: 48_000)
  }

  @Test(arguments: [-3_600.0, -1_200, -0.013, 0, 0.01, 701.955, 3_600])
  func pitchOfASine(cents: Double) {
    let range = 480..<4_320
    let clean = LinearFit(through: sine(cents: cents).phases(in: range), in: range)
    #expect(abs(Take.cents(turnsPerFrame: clean.slope) - cents) < 1e-6)
    // Rounding to 16 bits, as noise.
    let rough = LinearFit(through: sine(cents: cents, noise: 2e-5).phases(in: range), in: range)
    #expect(abs(Take.cents(turnsPerFrame: rough.slope) - cents) < 0.01)
    #expect(abs(sine(cents: cents).cents(in: 900..<901)[900] - cents) < 1e-6)
  }

  @Test func amplitudeOfAPair() {
    let take = sine(cents: 50, amplitude: 0.25)
    #expect(take.amplitudes.allSatisfy { abs($0 - 0.25) < 1e-12 })
    #expect(take.levels.allSatisfy { abs($0 + 12.0412) < 1e-4 })
  }

  @Test func linesMeetWhereTheyShould() {
    let values = (0..<400).map { (frame: Int) -> Double in frame < 150 ? 2 * Double(frame) : 750 - 3 * Double(frame) }
    let rise = LinearFit(through: values, in: 10..<140)
    let fall = LinearFit(through: values, in: 160..<390)
    #expect(abs(rise.frame(meeting: fall) - 150) < 1e-9)
    #expect(abs(rise.frame(of: 0)) < 1e-9)
    #expect(abs(fall.slope + 3) < 1e-12)
  }

  @Test(arguments: [(333.25, 5_871.5, 40.0), (0, 436.4, -1_200), (12_000, 2_935.7, 0.5)])
  func triangles(origin: Double, period: Double, depth: Double) {
    let values = (0..<Int(origin + 1.4 * period)).map { frame -> Double in
      let turns = (Double(frame) - origin) / period
      guard turns > 0 else { return 0 }
      return depth * 2 / .pi * asin(sin(2 * .pi * turns))
    }
    let triangle = Triangle(through: values, origin: origin, period: period)
    #expect(abs(triangle.origin - origin) < 1e-6)
    #expect(abs(triangle.period - period) < 1e-6)
    #expect(abs(triangle.depth - depth) < 1e-6)
    #expect(abs(triangle.peak - origin - period / 4) < 1e-6)
  }

  /// The response of a digital two-pole low-pass whose gains follow from its coefficients (RBJ cookbook).
  private func lowPass(hertz: Double, q: Double, count: Int) -> (response: FrequencyResponse, gain: (Double) -> Double)
  {
    let angle = 2 * Double.pi * hertz / 48_000
    let alpha = sin(angle) / (2 * q)
    let a0 = 1 + alpha
    let b = [(1 - cos(angle)) / 2 / a0, (1 - cos(angle)) / a0, (1 - cos(angle)) / 2 / a0]
    let a = [-2 * cos(angle) / a0, (1 - alpha) / a0]
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    let impulse = (0..<count).map { frame -> Double in
      let x = frame == 0 ? 1.0 : 0
      let y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
      (x1, x2, y1, y2) = (x, x1, y, y1)
      return y
    }
    func gain(_ hertz: Double) -> Double {
      let w = tan(Double.pi * hertz / 48_000) / tan(angle / 2)
      return 1 / ((1 - w * w) * (1 - w * w) + w * w / (q * q)).squareRoot()
    }
    return (FrequencyResponse(impulse, sampleRate: 48_000), gain)
  }

  @Test(arguments: [(30.0, 16_384), (1_000, 4_096), (15_000, 4_096)])
  func cutoffs(hertz: Double, count: Int) {
    let filter = lowPass(hertz: hertz, q: 0.7071067811865476, count: count)
    #expect(abs(filter.response.cutoff / hertz - 1) < 1e-6)
    for other in [hertz / 4, hertz, hertz * 1.4] {
      #expect(abs(filter.response.gain(at: other) / filter.gain(other) - 1) < 1e-6)
    }
  }

  @Test(arguments: [0.7071067811865476, 1, 3, 10, 100, 1_000])
  func peaks(q: Double) {
    let filter = lowPass(hertz: 4_000, q: q, count: q < 50 ? 8_192 : 131_072)
    let peak = q < 0.71 ? 1 : q * q / (q * q - 0.25).squareRoot()
    #expect(abs(20 * log10(filter.response.peak / peak)) < 0.001)
  }
}
