import Foundation
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// XG's equalizers of parts and drum keys: gains against the analog shelves, and which voices have them.
@Suite struct PartEqualizerTests {
  /// Renders notes after messages; program 0, also that of drums, is a sine of 480 Hz at key 60.
  private func render(
    _ exclusives: [[UInt8]] = [], _ messages: [ChannelMessage] = [], key: UInt8 = 60, channel: UInt8 = 0,
    settings: SynthSettings = .dry
  ) throws -> [Float] {
    let stage = Stage(try Self.bank(), settings: settings, isLoud: false)
    for bytes in exclusives { stage.send(exclusive: bytes) }
    stage.send(messages)
    stage.send(.noteOn(key, channel: channel))
    stage.render(24_000)
    return stage.left
  }

  private static func bank() throws -> SoundBank {
    try SoundBank.made { bank in
      let wave = bank.add(.sine(amplitude: 32_000))
      for number in [0, 128] {
        bank.addPreset(
          bank: UInt16(number), [.init(target: wave, generators: [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce)]
        )
      }
    }
  }

  private func amplitude(_ samples: [Float], key: UInt8, from first: Int = 8_000) -> Double {
    Spectrum.amplitude(
      of: samples[first..<first + 12_000].map { Double($0) }, at: 480 * exp2((Double(key) - 60) / 12), rate: 48_000)
  }

  private func equalizer(_ values: [(UInt8, UInt8)], part: UInt8 = 0) -> [[UInt8]] {
    values.map { Exclusive.xg(8, part, $0.0, $0.1) }
  }

  /// The gain of an analog shelf of first order in decibels, at the frequency that the bilinear transform maps here.
  private func shelf(_ decibels: Double, _ center: Double, at hertz: Double, isHigh: Bool) -> Double {
    let (w, c) = (tan(.pi * hertz / 48_000), tan(.pi * center / 48_000))
    let gain = pow(10, decibels / 20)
    let (x, y) = isHigh ? (w, c) : (c, w)
    return 10 * log10((y * y + x * x * gain) / (y * y + x * x / gain))
  }

  /// Two shelves in a row: 12 dB for 64 steps, at the published frequencies.
  @Test(
    arguments: [
      (0, 127, 0x0C, 0x36), (127, 64, 0x28, 0x36), (64, 0, 0x0C, 0x1C), (96, 20, 0x18, 0x2A), (16, 16, 0x28, 0x1C),
    ] as [(UInt8, UInt8, UInt8, UInt8)])
  func theShelves(_ low: UInt8, _ high: UInt8, _ lowFrequency: UInt8, _ highFrequency: UInt8) throws {
    let messages = equalizer([(0x72, low), (0x73, high), (0x76, lowFrequency), (0x77, highFrequency)])
    for key: UInt8 in [24, 40, 60, 84, 108] {
      let (plain, own) = (try render(key: key), try render(messages, key: key))
      let measured = 20 * log10(amplitude(own, key: key) / amplitude(plain, key: key))
      let hertz = 480 * exp2((Double(key) - 60) / 12)
      func center(_ step: UInt8) -> Double { 20 * pow(10, Double(step) / 20) }
      let expected =
        shelf((Double(low) - 64) * 12 / 64, center(lowFrequency), at: hertz, isHigh: false)
        + shelf((Double(high) - 64) * 12 / 64, center(highFrequency), at: hertz, isHigh: true)
      #expect(abs(measured - expected) < 0.02, "key \(key): \(measured) dB instead of \(expected)")
    }
  }

  @Test func onlyTheirPart() throws {
    let boost = equalizer([(0x72, 127), (0x76, 0x28)])
    let (plain, own) = (try render(), try render(boost))
    #expect(own != plain)
    #expect(try render(boost, channel: 1) == render(channel: 1))
    #expect(try render(boost + equalizer([(0x72, 64)])) == plain)
    #expect(try render(boost + [Exclusive.xgOn]) == plain)
    #expect(try render(boost, [ChannelMessage(status: 0xB0, 121, 0)]) == own)
    // frequencies alone change nothing, and are limited to the range of their shelf
    #expect(try render(equalizer([(0x76, 0x28), (0x77, 0x1C)])) == plain)
    #expect(try render(equalizer([(0x72, 127), (0x76, 127)])) == own)
    var off = SynthSettings.dry
    off.insertions = false
    #expect(try render(boost, settings: off) == plain)
  }

  @Test func nonRegisteredParametersAreTheSame() throws {
    let own = try render(equalizer([(0x72, 127), (0x73, 10), (0x76, 0x20), (0x77, 0x20)]))
    let pairs: [(UInt8, UInt8)] = [(48, 127), (49, 10), (52, 0x20), (53, 0x20)]
    #expect(try render([], pairs.flatMap { ChannelMessage.nonRegistered(1, $0.0, $0.1) }) == own)
  }

  /// A drum key has its own equalizer, or that of the part.
  @Test func drumKeys() throws {
    let part = equalizer([(0x72, 127), (0x76, 0x28)], part: 9)
    let key = [Exclusive.xg(0x30, 60, 0x20, 127), Exclusive.xg(0x30, 60, 0x24, 0x28)]
    let setup = [Exclusive.xgOn]
    let plain = try render(setup, channel: 9)
    let own = try render(setup + key, channel: 9)
    #expect(own != plain)
    #expect(try render(setup + part, channel: 9) == own)
    #expect(try render(setup + key, key: 61, channel: 9) == render(setup, key: 61, channel: 9))
    #expect(try render(setup + part + [Exclusive.xg(0x30, 60, 0x20, 0)], channel: 9) != own)
    let numbers = ChannelMessage.nonRegistered(48, 60, 127, channel: 9)
    #expect(try render(setup, numbers + ChannelMessage.nonRegistered(52, 60, 0x28, channel: 9), channel: 9) == own)
    #expect(try render(setup + key + [Exclusive.xg(0, 0, 0x7D, 0)], channel: 9) == plain)
  }

  /// The sends of a part get the equalized sound.
  @Test func sendsAreEqualized() throws {
    var wet = SynthSettings.dry
    (wet.reverb, wet.reverbSend) = (true, 127)
    func reverb(_ messages: [[UInt8]]) throws -> Double {
      let (dry, all) = (try render(messages), try render(messages, settings: wet))
      return amplitude(zip(all, dry).map { $0 - $1 }, key: 60)
    }
    let boost = equalizer([(0x72, 127), (0x76, 0x28)])
    let gain = 20 * log10(try reverb(boost) / reverb([]))
    #expect(abs(gain - shelf(63 * 12 / 64, 2_000, at: 480, isHigh: false)) < 0.1, "\(gain) dB")
  }

  /// A change while a note sounds is a ramp: no click, and the new gain afterwards.
  @Test func changesRamp() throws {
    let stage = Stage(try Self.bank(), settings: .dry, isLoud: false)
    stage.send(.noteOn(60))
    stage.render(10_000)
    let boost = equalizer([(0x72, 127), (0x76, 0x28)])
    for bytes in boost { stage.send(exclusive: bytes) }
    stage.render(20_000)
    stage.send(exclusive: Exclusive.xg(8, 0, 0x72, 64))
    stage.render(20_000)
    let plain = try render()
    let gain = 20 * log10(amplitude(stage.left, key: 60, from: 14_000) / amplitude(plain, key: 60))
    #expect(abs(gain - shelf(63 * 12 / 64, 2_000, at: 480, isHigh: false)) < 0.02)
    #expect(abs(amplitude(stage.left, key: 60, from: 34_000) / amplitude(plain, key: 60) - 1) < 1e-4)
    func sharpest(_ samples: ArraySlice<Float>) -> Float {
      zip(zip(samples, samples.dropFirst()), samples.dropFirst(2)).map { abs($0.0 - 2 * $0.1 + $1) }.max() ?? 0
    }
    // a jump would be 160 times as sharp as the sine
    #expect(sharpest(stage.left[9_000...]) < 3 * sharpest(stage.left[14_000..<26_000]))
  }
}
