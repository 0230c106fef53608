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

  /// What the limiter takes from the loudness is made up for, if it can be.
  @Test func theLimitedLoudnessIsTheTarget() throws {
    for target in [-17, -16.5, -16] {
      let bouncer = try bouncer {
        $0.level = .loudness(target)
        $0.limit = -6
      }
      let report = try bouncer.sound().report
      #expect(report.loudness?.reduction ?? 0 > 0.5, "\(target) LUFS: hardly anything is limited")
      #expect(abs((report.loudness?.integrated ?? 0) - target) <= 0.1, "\(report.loudness?.integrated ?? 0)")
      #expect((report.loudness?.truePeakDecibels ?? 0) <= -5.9)
    }
  }

  /// Notes that die away for ten seconds, with a level of −30 dB; the last one does so in the tail.
  private func sparse(_ tail: BounceSettings.Tail, _ level: BounceLevel, gain: Double = -30) throws -> Bouncer {
    var track = MIDIFile.Track()
    for tick in [0, 480_000, 960_000] as [Int64] {
      track.append(.noteOn(60), at: tick)
      track.append(.noteOff(60), at: tick + 4_800)
    }
    track.endTick = 964_800
    var settings = BounceSettings()
    settings.sampleRate = 8_000
    settings.synth = .dry
    settings.synth.gain = gain
    settings.tail = tail
    settings.level = level
    settings.measuresLoudness = true
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    return try Bouncer(song, bank: .sine([.init(.releaseVolEnv, 3_986)]), settings: settings)
  }

  /// The decay of a quiet song that is raised counts: the absolute gate of the loudness is that of the output. Where a
  /// given level ends the tail, the level of the output does.
  @Test(arguments: [BounceSettings.Tail.automatic(), .seconds(4), .automatic(threshold: -50)])
  func sparseSongsReachTheirLoudness(tail: BounceSettings.Tail) throws {
    for target in [-14.0, -23, -45] {
      let loudness = try sparse(tail, .loudness(target)).sound().report.loudness?.integrated
      // one block more or less above a gate makes up to a tenth of a LU
      #expect(abs((loudness ?? 0) - target) <= 0.12, "\(loudness ?? 0) instead of \(target)")
    }
  }

  /// A mix below the absolute gate is not silent.
  @Test func songsBelowTheGateAreRaised() throws {
    let report = try sparse(.automatic(), .loudness(-23), gain: -60).sound().report
    #expect(abs((report.loudness?.integrated ?? 0) + 23) <= 0.12)
  }

  /// The loudness is that of the frames that are output, without the end of a tail that is left out.
  @Test func leftOutFramesAreNotMeasured() throws {
    for threshold in [-50.0, -60] {
      let (sound, report) = try sparse(.automatic(threshold: threshold), .asPlayed).sound()
      let meter = LoudnessMeter(sampleRate: 8_000)
      meter.measure(sound.channels[0], sound.channels[1], count: sound.count)
      let measured = meter.integrated()
      #expect(measured != nil && report.loudness?.integrated == measured)
    }
  }

  /// A target beyond the ceiling ends the search, and is not reached.
  @Test func unreachableLoudness() throws {
    var search = LoudnessSearch(-5, from: 10)
    var passes = 1
    while search.takes(-9 + 0.01 * search.change), passes < 20 { passes += 1 }
    #expect(search.change == 22 && passes < 20)
    search = LoudnessSearch(-14, from: 3)
    while search.takes(-17.5 + search.change * 0.9) {}
    #expect(abs(-17.5 + search.change * 0.9 + 14) <= 0.05)
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
