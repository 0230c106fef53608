import Foundation
import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Where tails end: the rest is below the resolution of the sample format.
@Suite struct TailTests {
  /// A note that dies away over ten seconds; 48 ticks to the millisecond.
  private let song = MIDIFile.oneNote(ticks: 4_800)

  private func bouncer(
    _ tail: BounceSettings.Tail, _ format: SampleFormat = .int16, amplitude: Double = 3_000,
    _ change: (inout BounceSettings) -> Void = { _ in }
  ) throws -> Bouncer {
    var settings = BounceSettings()
    settings.synth = .dry
    settings.tail = tail
    change(&settings)
    let bank = try SoundBank.sine(amplitude: amplitude, [.init(.releaseVolEnv, 3_986)])
    var bouncer = try Bouncer(song, bank: bank, settings: settings)
    bouncer.sampleFormat = format
    return bouncer
  }

  private func render(_ bouncer: Bouncer) throws -> (sound: BouncedSound, report: BounceReport) {
    var sound = BouncedSound()
    let report = try bouncer.render { sound.append($0) }
    return (sound, report)
  }

  /// The last frame with at least this magnitude.
  private func lastFrame(_ channels: [[Float]], _ least: Float) -> Int {
    channels.map { ($0.lastIndex { abs($0) >= least } ?? -1) + 1 }.max() ?? 0
  }

  /// The output contains everything that 16 bits can represent, and not a cycle more.
  @Test(arguments: [30_000.0, 3_000, 50]) func sixteenBits(amplitude: Double) throws {
    let whole = try render(bouncer(.seconds(12), amplitude: amplitude))
    let automatic = try render(bouncer(.automatic(), amplitude: amplitude))
    let last = max(4_800, lastFrame(whole.sound.channels, 0x1p-16))
    let count = automatic.sound.count
    #expect(count >= last && count < last + 4_096, "\(count) frames, the last that counts \(last)")
    #expect(automatic.sound.channels[0].elementsEqual(whole.sound.channels[0].prefix(count)))
    #expect(automatic.report.frameCount == Int64(count) && !automatic.report.isTailCut)
  }

  @Test(arguments: [-40.0, -60, -110]) func levels(level: Double) throws {
    let whole = try render(bouncer(.seconds(12), .float32))
    let short = try render(bouncer(.automatic(threshold: level), .float32))
    let last = max(4_800, lastFrame(whole.sound.channels, Float(pow(10, level / 20))))
    #expect((last..<last + 4_096).contains(short.sound.count), "\(short.sound.count), \(last)")
  }

  /// Other formats keep the voices up to their ends, and only silence is removed.
  @Test func otherDepths() throws {
    let frames = try [SampleFormat.int16, .int24, .float32].map {
      try render(bouncer(.automatic(), $0)).sound.count
    }
    #expect(frames[0] < frames[1] && frames[1] == frames[2])
    // a sample whose end is silent, under an envelope that is not
    let whole = try render(bouncer(.seconds(12), .int24, amplitude: 1))
    let short = try render(bouncer(.automatic(), .int24, amplitude: 1))
    #expect(short.sound.count < lastFrame(whole.sound.channels, 1e-6) + 4_096)
  }

  /// A tail of the reverb is at least as long at 24 bits as at 16 bits.
  @Test(arguments: [30_000.0, 3_000, 300]) func tailsOfEffects(amplitude: Double) throws {
    let frames = try [SampleFormat.int16, .int24].map { format -> Int in
      var settings = BounceSettings()
      settings.synth = SynthSettings()
      let bank = try SoundBank.sine(amplitude: amplitude, [.init(.reverbEffectsSend, 1_000)])
      var bouncer = try Bouncer(song, bank: bank, settings: settings)
      bouncer.sampleFormat = format
      return try render(bouncer).sound.count
    }
    #expect(frames[0] > 4_800 + 2 * 4_096 && frames[1] >= frames[0], "\(frames)")
  }

  /// The relevant level is that of the output.
  @Test func changedLevels() throws {
    let quiet = try render(bouncer(.automatic()))
    let loud = try render(bouncer(.automatic()) { $0.level = .samplePeak(0) })
    let whole = try render(bouncer(.seconds(12)) { $0.level = .samplePeak(0) })
    #expect(loud.sound.count > quiet.sound.count)
    let last = lastFrame(whole.sound.channels, 0x1p-16)
    #expect((last..<last + 4_096).contains(loud.sound.count))
    let limited = try render(
      bouncer(.automatic()) { settings in
        settings.level = .samplePeak(0)
        settings.limit = 0
      })
    #expect(abs(limited.sound.count - loud.sound.count) <= 4_096)
  }

  /// A sound that swells again is not cut: a tail with a silent gap keeps everything up to its last sound.
  @Test func swellsAreKept() throws {
    // volume swings by 96 dB and more, once in ten seconds
    let bank = try SoundBank.sine([
      .init(.releaseVolEnv, 5_000), .init(.freqModLFO, -7_560), .init(.modLfoToVolume, 960),
      .init(.delayModLFO, -12_000),
    ])
    var settings = BounceSettings()
    settings.synth = .dry
    settings.tail = .seconds(20)
    let whole = try Bouncer(song, bank: bank, settings: settings)
    settings.tail = .automatic(threshold: -60, maximum: 20)
    let held = try Bouncer(song, bank: bank, settings: settings)
    let (all, kept) = (try render(whole).sound, try render(held).sound)
    #expect(kept.channels[0].elementsEqual(all.channels[0].prefix(kept.count)))
    let last = lastFrame(all.channels, 1e-3)
    #expect((last..<last + 4_096).contains(kept.count), "\(kept.count), \(last)")
  }

  /// Threads, stems and files end on the same frame.
  @Test func sameEndEverywhere() throws {
    let bouncer = try bouncer(.automatic())
    let alone = try render(bouncer)
    var threaded = BouncedSound()
    _ = try bouncer.render(with: WorkerPool(width: 3)) { threaded.append($0) }
    #expect(threaded.bits == alone.sound.bits)
    var stems = BouncedSound()
    let report = try bouncer.render(bouncer.stems(by: .channels)) { stems.append($0) }
    #expect(report.frameCount == alone.report.frameCount && stems.count == alone.sound.count)
    let path = temporaryPath(".wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    var plain = bouncer
    plain.sampleFormat = .float32
    let file = try plain.write(to: path, as: BounceOutput(sampleFormat: .int16))
    #expect(file.file.frameCount == alone.report.frameCount && file.bounce.frameCount == alone.report.frameCount)
  }

  @Test func thresholdsAreChecked() {
    #expect(throws: BounceError.self) { try bouncer(.automatic(threshold: 3)) }
    #expect(throws: BounceError.self) { try bouncer(.automatic(threshold: -150)) }
  }
}
