import Foundation
import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// Bounces whose reverb and chorus have other levels than the song asks for.
@Suite struct EffectLevelBounceTests {
  /// Two channels that send to both effects.
  private func bouncer(reverb: Double, chorus: Double) throws -> Bouncer {
    var track = MIDIFile.Track()
    for channel in UInt8(0)..<2 {
      track.append(.controller(91, 100, channel: channel), at: 0)
      track.append(.controller(93, 90, channel: channel), at: 0)
    }
    for channel in UInt8(0)..<2 { track.append(.noteOn(60 + 7 * channel, channel: channel), at: 10) }
    for channel in UInt8(0)..<2 { track.append(.noteOff(60 + 7 * channel, 64, channel: channel), at: 9_000) }
    var settings = BounceSettings()
    settings.tail = .seconds(0.4)
    (settings.synth.reverbLevel, settings.synth.chorusLevel) = (reverb, chorus)
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    return try Bouncer(song, bank: .sine(), settings: settings)
  }

  private func stems(_ bouncer: Bouncer, apart: Bool) throws -> BouncedSound {
    var sound = BouncedSound()
    let plan = try bouncer.stems(by: .channels, effectsApart: apart)
    _ = try bouncer.render(plan, with: WorkerPool(width: 2)) { sound.append($0) }
    return sound
  }

  /// The dry stems stay as they are, and the stem of the effects follows the levels.
  @Test func theStemOfTheEffects() throws {
    let half = 20 * log10(0.5)
    let whole = try stems(bouncer(reverb: 0, chorus: 0), apart: true)
    let soft = try stems(bouncer(reverb: half, chorus: half), apart: true)
    #expect(whole.channels.count == 8 && soft.channels.count == 8)
    #expect(soft.bits.prefix(4) == whole.bits.prefix(4))
    for channel in 4..<6 {
      #expect(whole.channels[channel].peak > 0.003)
      let pairs = zip(soft.channels[channel], whole.channels[channel])
      #expect(pairs.allSatisfy { abs($0 - $1 * 0.5) < 1e-6 })
    }
  }

  /// Stems with their share of the effects add up to the mix, which is that of a bounce without stems.
  @Test func stemsAddUp() throws {
    let bouncer = try bouncer(reverb: -7, chorus: 4)
    let mix = try bouncer.sound().sound
    let sound = try stems(bouncer, apart: false)
    #expect(StemTests.difference(Array(sound.channels.dropLast(2)), mix.channels) < -130)
    #expect(StemTests.difference(Array(sound.channels.suffix(2)), mix.channels) < -130)
  }

  @Test func threadsGiveTheSame() throws {
    for seed in 53_000..<UInt64(53_000 + rounds(2)) {
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: false))
      var settings = BounceSettings()
      settings.tail = .seconds(0.1)
      (settings.synth.reverbLevel, settings.synth.chorusLevel) = (9, -5)
      let song = random.score(length: 6_000, density: 12, isWild: false).song
      let bouncer = try Bouncer(song, bank: bank, settings: settings)
      let alone = try bouncer.sound()
      for width in [2, 3] {
        let shared = try bouncer.sound(with: WorkerPool(width: width))
        #expect(shared.sound.bits == alone.sound.bits, "\(width) threads, seed \(seed)")
        #expect(shared.report == alone.report, "\(width) threads, seed \(seed)")
      }
    }
  }

  @Test(arguments: [24.01, -96.01, .nan]) func outOfRange(level: Double) {
    #expect(throws: BounceError.badSetting("the level of the reverb", expected: "between -96 and 24 dB")) {
      try bouncer(reverb: level, chorus: 0)
    }
    #expect(throws: BounceError.badSetting("the level of the chorus", expected: "between -96 and 24 dB")) {
      try bouncer(reverb: 0, chorus: level)
    }
  }
}
