import Foundation
import Tactus
import TactusEngine
import TactusThreads
import TestSupport
import Testing

/// The thread law: a bounce with any number of threads gives the same bytes.
@Suite struct ThreadLawTests {
  /// The bits of both channels, frame by frame. How many frames a block has depends on the number of threads.
  private func bits(_ bouncer: Bouncer, width: Int) throws -> (sound: [UInt32], report: BounceReport) {
    var sound: [UInt32] = []
    let report = try bouncer.render(with: WorkerPool(width: width)) { block in
      for frame in 0..<block.frameCount { for channel in 0..<2 { sound.append(block[channel][frame].bitPattern) } }
    }
    return (sound, report)
  }

  private func law(_ bouncer: Bouncer, widths: [Int], _ what: String) throws {
    let alone = try bits(bouncer, width: 1)
    for width in widths {
      let shared = try bits(bouncer, width: width)
      #expect(shared.sound == alone.sound, "\(width) threads, \(what)")
      #expect(shared.report == alone.report, "\(width) threads, \(what)")
    }
  }

  @Test func randomSongsAndBanks() throws {
    for seed in 0..<UInt64(rounds(3)) {
      var random = SeededGenerator(seed: 9_000 + seed)
      let bank = try SoundBank(random.font(isWild: seed % 2 == 1))
      var settings = BounceSettings()
      settings.synth.polyphony = [4, 40][Int.random(in: 0..<2, using: &random)]
      settings.tail = .seconds(0.01)
      let song = random.score(length: 6_000, density: 15, isWild: seed % 2 == 1).song
      try law(Bouncer(song, bank: bank, settings: settings), widths: [2, 3, 4, 8, 11], "seed \(9_000 + seed)")
    }
  }

  @Test func theFilesBytes() throws {
    var random = SeededGenerator(seed: 9_100)
    let bank = try SoundBank(random.font(isWild: false))
    let bouncer = try Bouncer(random.score(length: 3_000, density: 15, isWild: false).song, bank: bank)
    var files: [Data] = []
    for threads in 1...4 {
      let path = temporaryPath(".wav")
      defer { try? FileManager.default.removeItem(atPath: path) }
      var output = BounceOutput()
      output.threads = threads
      output.sampleFormat = .int16
      try bouncer.write(to: path, as: output)
      files.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(files[0].count > 44 + 4 * 3_000)
    #expect(files.allSatisfy { $0 == files[0] })
  }

  /// The beginning of a real song; with TACTUS_LONG=1 all of every song.
  @Test(.enabled(if: DebianSongs.areThere, Comment(rawValue: DebianSongs.whatIsMissing)))
  func realSongs() throws {
    let bank = try DebianSongs.bank()
    for path in wantsLongRounds ? DebianSongs.paths : [DebianSongs.paths[0]] {
      var song = try DebianSongs.song(path)
      if !wantsLongRounds { song = song.beginning(ticks: 150) }
      try law(Bouncer(song, bank: bank), widths: wantsLongRounds ? [2, 3, 4] : [2, 3], path)
    }
  }
}
