import Tactus
import TactusEngine
import TactusFiles
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// Levels of stems: all stems get the same gain and, from the limiter of the mix, the same gain in each frame.
@Suite struct StemLevelTests {
  private func bouncer(_ change: (inout BounceSettings) -> Void) throws -> Bouncer {
    var random = SeededGenerator(seed: 4_000)
    let bank = try SoundBank(random.font(isWild: false))
    var settings = BounceSettings()
    settings.sampleRate = 16_000
    settings.tail = .seconds(0.3)
    change(&settings)
    return try Bouncer(random.score(length: 60_000, density: 2, isWild: false).song, bank: bank, settings: settings)
  }

  private func stems(
    _ bouncer: Bouncer, apart: Bool = false, with work: some ParallelWork = SerialWork()
  ) throws -> (sound: BouncedSound, report: BounceReport) {
    var sound = BouncedSound()
    let plan = try bouncer.stems(by: .channels, effectsApart: apart)
    #expect(plan.stems.count > 1)
    let report = try bouncer.render(plan, with: work) { sound.append($0) }
    return (sound, report)
  }

  @Test(arguments: [false, true]) func limitedStemsAddUpToTheLimitedMix(apart: Bool) throws {
    let bouncer = try bouncer { ($0.level, $0.limit) = (.loudness(-16), -6) }
    let (mix, mixReport) = try bouncer.sound()
    let (sound, report) = try stems(bouncer, apart: apart)
    #expect(report.loudness?.reduction ?? 0 > 0.5, "hardly anything is limited")
    #expect(report.levelChange == mixReport.levelChange)
    #expect(abs((report.loudness?.integrated ?? 0) + 16) <= 0.1)
    #expect((report.loudness?.truePeakDecibels ?? 0) <= -5.9)
    try #require(sound.count == mix.count)
    let ownMix = Array(sound.channels.suffix(2))
    #expect(StemTests.difference(Array(sound.channels.dropLast(2)), ownMix) < -120)
    #expect(StemTests.difference(ownMix, mix.channels) < -100)
  }

  /// The stems do not depend on the number of threads, or on whether a reader's caller asks for the frames.
  @Test func limitedStemsAreTheSameEveryTime() throws {
    let bouncer = try bouncer { ($0.level, $0.limit) = (.loudness(-16), -6) }
    let sound = try stems(bouncer).sound
    let shared = try stems(bouncer, with: WorkerPool(width: 3)).sound
    #expect(shared.bits == sound.bits)
    let audio = try bouncer.audio(stems: bouncer.stems(by: .channels))
    let read = (0..<audio.channelCount).map { audio.samples(ofChannel: $0).map(\.bitPattern) }
    #expect(read == sound.bits)
  }

  /// Each stem has the levels that a bounce of its sound alone would report, and those of the mix stay as they are.
  @Test func stemsHaveLevels() throws {
    let bouncer = try bouncer { ($0.measuresLoudness, $0.synth) = (true, .dry) }
    let plan = try bouncer.stems(by: .channels)
    let audio = try bouncer.audio(stems: plan)
    #expect(audio.report.stemLevels.count == plan.stems.count)
    let mix = try bouncer.sound().report.loudness?.integrated ?? 0
    #expect(abs((audio.report.loudness?.integrated ?? 100) - mix) < 0.01)
    for (index, level) in audio.report.stemLevels.enumerated() {
      let (left, right) = (audio.samples(ofChannel: 2 * index), audio.samples(ofChannel: 2 * index + 1))
      #expect(level.peak == (left + right).reduce(Float(0)) { max($0, abs($1)) }, "stem \(index)")
      let meter = LoudnessMeter(sampleRate: 16_000)
      meter.measure(left, right, count: left.count)
      let (measured, expected) = (level.loudness?.integrated, meter.integrated())
      #expect(measured == expected, "stem \(index)")
      #expect(level.loudness?.truePeak ?? 0 >= level.peak)
    }
    let plain = try self.bouncer { _ in }
    #expect(try plain.audio(stems: plain.stems(by: .channels)).report.stemLevels.allSatisfy { $0.loudness == nil })
    #expect(try bouncer.sound().report.stemLevels.isEmpty)
  }

  /// A stem is silent if the samples of its file are 0.
  @Test func silenceDependsOnTheFormat() {
    for (format, exponent) in [(SampleFormat.int16, -16), (.int24, -24), (.int32, -32)] {
      let half = Float(sign: .plus, exponent: exponent, significand: 1)
      #expect(StemLevel(peak: half.nextDown, loudness: nil).isSilent(in: format))
      #expect(!StemLevel(peak: half, loudness: nil).isSilent(in: format))
    }
    #expect(StemLevel(peak: 0, loudness: nil).isSilent(in: .float32))
    #expect(!StemLevel(peak: .leastNonzeroMagnitude, loudness: nil).isSilent(in: .float32))
  }

  /// The delay of the limiter is compensated in the stems too.
  @Test func stemsBelowTheCeilingStayAsTheyAre() throws {
    let plain = try stems(bouncer { $0.synth.gain = -40 })
    let limited = try stems(bouncer { ($0.synth.gain, $0.limit) = (-40, -1) })
    #expect(limited.report.loudness?.reduction == 0)
    #expect(limited.sound.bits == plain.sound.bits)
  }
}
