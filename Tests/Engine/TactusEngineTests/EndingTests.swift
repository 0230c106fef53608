import Foundation
import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// How a bounce ends: tails, pedals, the last tick, the maximum length.
@Suite struct EndingTests {
  /// What a bounce gives, left.
  private func render(_ bouncer: Bouncer) throws -> (sound: [Float], report: BounceReport) {
    var sound: [Float] = []
    let report = try bouncer.render { block in
      sound += UnsafeBufferPointer(start: block[0], count: block.frameCount)
    }
    return (sound, report)
  }

  private var settings: BounceSettings {
    var settings = BounceSettings()
    settings.synth = .dry
    return settings
  }

  /// A drum on the song's very last tick is heard, although everything before it is silent.
  @Test func noteOnTheLastTick() throws {
    let file = MIDIFile([(10_000, .noteOn(60)), (10_000, .noteOff(60))], endTick: 10_000)
    let result = try render(Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings))
    #expect(result.report.synth.voicesStarted == 1)
  }

  @Test func leadInAndFixedTail() throws {
    var settings = settings
    settings.leadIn = 0.5
    settings.tail = .seconds(0.25)
    let file = MIDIFile([(0, .noteOn(60)), (480, .noteOff(60))], endTick: 4_800)
    let result = try render(Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings))
    #expect(result.sound.firstIndex { $0 != 0 } == 24_000)
    #expect(result.sound.count == 24_000 + 4_800 + 12_000)
    #expect(result.report.frameCount == Int64(result.sound.count))
    #expect(result.report.noteCount == 1)
    #expect(result.report.peak == result.sound.peak)
  }

  /// The automatic tail ends soon after the release has ended; if the maximum cuts it, the report says so.
  @Test func automaticTail() throws {
    let bank = try SoundBank.sine([.init(.releaseVolEnv, -1_200)])  // 96 dB in half a second
    let file = MIDIFile([(0, .noteOn(60)), (4_800, .noteOff(60))], endTick: 4_800)
    let whole = try render(Bouncer(file, bank: bank, settings: settings))
    #expect((4_800 + 24_000...4_800 + 24_000 + 8_192).contains(whole.sound.count))
    #expect(!whole.report.isTailCut)
    var short = settings
    short.tail = .automatic(maximum: 0.1)
    let cut = try render(Bouncer(file, bank: bank, settings: short))
    #expect(cut.sound.count == 4_800 + 4_800)
    #expect(cut.report.isTailCut)
    #expect(cut.sound == Array(whole.sound.prefix(9_600)))
  }

  /// Pedals that the song leaves down, and notes that it never ends, are released at its end.
  @Test func pedalsAreLifted() throws {
    for controller: UInt8 in [64, 66] {
      let events: [(Int64, ChannelMessage)] = [
        (0, .noteOn(60)), (100, .controller(controller, 127)), (200, .noteOff(60)),
      ]
      let result = try render(Bouncer(MIDIFile(events, endTick: 4_800), bank: .sine(), settings: settings))
      #expect(result.sound.count < 4_800 + 8_192 + 100)
      #expect(!result.report.isTailCut)
      #expect(result.sound[4_700..<4_800].contains { abs($0) > 0.01 })
    }
    let hanging = try render(Bouncer(MIDIFile([(0, .noteOn(60))], endTick: 4_800), bank: .sine(), settings: settings))
    #expect(hanging.sound.count < 4_800 + 8_192 + 100)
  }

  @Test func tooLongIsRefused() throws {
    let file = MIDIFile([(0, .noteOn(60))], endTick: 48_000 * 7_201)
    let error = #expect(throws: BounceError.self) {
      try Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings)
    }
    guard case .tooLong(7_201, 7_200, let gap?) = error else { return #expect(Bool(false), "another error") }
    #expect(gap.start == 0 && gap.end == 7_201 && gap.cut == 1)
    #expect(
      "\(gap)" == "nothing happens from 0 s on for 2 h 0 min, so end it at 1 s")
    let century = MIDIFile([(0, .noteOn(60))], endTick: 1 << 52)
    #expect(throws: BounceError.self) { try Bouncer(century, bank: .click(sampleRate: 48_000), settings: settings) }
  }

  @Test func emptySong() throws {
    let empty = MIDIFile(division: .ticksPerQuarter(96))
    #expect(try render(Bouncer(empty, bank: .sine(), settings: settings)).sound.count <= 4_096)
    #expect(try render(Bouncer(MIDIFile([], endTick: 0), bank: SoundBank([]), settings: settings)).sound.count <= 4_096)
  }

  /// A cancelled bounce, or one that cannot be written, leaves no file behind and does not change an existing one.
  @Test func cancelledLeavesNoFile() throws {
    let file = MIDIFile([(0, .noteOn(60))], endTick: 48_000)
    let bouncer = try Bouncer(file, bank: .sine(), settings: settings)
    let path = temporaryPath(".wav")
    #expect(throws: BounceError.cancelled) { try bouncer.write(to: path) { $0.frame < 8_192 } }
    #expect(!FileManager.default.fileExists(atPath: path))
    try Data("older".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: BounceError.cancelled) { try bouncer.write(to: path) { _ in false } }
    #expect(FileManager.default.contents(atPath: path) == Data("older".utf8))
    let folder = NSTemporaryDirectory()
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(name) }
    #expect(left == [name + ".wav"])
  }

  /// It is cancelled at once, because two hours are rendered quickly: a test that waits for the first step may wake too
  /// late.
  @Test func tasksAreCancelled() async throws {
    let file = MIDIFile([(0, .noteOn(60))], endTick: 48_000 * 7_000)
    let bouncer = try Bouncer(file, bank: .sine(), settings: settings)
    let path = temporaryPath(".wav")
    let bounce = bouncer.start(to: path)
    bounce.cancel()
    for await _ in bounce.progress {}
    await #expect(throws: BounceError.cancelled) { try await bounce.report }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
