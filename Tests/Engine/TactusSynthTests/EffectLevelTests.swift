import Foundation
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The levels of reverb and chorus that the settings give.
@Suite struct EffectLevelTests {
  /// The level in decibels that halves a signal.
  private static let half = 20 * log10(0.5)

  private func settings(_ change: (inout SynthSettings) -> Void) -> SynthSettings {
    var settings = SynthSettings()
    change(&settings)
    return settings
  }

  /// Both channels of a note that both effects receive, and of what follows it.
  private func sound(_ messages: [[UInt8]] = [], _ change: (inout SynthSettings) -> Void) throws -> [Float] {
    let stage = Stage(try .sine(), settings: settings(change), isLoud: false)
    for message in messages { stage.send(exclusive: message) }
    stage.send(.controller(91, 100), .controller(93, 100), .noteOn(60))
    stage.render(2_400)
    stage.send(.noteOff(60))
    stage.render(30_000)
    return stage.left + stage.right
  }

  /// Expects that one sound differs from the dry one half as much as another.
  private func expectHalf(_ halved: [Float], of whole: [Float], dry: [Float], _ what: String) {
    let wet = zip(whole, dry).map { $0 - $1 }
    #expect(wet.peak > 0.003, "\(what): the effect is heard")
    var worst: Float = 0
    for index in wet.indices { worst = max(worst, abs(halved[index] - dry[index] - 0.5 * wet[index])) }
    #expect(worst < 1e-6, "\(what): \(worst)")
  }

  /// The reverb; what the chorus sends to it; and the delay with which a GS song replaces it.
  @Test(
    arguments: [
      ("reverb", []), ("chorus to reverb", [Exclusive.gs(0x40, 1, 0x3F, 127)]),
      ("GS delay", [Exclusive.gs(0x40, 1, 0x30, 6)]),
    ] as [(String, [[UInt8]])])
  func reverb(name: String, messages: [[UInt8]]) throws {
    try expectHalf(
      sound(messages) { $0.reverbLevel = Self.half }, of: sound(messages) { _ in },
      dry: sound(messages) { $0.reverb = false }, name)
  }

  /// The chorus, and what it sends to the reverb and to the delay.
  @Test(
    arguments: [
      ("chorus", []), ("chorus to reverb", [Exclusive.gs(0x40, 1, 0x3F, 127)]),
      ("chorus to delay", [Exclusive.gs(0x40, 1, 0x40, 127)]),
    ] as [(String, [[UInt8]])])
  func chorus(name: String, messages: [[UInt8]]) throws {
    try expectHalf(
      sound(messages) { $0.chorusLevel = Self.half }, of: sound(messages) { _ in },
      dry: sound(messages) { $0.chorus = false }, name)
  }

  /// The song's own level of the reverb, and a reset in the song, leave that of the settings as it is.
  @Test func messagesDoNotChangeIt() throws {
    let messages = [Exclusive.gs(0x40, 0, 0x7F, 0), Exclusive.gs(0x40, 1, 0x33, 32)]
    try expectHalf(
      sound(messages) { $0.reverbLevel = Self.half }, of: sound(messages) { _ in },
      dry: sound(messages) { $0.reverb = false }, "after a reset")
  }

  /// A reset of the synthesizer keeps it.
  @Test func resetsKeepIt() throws {
    let stage = Stage(try .sine(), settings: settings { ($0.reverbLevel, $0.chorusLevel) = (-9, 5) }, isLoud: false)
    func note() -> [Float] {
      stage.send(.controller(91, 100), .controller(93, 100), .noteOn(60))
      return stage.render(6_000)
    }
    let first = note()
    stage.synth.reset()
    #expect(note().map(\.bitPattern) == first.map(\.bitPattern))
  }

  /// Each effect has its own level.
  @Test func levelsAreIndependent() throws {
    let both = try sound { ($0.reverbLevel, $0.chorusLevel) = (Self.half, 6) }
    try expectHalf(
      both, of: sound { $0.chorusLevel = 6 },
      dry: sound { ($0.reverb, $0.chorusLevel) = (false, 6) }, "reverb beside a louder chorus")
  }

  /// Levels outside of the range count as its ends; the lowest one is audible, unlike an effect that is off.
  @Test func theRangeHasEnds() throws {
    for (end, beyond) in [(-96, -1_000), (24, 1_000)] as [(Double, Double)] {
      let limit = try sound { ($0.reverbLevel, $0.chorusLevel) = (end, end) }
      let further = try sound { ($0.reverbLevel, $0.chorusLevel) = (beyond, beyond) }
      #expect(further.map(\.bitPattern) == limit.map(\.bitPattern), "\(end) dB")
    }
    let lowest = try sound { $0.reverbLevel = -96 }
    let off = try sound { $0.reverb = false }
    #expect(lowest.map(\.bitPattern) != off.map(\.bitPattern))
    #expect(zip(lowest, off).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  /// The division of a stream into cycles does not change a bit of it.
  @Test func partitions() throws {
    for seed in 0..<UInt64(rounds(3)) {
      var random = SeededGenerator(seed: 52_000 + seed)
      let bank = try SoundBank(random.font(isWild: seed % 2 == 1))
      let score = random.score(length: 6_000, density: 12, isWild: seed % 2 == 1)
      let chosen = settings { ($0.reverbLevel, $0.chorusLevel) = (-7.3, 11.9) }
      let (whole, parts) = (Stage(bank, settings: chosen), Stage(bank, settings: chosen))
      whole.perform(score)
      parts.perform(score, cycles: random.cycles(of: score.length))
      #expect(whole.left.map(\.bitPattern) == parts.left.map(\.bitPattern), "left, seed \(seed)")
      #expect(whole.right.map(\.bitPattern) == parts.right.map(\.bitPattern), "right, seed \(seed)")
    }
  }
}
