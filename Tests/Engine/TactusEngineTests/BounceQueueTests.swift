import Foundation
import Synchronization
import Tactus
import TactusEngine
import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// Bounces that share banks, threads and memory equal separate bounces.
@Suite struct BounceQueueTests {
  /// Some banks, and bounces of random songs with them, at few rates and settings, so that memory is reused.
  private func bouncers(_ count: Int, _ random: inout SeededGenerator) throws -> [Bouncer] {
    let banks = try (0..<3).map { try SoundBank(random.font(isWild: $0 == 2)) }
    return try (0..<count).map { _ in
      var settings = BounceSettings()
      settings.sampleRate = random.oneIn(3) ? 22_050 : 48_000
      settings.synth.polyphony = random.oneIn(3) ? 4 : 40
      settings.synth.interpolation = random.oneIn(4) ? .sinc : .cubic
      settings.synth.chorus = !random.oneIn(4)
      settings.tail = .seconds(0.02)
      if random.oneIn(4) { settings.level = .samplePeak(-1) }
      let score =
        random.oneIn(2)
        ? random.score(length: 3_000, density: 15, isWild: true) : random.gestures(length: 3_000, density: 15)
      return try Bouncer(score.song, bank: random.pick(banks), settings: settings)
    }
  }

  private struct Take: Equatable {
    var bits: [UInt32] = []
    var report: BounceReport?
  }

  private func take(_ bouncer: Bouncer, on spare: ReusableSynth) throws -> Take {
    var take = Take()
    take.report = try bouncer.render(with: SerialWork(), on: spare, progress: { _ in true }) { block in
      for frame in 0..<block.frameCount { take.bits += [block[0][frame].bitPattern, block[1][frame].bitPattern] }
    }
    return take
  }

  /// Whatever a synthesizer has played, and with any bank: the next bounce equals one on a new synthesizer.
  @Test func aReusableSynthesizerRemembersNothing() throws {
    let seed = seed(of: "aReusableSynthesizerRemembersNothing")
    var random = SeededGenerator(seed: seed)
    let spare = ReusableSynth(sharesBanks: true)
    for (index, bouncer) in try bouncers(rounds(10), &random).enumerated() {
      let alone = try take(bouncer, on: ReusableSynth())
      let isSame = try take(bouncer, on: spare) == alone
      #expect(isSame, "bounce \(index), seed \(seed)")
      if random.oneIn(3) {  // one that is given up half-way
        _ = try? bouncer.render(with: SerialWork(), on: spare, progress: { $0.frame < 2_000 }, into: { _ in })
      }
    }
  }

  @Test func eachFileAsAloneOnAnyNumberOfThreads() throws {
    let folder = temporaryPath("")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let seed = seed(of: "eachFileAsAloneOnAnyNumberOfThreads")
    var random = SeededGenerator(seed: seed)
    let bouncers = try bouncers(6, &random)
    let alone = try bouncers.map { bouncer in
      try bouncer.write(to: folder + "/alone.wav")
      return try #require(FileManager.default.contents(atPath: folder + "/alone.wav"))
    }
    for threads in [1, 2, 3, 20] {
      let told = Mutex<[Int: Bool]>([:])
      BounceQueue(threads: threads).run(bouncers.count + 2) { index in
        guard index < bouncers.count else { throw FileError.notFound(path: "\(index).mid") }
        return BounceQueue.Job(bouncers[index], to: folder + "/\(index).wav")
      } report: { index, ending in
        let hasWorked = if case .success = ending.result { true } else { false }
        told.withLock { $0[index] = hasWorked && ending.seconds > 0 }
      }
      let all = told.withLock { $0 }
      #expect(all.count == bouncers.count + 2 && all.allSatisfy { $0.value == ($0.key < bouncers.count) })
      for (index, bytes) in alone.enumerated() {
        let isSame = FileManager.default.contents(atPath: folder + "/\(index).wav") == bytes
        #expect(isSame, "\(threads) threads, bounce \(index), seed \(seed)")
        try FileManager.default.removeItem(atPath: folder + "/\(index).wav")
      }
    }
  }

  /// A bank whose samples declare more than the common limit: the samples of one song do not reduce the limit of
  /// another.
  @Test func samplesThatOneSongNeedsTakeNoRoomFromAnother() throws {
    var builder = SoundFontBuilder(name: "bomb")
    builder.version = .v3_01
    for number in 0..<16 {
      var sample = SoundFontBuilder.Sample(name: "\(number)", frames: [], sampleRate: 44_100)
      sample.stream = PlainOgg.stream((0..<2_500).map { Int16($0 % 50 * 200 + number) }, claim: 128 * 2_500 * 2)
      builder.addPreset(program: UInt16(number), [.init(target: builder.add(sample))])
    }
    let font = try SoundFont(FileBytes(copying: builder.write(), name: "bomb.sf3"))
    let shared = SoundBank(font, decoder: PlainOgg.Decoder())
    let spare = ReusableSynth(sharesBanks: true)
    var settings = BounceSettings()
    settings.tail = .seconds(0.01)
    for program in UInt8(0)..<16 {
      var score = Score(length: 2_000)
      score.events = [(0, .program(program)), (10, .noteOn(60))]
      let own = SoundBank(font, decoder: PlainOgg.Decoder())
      let alone = try take(Bouncer(score.song, bank: own, settings: settings), on: ReusableSynth())
      let isSame = try take(Bouncer(score.song, bank: shared, settings: settings), on: spare) == alone
      #expect(isSame && alone.report?.peak ?? 0 > 0, "program \(program)")
    }
    #expect(shared.isShortOfRoom, "else this test tests nothing")
  }
}
