import Foundation
import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
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

  /// Returns the report.
  @discardableResult
  private func law(_ bouncer: Bouncer, widths: [Int], _ what: String) throws -> BounceReport {
    let alone = try bits(bouncer, width: 1)
    for width in widths {
      let shared = try bits(bouncer, width: width)
      #expect(shared.sound == alone.sound, "\(width) threads, \(what)")
      #expect(shared.report == alone.report, "\(width) threads, \(what)")
    }
    return alone.report
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

  /// A tail ends on the same frame, wherever the end of the track finds it between audible and silent.
  @Test func theEndOfATail() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine(amplitude: 20_000))
      bank.addPreset([.init(target: wave, generators: [.init(.sampleModes, 1), .init(.releaseVolEnv, 0)])])
    }
    var lengths: Set<Int64> = []
    for tenths in stride(from: 92, through: 98, by: isOptimized ? 1 : 3) {
      var track = MIDIFile.Track()
      // the reverb's longest time
      track.appendSysEx(Exclusive.gs(0x40, 1, 0x34, 127) + [0xF7], at: 0)
      track.append(.controller(91, 127), at: 0)
      // the reverb's last second must lie in the last of the cycles that several threads render
      track.append(.noteOn(60), at: 140)
      track.append(.noteOff(60), at: 150)
      track.endTick = Int64(tenths) * 19
      let song = MIDIFile(division: .ticksPerQuarter(96), tracks: [track])
      let bouncer = try Bouncer(song, bank: bank)
      let report = try law(bouncer, widths: [2], "\(tenths) tenths of a second")
      lengths.insert(report.frameCount - Int64(bouncer.songFrames))
    }
    #expect(lengths.count > 1, "some tails end at the end of the track, and some later")
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
