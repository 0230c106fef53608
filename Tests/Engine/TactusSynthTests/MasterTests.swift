import Foundation
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The state that all ports share: master volume, balance and tuning, and the effects.
@Suite struct MasterTests {
  /// A sine on channel 1, all to the left or in the middle, with these messages at frame 1,000.
  private func play(_ messages: [UInt8]..., pan: UInt8 = 64) throws -> Stage {
    let stage = try Stage(.sine(), isLoud: false)
    stage.send(.controller(7, 127), .controller(10, pan), .noteOn(60))
    stage.render(1_000)
    for message in messages { stage.send(exclusive: message) }
    stage.render(5_000)
    return stage
  }

  private func gain(_ sound: [Float], _ reference: [Float]) -> Double {
    decibels(Array(sound[2_000...]).peak / Array(reference[2_000...]).peak)
  }

  @Test func volume() throws {
    let full = try play()
    for message in [
      Exclusive.device(1, 0, 64), Exclusive.gs(0x40, 0, 4, 64), Exclusive.xg(0, 0, 4, 64),
    ] {
      let stage = try play(message)
      // The change starts on its own frame, and is complete at a multiple of 64, 32 to 95 frames later.
      #expect(Array(stage.left[..<1_001]) == Array(full.left[..<1_001]))
      #expect(stage.left[1_005] != full.left[1_005])
      let expected = message[0] == 0x7F ? 40 * log10(8_192.0 / 16_383) : 40 * log10(64.0 / 127)
      let factor = Float(pow(10, expected / 20))
      for frame in 1_088..<6_000 { #expect(abs(stage.left[frame] - factor * full.left[frame]) < 1e-6) }
    }
    let silent = try play(Exclusive.device(1, 0, 0))
    #expect(silent.left[1_088...].allSatisfy { $0 == 0 })
    let back = try play(Exclusive.device(1, 0, 0), Exclusive.device(1, 127, 127))
    #expect(back.left == full.left)
  }

  /// The gain ramps linearly, without a jump.
  @Test func volumeRamp() throws {
    let (full, silent) = try (play(), play(Exclusive.device(1, 0, 0)))
    for frame in 1_000..<1_088 {
      let part = Float(1_088 - frame) / 88
      #expect(abs(silent.left[frame] - part * full.left[frame]) < 1e-6)
    }
  }

  @Test func balance() throws {
    let middle = try play()
    for (message, left, right): ([UInt8], Double, Double) in [
      (Exclusive.device(2, 0, 32), 0, -6.0206), (Exclusive.device(2, 127, 127), -.infinity, 0),
      (Exclusive.device(2, 0, 0), 0, -.infinity), (Exclusive.gs(0x40, 0, 6, 127), -.infinity, 0),
      (Exclusive.gs(0x40, 0, 6, 1), 0, -.infinity), (Exclusive.device(2, 0, 64), 0, 0),
    ] {
      let stage = try play(message)
      #expect(gain(stage.left, middle.left) == left || abs(gain(stage.left, middle.left) - left) < 0.01)
      #expect(gain(stage.right, middle.right) == right || abs(gain(stage.right, middle.right) - right) < 0.01)
    }
  }

  /// Cents above 480 Hz.
  private func cents(_ stage: Stage) -> Double { TestSupport.cents(of: stage.left[1_500..<6_000]) }

  /// Sounding notes follow; coarse tuning does not affect drums.
  @Test func tuning() throws {
    for (message, expected): ([UInt8], Double) in [
      (Exclusive.device(3, 0, 96), 50), (Exclusive.device(3, 0, 0), -100), (Exclusive.device(4, 0, 76), 1_200),
      (Exclusive.gs(0x40, 0, 0, 0, 5, 14, 8), 48.8), (Exclusive.xg(0, 0, 0, 0, 3, 12, 0), -6.4),
      (Exclusive.gs(0x40, 0, 5, 59), -500), (Exclusive.xg(0, 0, 6, 66), 200),
    ] {
      let heard = try cents(play(message))
      #expect(abs(heard - expected) < 0.5, "\(message): \(heard)")
    }
    #expect(try abs(cents(play(Exclusive.device(3, 0, 96), Exclusive.device(4, 0, 65))) - 150) < 0.5)
    #expect(try abs(cents(play(Exclusive.gs(0x40, 0x11, 0x16, 66), Exclusive.device(4, 0, 65))) - 300) < 0.5)
    let drums = try Stage(.sine(bank: 128))
    drums.send(.controller(7, 127, channel: 9), .noteOn(60, channel: 9))
    drums.send(exclusive: Exclusive.device(4, 0, 76), Exclusive.device(3, 0, 96))
    drums.render(6_000)
    #expect(abs(cents(drums) - 50) < 0.5)
  }

  /// After a reset, the shared state has the system's defaults.
  @Test func resets() throws {
    let tuned = Exclusive.device(3, 0, 96)
    let quiet = Exclusive.device(1, 0, 64)
    let full = try play()
    for reset in [Exclusive.gmOn, Exclusive.gm2On, Exclusive.gsReset, Exclusive.xgOn] {
      let stage = try Stage(.sine(), isLoud: false)
      stage.send(exclusive: tuned, quiet, Exclusive.device(2, 0, 0), reset)
      stage.send(.controller(7, 127), .noteOn(60))
      stage.render(6_000)
      #expect(abs(cents(stage)) < 0.1)
      #expect(abs(gain(stage.right, full.right)) < 0.01)
    }
  }

  // MARK: Effects

  /// The effects' output after a short tone has ended.
  private func wet(_ number: UInt8 = 91, _ messages: [UInt8]..., frames: Int = 16_000) throws -> [Float] {
    try wet(number, messages, frames)
  }

  private func wet(_ number: UInt8, _ messages: [[UInt8]], _ frames: Int) throws -> [Float] {
    let stage = try Stage(.sine(), settings: SynthSettings(), isLoud: false)
    for message in messages { stage.send(exclusive: message) }
    stage.send(.controller(7, 127), .controller(91, 0), .controller(number, 127))
    let keys = stride(from: UInt8(48), to: 84, by: 3)  // many, so that the room's modes even out
    for key in keys { stage.send(.noteOn(key)) }
    stage.render(2_000)
    for key in keys { stage.send(.noteOff(key)) }
    stage.render(100)
    return stage.render(frames)
  }

  private func energy(_ sound: [Float], _ range: Range<Int>) -> Double {
    sound[range].reduce(0) { $0 + Double($1) * Double($1) }
  }

  /// The seconds for a decay of 60 dB, from two segments of the tail.
  private func decay(_ sound: [Float]) -> Double {
    let fall = 10 * log10(energy(sound, 12_000..<20_000) / energy(sound, 28_000..<36_000))
    return 60 / fall * 16_000 / 48_000
  }

  @Test func reverbKinds() throws {
    // The same room by three names.
    let plate = try wet(91, Exclusive.gs(0x40, 1, 0x30, 5))
    #expect(try wet(91, Exclusive.device(5, 1, 1, 1, 1, 1, 0, 8)) == plate)
    #expect(try wet(91, Exclusive.xg(2, 1, 0, 4, 0)) == plate)
    let hall = try wet(91, Exclusive.gs(0x40, 1, 0x30, 4))
    #expect(hall != plate && energy(hall, 0..<16_000) > 0.01)
    #expect(try wet(91, Exclusive.gsReset) == hall)
    // No effect, and a macro that does not exist.
    #expect(try wet(91, Exclusive.xg(2, 1, 0, 0, 0))[2_000...].allSatisfy { abs($0) < 1e-6 })
    #expect(try wet(91, Exclusive.gs(0x40, 1, 0x30, 5), Exclusive.gs(0x40, 1, 0x30, 8)) == plate)
  }

  @Test func reverbLevelAndTime() throws {
    let normal = try wet(91, Exclusive.gsReset, frames: 36_000)
    let half = try wet(91, Exclusive.gsReset, Exclusive.gs(0x40, 1, 0x33, 32))
    #expect(abs(10 * log10(energy(half, 3_000..<16_000) / energy(normal, 3_000..<16_000)) + 6.02) < 0.1)
    let seconds = decay(normal)
    #expect(abs(seconds / 1.8 - 1) < 0.1, "\(seconds)")
    for (message, expected): ([UInt8], Double) in [
      (Exclusive.gs(0x40, 1, 0x34, 92), 3.6), (Exclusive.device(5, 1, 1, 1, 1, 1, 1, 72), 2.2255),
      (Exclusive.xg(2, 1, 2, 7), 1.0), (Exclusive.xg(2, 1, 2, 47), 5.0),
    ] {
      let measured = try decay(wet(91, Exclusive.gsReset, message, frames: 36_000))
      #expect(abs(measured / expected - 1) < 0.15, "\(measured) instead of \(expected) seconds")
    }
  }

  @Test func chorusKinds() throws {
    let flanger = try wet(93, Exclusive.gs(0x40, 1, 0x38, 5), frames: 1_200)
    #expect(try wet(93, Exclusive.device(5, 1, 1, 1, 1, 2, 0, 5), frames: 1_200) == flanger)
    #expect(try wet(93, Exclusive.xg(2, 1, 0x20, 67, 0), frames: 1_200) == flanger)
    let chorus = try wet(93, Exclusive.gs(0x40, 1, 0x38, 2), frames: 1_200)
    #expect(chorus != flanger && energy(chorus, 0..<1_200) > 0.001)
    #expect(try wet(93, frames: 1_200) == chorus)  // the one at power-on
    // The macro's own values change almost nothing, and GS and GM2 use the same steps.
    let same: [[UInt8]] = [[0x3D, 3], [0x3E, 19], [0x3F, 0]].map { Exclusive.gs(0x40, 1, $0[0], $0[1]) }
    let written = try wet(93, same, 1_200)
    #expect(energy(zip(written, chorus).map { $0 - $1 }, 0..<1_200) < 0.05 * energy(chorus, 0..<1_200))
    #expect(
      try wet(93, [3, 9, 16].enumerated().map { Exclusive.device(5, 1, 1, 1, 1, 2, UInt8($0 + 1), $1) }, 1_200)
        == wet(93, [0x3D, 0x3E, 0x3B].enumerated().map { Exclusive.gs(0x40, 1, $1, [3, 9, 16][$0]) }, 1_200))
    let quiet = try wet(93, Exclusive.gs(0x40, 1, 0x3A, 32), frames: 1_200)
    #expect(abs(10 * log10(energy(quiet, 0..<1_200) / energy(chorus, 0..<1_200)) + 6.02) < 0.3)
    #expect(try wet(93, Exclusive.gs(0x40, 1, 0x3F, 127))[8_000...].contains { abs($0) > 1e-5 })
  }

  /// A change of the effects in the middle of a long cycle takes effect on the same frame as in short cycles.
  @Test func anyCycles() throws {
    let seed: UInt64 = 6_300
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(3) {
      var score = Score(length: 9_000)
      for key in stride(from: UInt8(40), to: 80, by: 8) { score.events.append((0, .noteOn(key))) }
      score.events.append((0, .controller(93, 100)))
      var frame = 0
      while frame < 8_000 {
        for packet in SystemExclusivePackets(random.exclusive(isWild: false)) { score.events.append((frame, packet)) }
        score.events.append((frame, .noteOn(UInt8.random(in: 30...90, using: &random))))
        frame += Int.random(in: 1...700, using: &random)
      }
      let whole = try Stage(.sine(), settings: SynthSettings())
      whole.perform(score)
      let parts = try Stage(.sine(), settings: SynthSettings())
      parts.perform(score, cycles: random.cycles(of: score.length))
      #expect(whole.left.map(\.bitPattern) == parts.left.map(\.bitPattern), "round \(round), seed \(seed)")
      #expect(whole.right.map(\.bitPattern) == parts.right.map(\.bitPattern), "round \(round), seed \(seed)")
      // After a reset everything sounds as it did.
      let first = whole.left
      whole.synth.reset()
      whole.send(.controller(7, 127), .controller(10, 0))
      whole.perform(score)
      #expect(Array(whole.left[score.length...]).map(\.bitPattern) == first.map(\.bitPattern), "seed \(seed)")
    }
  }
}
