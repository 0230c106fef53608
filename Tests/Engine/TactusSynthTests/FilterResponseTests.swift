import Foundation
import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// The filter's impulse response compared with the formula of its poles: at 48 kHz e^(−σ ± iθ), the analogue filter's,
/// and no zero; at other rates the same response within 1 dB up to 18 kHz or 0.4 of the rate.
@Suite struct FilterResponseTests {
  private static let rates = [8_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000]

  /// The denominator's coefficients at 48 kHz, directly from the poles.
  private func model(hertz: Double, resonance: Double) -> (a1: Double, a2: Double) {
    let peak = pow(10, resonance / 200)
    let quality = ((peak * peak + peak * (peak * peak - 1).squareRoot()) / 2).squareRoot()
    let angle = 2 * Double.pi * hertz / 48_000
    let more = tan(angle / 2) / (angle / 2) - 1
    let sigma = angle / (2 * quality) * (1 + more * (1 - 1 / (2 * quality * quality)))
    let theta = angle * (1 - 1 / (4 * quality * quality)).squareRoot()
    return (-2 * exp(-sigma) * cos(theta), exp(-2 * sigma))
  }

  private func level(_ turns: Double, _ model: (a1: Double, a2: Double)) -> Double {
    let (one, two) = (2 * Double.pi * turns, 4 * Double.pi * turns)
    let re = 1 + model.a1 * cos(one) + model.a2 * cos(two)
    let im = model.a1 * sin(one) + model.a2 * sin(two)
    return 20 * log10((1 + model.a1 + model.a2) / (re * re + im * im).squareRoot())
  }

  private func level(_ response: [Float], _ turns: Double) -> Double {
    var (re, im) = (0.0, 0.0)
    var frame = 0
    // not an iterator: without optimisation most of a debug run would be spent in it
    while frame < response.count {
      let value = Double(response[frame])
      re += value * cos(2 * .pi * turns * Double(frame))
      im += value * sin(2 * .pi * turns * Double(frame))
      frame += 1
    }
    return 10 * log10(re * re + im * im)
  }

  /// The impulse response of the filter, without the gain before it. It begins with the first and ends with the last
  /// frame that is not silent.
  private func response(
    _ cutoff: Int, _ resonance: Int, rate: Int, _ interpolation: SynthSettings.Interpolation
  ) throws -> [Float] {
    let count = 49_152
    var points = [Int16](repeating: 0, count: count)
    points[200] = 32_767
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.init(name: "impulse", frames: points, sampleRate: rate))
      let filter: [SoundFont.Generator] = [
        .init(.initialFilterFc, Int16(cutoff)), .init(.initialFilterQ, Int16(resonance)),
      ]
      bank.addPreset([.init(target: wave, generators: SoundFont.Generator.atOnce + [.init(.scaleTuning, 0)] + filter)])
    }
    var settings = SynthSettings.dry
    settings.interpolation = interpolation
    let stage = Stage(bank, sampleRate: rate, settings: settings)
    stage.send(.noteOn(60, 127))
    for _ in 0..<8 { stage.render(count / 8) }
    let gain = Stage.unit * 32_767 / 32_768 * Float(pow(10, -Double(resonance) / 400))
    let first = stage.left.firstIndex { $0 != 0 } ?? 0
    let end = (stage.left.lastIndex { $0 != 0 } ?? 0) + 1
    return stage.left[first..<end].map { $0 / gain }
  }

  @Test(arguments: rates, SynthSettings.Interpolation.allCases)
  func response(rate: Int, interpolation: SynthSettings.Interpolation) throws {
    let top = min(18_000, 0.4 * Double(rate))
    for cutoff in [8_100, 9_300, 10_433, 11_150, 11_927, 12_700, 13_200, 13_499] {
      let hertz = Golden.hertz(absoluteCents: Double(cutoff))
      // Short enough to have decayed when the impulse's sample ends.
      for resonance in [0, 20, 60, 120, 250] {
        // At rates below 44.1 kHz, a resonance closer to the upper end of the spectrum than this differs.
        if resonance > 0, hertz > 0.44 * Double(rate) { continue }
        let response = try response(cutoff, resonance, rate: rate, interpolation)
        let model = model(hertz: hertz, resonance: Double(resonance))
        for step in 0...24 {
          let position = top * Double(step) / 24
          let wanted = level(position / 48_000, model)
          // The precision of 32-bit sums of the response.
          guard wanted > -60 else { continue }
          let error = level(response, position / Double(rate)) - wanted
          #expect(
            error.magnitude < (rate == 48_000 ? 0.01 : step == 0 ? 0.01 : 1),
            "\(error) dB at \(position) Hz, cutoff \(hertz), \(resonance) centibels")
        }
      }
    }
  }

  /// What an Audigy 2 does to white noise at 16 kHz, against 200 to 450 Hz.
  /// The poles are drawn through the whole of the recordings; at that one frequency they lie up to 2.7 dB below, where a
  /// bilinear filter lies 14 dB below.
  @Test(arguments: [(3_376.0, -24.6, 1.1), (5_108, -16.2, 0.6), (8_000, -6.3, 2.8)])
  func hardware(hertz: Double, recorded: Double, within: Double) throws {
    let cutoff = Int((6_900 + 1_200 * log2(hertz / 440)).rounded())
    let response = try response(cutoff, 0, rate: 48_000, .cubic)
    #expect((level(response, 16_000 / 48_000) - level(response, 325 / 48_000) - recorded).magnitude < within)
  }
}
