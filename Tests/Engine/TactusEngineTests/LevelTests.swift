import Foundation
import Tactus
import TactusEngine
import TactusFiles
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// Levels, limits and meters of bounces.
@Suite struct LevelTests {
  private func bouncer(_ change: (inout BounceSettings) -> Void) throws -> Bouncer {
    var random = SeededGenerator(seed: 4_000)
    let bank = try SoundBank(random.font(isWild: false))
    var settings = BounceSettings()
    settings.sampleRate = 16_000
    settings.tail = .seconds(0.3)
    change(&settings)
    let score = random.score(length: 60_000, density: 2, isWild: false)
    return try Bouncer(score.song, bank: bank, settings: settings)
  }

  @Test func samplePeak() throws {
    let (sound, report) = try bouncer { $0.level = .samplePeak(-3) }.sound()
    let peak = sound.channels.joined().reduce(Float(0)) { max($0, abs($1)) }
    #expect(abs(decibels(peak) + 3) < 0.001)
    #expect(report.peak == peak)
    #expect(report.levelChange != nil)
  }

  @Test func truePeakAndLoudness() throws {
    let peak = try bouncer { $0.level = .truePeak(-2) }.sound().report
    #expect(abs((peak.loudness?.truePeakDecibels ?? 0) + 2) < 0.01)
    let loud = try bouncer { $0.level = .loudness(-23) }.sound().report
    #expect(abs((loud.loudness?.integrated ?? 0) + 23) < 0.02)
  }

  /// The limiter's delay is compensated: if nothing is limited, nothing changes, not even the length.
  @Test func theLimiterIsInTime() throws {
    let plain = try bouncer { $0.synth.gain = -40 }.sound().sound
    let limited = try bouncer {
      $0.synth.gain = -40
      $0.limit = -1
    }.sound()
    #expect(limited.sound.bits == plain.bits)
    #expect(limited.report.loudness?.reduction == 0)
    #expect(limited.report.frameCount == Int64(plain.count))
  }

  @Test func loudAndLimited() throws {
    let bouncer = try bouncer {
      $0.level = .loudness(-8)
      $0.limit = -1
    }
    let (sound, report) = try bouncer.sound()
    #expect((report.loudness?.truePeakDecibels ?? 0) <= -0.95)
    #expect(report.loudness?.reduction ?? 0 > 0)
    let shared = try bouncer.sound(with: WorkerPool(width: 3))
    #expect(shared.sound.bits == sound.bits)
    #expect(shared.report == report)
  }

  @Test func silenceStaysAsItIs() throws {
    for level in [BounceLevel.samplePeak(-1), .truePeak(-1), .loudness(-14)] {
      var settings = BounceSettings()
      settings.level = level
      let report = try Bouncer(MIDIFile(division: .ticksPerQuarter(96)), bank: .sine(), settings: settings).sound()
        .report
      #expect(report.levelChange == nil && report.peak == 0)
    }
  }

  @Test func progressCountsBothPasses() throws {
    var fractions: [Double] = []
    _ = try bouncer { $0.level = .samplePeak(-1) }.render(
      progress: {
        fractions.append($0.fraction)
        return true
      }, into: { _ in })
    #expect(fractions == fractions.sorted())
    #expect(fractions.contains { $0 > 0.4 && $0 < 0.5 } && fractions.last == 1)
    #expect(throws: BounceError.cancelled) {
      _ = try bouncer { $0.level = .samplePeak(-1) }.render(progress: { $0.pass == 1 }, into: { _ in })
    }
  }

  @Test func outOfRange() throws {
    for change: (inout BounceSettings) -> Void in [
      { $0.level = .samplePeak(1) }, { $0.level = .loudness(5) }, { $0.limit = 0.1 }, { $0.fade = -1 },
      { $0.loops = .times(0) }, { $0.level = .truePeak(.nan) },
    ] {
      #expect(throws: BounceError.self) { try bouncer(change) }
    }
  }
}
