import Foundation
import TestSupport
import Testing

@Suite struct GoldenFilterTests {
  /// The voice's response to an impulse.
  private func response(_ generators: [Golden.Generator: Int], seconds: Double = 0.3) -> [Double] {
    var probe = Probe(.impulse(count: 100), generators)
    probe.seconds = seconds
    return probe.left().map { $0 * 32_768 / 32_767 }
  }

  /// The level of an impulse response at a frequency, in decibels.
  private func level(_ response: [Double], _ hertz: Double) -> Double {
    var (re, im) = (0.0, 0.0)
    for (frame, value) in response.enumerated() {
      re += value * cos(2 * .pi * hertz * Double(frame) / 48_000)
      im -= value * sin(2 * .pi * hertz * Double(frame) / 48_000)
    }
    return 10 * log10(re * re + im * im)
  }

  /// fc = 2 kHz at 48 kHz.
  private let cutoff = 9_521

  @Test(arguments: [(0, 0.0, 0.0), (50, -2.5, 2.5), (100, -5, 5), (200, -10, 10), (400, -20, 20)])
  func resonanceRow(resonance: Int, dc: Double, top: Double) {
    let response = response([.filterCutoff: cutoff, .filterQ: resonance])
    #expect(isNear(level(response, 0), dc, 0.01))
    func highest(_ from: Double, _ to: Double, by step: Double) -> (hertz: Double, level: Double) {
      stride(from: from, through: to, by: step).map { ($0, level(response, $0)) }.max { $0.1 < $1.1 } ?? (0, 0)
    }
    let coarse = highest(0, 2_400, by: 100).hertz
    #expect(isNear(highest(max(coarse - 60, 0), coarse + 60, by: 4).level, top, 0.02))
  }

  /// The whole curve against the poles' formula, as a product of distances from the poles.
  @Test(arguments: [8_100, 9_521, 11_000, 12_700]) func equalsThePoles(cutoff: Int) {
    let response = response([.filterCutoff: cutoff])
    let angle = 2 * .pi * Golden.hertz(absoluteCents: Double(cutoff)) / 48_000 * 0.5.squareRoot()
    func distance(_ turn: Double, _ pole: Double) -> Double {
      let radius = exp(-angle)
      return (1 + radius * radius - 2 * radius * cos(turn - pole)).squareRoot()
    }
    for hertz in [100.0, 1_000, 1_900, 2_000, 3_000, 8_000, 20_000] {
      let turn = 2 * .pi * hertz / 48_000
      let ratio = distance(0, angle) * distance(0, -angle) / (distance(turn, angle) * distance(turn, -angle))
      #expect(isNear(level(response, hertz), 20 * log10(ratio), 0.003))
    }
  }

  @Test func isAbsentWhenOpen() {
    let open = response([:])
    #expect(isNear(open[0], 1) && open.dropFirst().allSatisfy { $0 == 0 })
    let resonant = response([.filterQ: 100])
    #expect(!isNear(resonant[1], 0, 0.1))
  }

  @Test func isBoundedBelow() {
    // 1500 cents, 19.4 Hz, however far the envelope pushes down.
    let low = response([.filterCutoff: 1_500, .modEnvToFilter: -12_000, .modEnvAttack: -32_768])
    let plain = response([.filterCutoff: 1_500])
    #expect(low == plain)
  }

  @Test func staysSoundUnderExtremeModulation() {
    var probe = Probe(
      .noise(), [.filterCutoff: 7_000, .filterQ: 960, .modLFOToFilter: 12_000, .modLFOFrequency: 4_500])
    probe.seconds = 0.5
    let left = probe.left()
    #expect(left.allSatisfy { $0.isFinite } && peak(left) < 200)
  }
}
