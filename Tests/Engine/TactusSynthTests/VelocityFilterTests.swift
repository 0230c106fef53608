import Foundation
import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// The three interpretations of the tenth default modulator, measured with a sine at 4 kHz.
@Suite struct VelocityFilterTests {
  /// The level in dB of a sine at 4 kHz, velocity's own part taken out.
  private func level(_ mode: VelocityFilter, velocity: UInt8, modulators: [SoundFont.Modulator] = []) throws -> Double {
    let font = try SoundFont.made { bank in
      let wave = bank.add(.sine(points: 12))
      let generators = [.init(.sampleModes, 1), .init(.initialFilterFc, 9_600)] + SoundFont.Generator.atOnce
      bank.addPreset([.init(target: wave, generators: generators, modulators: modulators)])
    }
    let stage = Stage(SoundBank(font, velocityFilter: mode))
    stage.send(.noteOn(60, velocity))
    let sound = Array(stage.render(6_000).dropFirst(4_800))
    // Whole periods: the mean power does not depend on where in the period the points lie.
    let power = sound.reduce(0) { $0 + $1 * $1 } / Float(sound.count)
    return decibels(power.squareRoot()) - 40 * Double(decibels(Float(velocity) / 127)) / 20
  }

  /// The low-pass of 9600 cents moved by so many cents, in dB at 4 kHz: two poles e^(−θ ± iθ), θ = √2·π·cutoff/48,000.
  private func expected(_ cents: Double) -> Double {
    let angle = 2.0.squareRoot() * Double.pi * 8.17579891564370733 * exp2((9_600 + cents) / 1_200) / 48_000
    let radius = exp(-angle)
    func distance(_ turn: Double) -> Double {
      let (near, far) = (cos(turn - angle), cos(turn + angle))
      return (1 + radius * radius - 2 * radius * near) * (1 + radius * radius - 2 * radius * far)
    }
    return 10 * log10(distance(0) / distance(2 * .pi * 4_000 / 48_000))
  }

  @Test(arguments: VelocityFilter.allCases, [127, 80, 64, 63, 20] as [UInt8])
  func cutoffFollowsVelocity(mode: VelocityFilter, velocity: UInt8) throws {
    let full = try level(.off, velocity: 127)
    let heard = try level(mode, velocity: velocity) - full
    let applies = mode == .v2_04 || mode == .v2_01 && velocity < 64
    let moved = expected(applies ? -2_400 * Double(127 - velocity) / 127 : 0) - expected(0)
    #expect(abs(heard - moved) < 0.05, "\(mode), velocity \(velocity): \(heard) dB, not \(moved)")
  }

  /// A bank's own modulator applies.
  @Test func banksDecide() throws {
    let own = SoundFont.Modulator(.init(.velocity, isNegative: true), to: .initialFilterFc, 0)
    let moved = try level(.v2_04, velocity: 20, modulators: [own]) - level(.off, velocity: 127)
    #expect(abs(moved) < 0.05)
  }
}
