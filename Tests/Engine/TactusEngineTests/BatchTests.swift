import Foundation
import Synchronization
import Tactus
import TactusEngine
import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// Many songs with one bank.
@Suite struct BatchTests {
  @Test func eachSongAsAloneAndFailuresStopNobody() throws {
    let folder = temporaryPath("")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var random = SeededGenerator(seed: 3_000)
    let bank = try SoundBank(random.font(isWild: false))
    let songs = (0..<5).map { _ in random.score(length: 2_000, density: 12, isWild: false).song }
    var jobs = songs.enumerated().map { BounceBatch.Job($1, to: folder + "/\($0).wav") }
    jobs.insert(.init(songs[0], to: folder + "/missing/0.wav"), at: 2)
    jobs.insert(.init(to: folder + "/none.wav") { throw FileError.notFound(path: "none.mid") }, at: 4)
    var batch = BounceBatch(bank: bank)
    batch.output.threads = 3
    let report = Mutex<[Int]>([])
    let outcomes = batch.run(jobs, report: { index, _ in report.withLock { $0.append(index) } })
    #expect(report.withLock { $0.sorted() } == Array(0..<7))
    let hasFailed = outcomes.map { if case .failure = $0 { true } else { false } }
    #expect(hasFailed == [false, false, true, false, true, false, false])
    for (index, song) in songs.enumerated() {
      let alone = folder + "/alone.wav"
      try Bouncer(song, bank: bank, choice: .concatenated).write(to: alone)
      let together = FileManager.default.contents(atPath: folder + "/\(index).wav")
      #expect(together == FileManager.default.contents(atPath: alone))
    }
    #expect(!FileManager.default.fileExists(atPath: folder + "/none.wav"))
  }

  @Test func cancelled() throws {
    let song = MIDIFile(division: .ticksPerQuarter(96))
    let path = temporaryPath(".wav")
    let outcomes = try BounceBatch(bank: .sine()).run([.init(song, to: path)], while: { false })
    #expect(throws: BounceError.cancelled) { try outcomes[0].get() }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
