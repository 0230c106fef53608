import Foundation
import TestSupport
import Testing

@Suite struct GoldenEnvelopeTests {
  @Test func stagesStandAtTheirSeconds() {
    // 1/4 s of delay, attack, hold each; decay 1 s per 96 dB to −12 dB, that is 1/8 s.
    let quarter = -2_400
    let probe = Probe(
      .constant(),
      [
        .volEnvDelay: quarter, .volEnvAttack: quarter, .volEnvHold: quarter, .volEnvDecay: 0, .volEnvSustain: 120,
      ])
    var whole = probe
    whole.seconds = 1
    let left = whole.left()
    #expect(left[11_999] == 0 && left[12_000] == 0 && isNear(left[12_001], 0.5 / 12_000))
    #expect(isNear(left[18_000], 0.25))  // a straight line in amplitude
    #expect(isNear(left[24_000], 0.5) && isNear(left[36_000], 0.5))
    #expect(isNear(decibels(left[39_000] / 0.5), -6) && isNear(decibels(left[42_000] / 0.5), -12))
    #expect(isNear(decibels(left[47_999] / 0.5), -12))
  }

  @Test func decayFalls96DecibelsPerTime() {
    var probe = Probe(.constant(), [.volEnvHold: -32_768, .volEnvDecay: 0, .volEnvSustain: 1_440])
    probe.seconds = 1.1
    #expect(isNear(probe.level(at: 0.5), -48))
    #expect(isNear(probe.level(at: 0.25), -24))
    let left = probe.left()
    #expect(left[47_999] != 0 && left[48_000...].allSatisfy { $0 == 0 })
  }

  @Test func releaseFallsFromWhatIsHeard() {
    var probe = Probe(.constant(), [.volEnvRelease: -1_200])
    probe.events = [.init(1_000, .noteOff(key: 60))]
    probe.seconds = 1.3
    #expect(isNear(decibels(probe.left()[1_000] / 0.5), 0) && isNear(decibels(probe.left()[13_000] / 0.5), -48))
    // Let go half way up the attack: −6.02 dB, then 96 dB per second.
    probe.generators = [.volEnvAttack: -1_200, .volEnvRelease: 0]
    probe.events = [.init(12_000, .noteOff(key: 60))]
    let left = probe.left()
    #expect(isNear(left[12_000], 0.25) && isNear(decibels(left[24_000] / 0.25), -24))
    let last = left.lastIndex { $0 != 0 } ?? 0
    #expect(last == 12_000 + Int(48_000 * (1 + 20 * log10(0.5) / 96)))
  }

  @Test(arguments: [(60, 0.5), (72, 0.25), (48, 1)])
  func holdFollowsTheKey(key: Int, expected: Double) {
    var probe = Probe(
      .constant(),
      [.volEnvHold: -1_200, .keyToVolEnvHold: 100, .volEnvDecay: -12_000, .volEnvSustain: 960, .scaleTuning: 0])
    probe.key = key
    probe.seconds = 1.2
    let end = Double(probe.left().lastIndex { $0 >= 0.499 } ?? 0) / 48_000
    #expect(isNear(end, expected, 1e-4))
  }

  @Test func decayFollowsTheSubstitutedKey() {
    let generators: [Golden.Generator: Int] = [
      .volEnvHold: -32_768, .volEnvDecay: 0, .keyToVolEnvDecay: 100, .volEnvSustain: 960, .key: 72, .scaleTuning: 0,
    ]
    #expect(isNear(Probe(.constant(), generators).level(at: 0.25), -48))
  }

  @Test func instantStagesArePassedInTheirFrame() {
    let left = Probe(.constant(), [.volEnvHold: -32_768, .volEnvDelay: -32_768]).left()
    #expect(left[0] == 0.5)
    // The default attack of −12000 timecents takes 46.875 frames.
    let attack = Probe(.constant(), [.volEnvAttack: -12_000]).left()
    #expect(attack[0] == 0 && isNear(attack[46], 0.5 * 46 / 46.875) && isNear(attack[47], 0.5))
  }

  /// Measured through the pitch, on a ramp whose points are positions.
  @Test func modulationEnvelope() {
    let quarter = -2_400
    var probe = Probe(
      .ramp(count: 60_000, step: 1),
      [
        .modEnvToPitch: 1_200, .modEnvDelay: quarter, .modEnvAttack: quarter, .modEnvHold: quarter, .modEnvDecay: 0,
        .modEnvSustain: 250, .modEnvRelease: 0, .volEnvRelease: 8_000, .sampleModes: 0,
      ])
    probe.sample.rate = 8_000
    probe.seconds = 1.6
    probe.events = [.init(57_600, .noteOff(key: 60))]
    let slope = 96 / Golden.seconds(timecents: 8_000) / 48_000
    let left = probe.left().enumerated().map { frame, value in
      value / Golden.gain(decibels: slope * Double(max(frame - 57_600, 0)))
    }
    /// The envelope's level from how far the ramp moves in a frame.
    func level(_ frame: Int) -> Double { log2((left[frame + 1] - left[frame]) * 32_768 * 6) }
    #expect(isNear(level(6_000), 0, 1e-6))
    for part in [0.1, 0.5, 0.9] {
      #expect(isNear(level(12_000 + Int(12_000 * part)), Golden.convex(part), 1e-6))
    }
    #expect(isNear(level(30_000), 1, 1e-6))
    #expect(isNear(level(36_000 + 6_000), 1 - 0.125, 1e-6))
    #expect(isNear(level(36_000 + 12_000), 0.75, 1e-6) && isNear(level(57_000), 0.75, 1e-6))
    #expect(isNear(level(57_600 + 12_000), 0.5, 1e-6))
  }
}
