import TactusDSP
import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// Windowed-sinc interpolation keeps what belongs in the output and suppresses aliases.
@Suite struct SincTests {
  /// How loud a frequency (periods per frame) is in what a key plays of a recorded sine (periods per point), in dB
  /// relative to that sine.
  private func level(
    of frequency: Double, key: UInt8, playing recorded: Double, _ interpolation: SynthSettings.Interpolation = .sinc
  ) throws -> Double {
    let bank = try SoundBank.made { bank in
      let exact = (0..<80_000).map { 30_000 * ExactMath.sin2Pi(Double($0) * recorded) }
      let frames = exact.map { Int16($0.rounded(.down)) }
      let low = zip(exact, frames).map { UInt8(min(255, (($0 - Double($1)) * 256).rounded())) }
      let wave = bank.add(.init(name: "sine", frames: frames, lowBytes: low, sampleRate: 48_000))
      bank.addPreset([.init(target: wave, generators: SoundFont.Generator.atOnce)])
    }
    var settings = SynthSettings.dry
    settings.interpolation = interpolation
    let stage = Stage(bank, settings: settings)
    stage.send(.noteOn(key, 127))
    let sound = stage.render(8_192)[2_000..<6_096]
    var (real, imaginary, window) = (0.0, 0.0, 0.0)
    for (index, sample) in sound.enumerated() {
      let position = Double(index) / 4_096
      // Blackman and Harris's window of four terms: its side lobes lie 92 dB down, and fall on the quiet side.
      let w =
        0.35875 - 0.48829 * ExactMath.cos2Pi(position) + 0.14128 * ExactMath.cos2Pi(2 * position) - 0.01168
        * ExactMath.cos2Pi(3 * position)
      real += w * Double(sample) * ExactMath.cos2Pi(frequency * Double(index))
      imaginary += w * Double(sample) * ExactMath.sin2Pi(frequency * Double(index))
      window += w
    }
    let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / window
    return decibels(Float(amplitude) / (Stage.unit * 30_000 / 32_768))
  }

  @Test(
    arguments: [(60, 0.01), (60, 0.3), (60, 0.42), (53, 0.6), (72, 0.2), (84, 0.1), (96, 0.05)] as [(UInt8, Double)])
  func thePassBandIsFlat(key: UInt8, recorded: Double) throws {
    let ratio = ExactMath.ratio(cents: 100 * (Double(key) - 60))
    let heard = recorded < 0.5 ? recorded : 0.4
    let level = try level(of: heard * ratio, key: key, playing: heard)
    #expect(abs(level) < 0.05, "key \(key), \(heard) periods a point: \(level) dB")
  }

  /// Recorded sines that lie above half the output's rate once they are pitched up, and would be heard at 1 − f.
  @Test(
    arguments: [(84, 0.17), (84, 0.2), (84, 0.24), (79, 0.25), (72, 0.3), (72, 0.4), (67, 0.4)] as [(UInt8, Double)])
  func nothingFoldsBack(key: UInt8, recorded: Double) throws {
    let pitched = recorded * ExactMath.ratio(cents: 100 * (Double(key) - 60))
    #expect(pitched > 0.5 && 1 - pitched < 0.426)
    let level = try level(of: 1 - pitched, key: key, playing: recorded)
    #expect(level < -100, "key \(key), \(recorded) periods a point: \(level) dB")
    #expect(try self.level(of: 1 - pitched, key: key, playing: recorded, .cubic) > -30, "a cubic lets it through")
  }

  /// The part of the image above half the recorded rate that a lower key's kernel passes.
  @Test(arguments: [(48, 0.3), (48, 0.42), (36, 0.2)] as [(UInt8, Double)])
  func noImages(key: UInt8, recorded: Double) throws {
    let ratio = ExactMath.ratio(cents: 100 * (Double(key) - 60))
    let level = try level(of: (1 - recorded) * ratio, key: key, playing: recorded)
    #expect(level < -100, "key \(key), \(recorded) periods a point: \(level) dB")
  }

  /// A loop of whole periods continues seamlessly, even if the kernel is longer than the loop.
  @Test(arguments: [8, 20, 100]) func loopsHaveNoSeam(points: Int) throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine(points: points))
      bank.addPreset([.init(target: wave, generators: [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce)])
    }
    var settings = SynthSettings.dry
    settings.interpolation = .sinc
    let stage = Stage(bank, settings: settings)
    stage.send(.noteOn(67, 127))
    let sound = stage.render(6_000)
    let speed = ExactMath.ratio(cents: 700) / Double(points)
    for index in 1_000..<6_000 {
      let expected = Stage.unit * 32_000 / 32_768 * Float(ExactMath.sin2Pi(Double(index) * speed))
      #expect(abs(sound[index] - expected) < 2e-5, "frame \(index)")
    }
  }
}
