import TactusEngine
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// Bounces on several threads give the frames of one thread. `Scripts/check-threads` runs them under ThreadSanitizer.
@Suite(.serialized) struct BounceThreadsTests {
  @Test(arguments: [2, 3, 4]) func replicasRunApart(_ threads: Int) throws {
    let first = seed(of: "replicasRunApart")
    for round in 0..<UInt64(rounds(2)) {
      var random = SeededGenerator(seed: first &+ round)
      let bank = try SoundBank(random.font(isWild: false))
      var settings = BounceSettings()
      settings.tail = .seconds(0.1)
      let song = random.score(length: 20_000, density: 20, isWild: false).song
      let bouncer = try Bouncer(song, bank: bank, settings: settings)
      func bits(_ work: any ParallelWork) throws -> [UInt32] {
        var bits: [UInt32] = []
        _ = try bouncer.render(with: work) { block in
          for frame in 0..<block.frameCount { for side in 0..<2 { bits.append(block[side][frame].bitPattern) } }
        }
        return bits
      }
      #expect(
        try bits(WorkerPool(width: threads, patience: 2_000)) == bits(SerialWork()), "seed \(first &+ round)")
    }
  }

  /// Blocks that are processed and received beside the rendering are those of one thread, and so is the report. An error of
  /// the receiver ends the bounce.
  @Test(arguments: [2, 3]) func blocksAreReceivedAside(_ threads: Int) throws {
    var random = SeededGenerator(seed: 78)
    var settings = BounceSettings()
    (settings.level, settings.limit) = (.loudness(-12), -6)
    // an automatic tail lasts for seconds, and a second of sound takes a minute under ThreadSanitizer
    if areThreadsChecked { settings.tail = .seconds(0.1) }
    let bouncer = try Bouncer(
      random.score(length: areThreadsChecked ? 24_000 : 60_000, density: 20, isWild: false).song,
      bank: SoundBank(random.font(isWild: false)), settings: settings)
    let alone = try bouncer.sound()
    let pool = WorkerPool(width: threads, patience: 2_000)
    var sound = BouncedSound()
    let report = try bouncer.renderAside(with: pool, on: ReusableSynth(), progress: { _ in true }, trace: nil) {
      sound.append($0)
    }
    #expect(report == alone.report && (report.loudness?.integrated ?? -100) > -30, "\(report)")
    #expect(sound.bits == alone.sound.bits)
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try bouncer.renderAside(with: pool, on: ReusableSynth(), progress: { _ in true }, trace: nil) { _ in
        throw Refusal()
      }
    }
  }

  /// Items that run one after the other, in either order, render everything too.
  @Test(arguments: [false, true]) func oneThreadRendersAllReplicas(_ isReversed: Bool) throws {
    final class OneAfterAnother: ParallelWork {
      let isReversed: Bool
      var width: Int { 3 }
      init(isReversed: Bool) { self.isReversed = isReversed }
      func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
        for item in 0..<count { body(isReversed ? count - 1 - item : item) }
      }
    }
    var random = SeededGenerator(seed: 77)
    let bank = try SoundBank(random.font(isWild: false))
    var settings = BounceSettings()
    settings.tail = .seconds(0.1)
    let bouncer = try Bouncer(
      random.score(length: 6_000, density: 20, isWild: false).song, bank: bank, settings: settings)
    func sum(_ work: any ParallelWork) throws -> (frames: Int, sum: UInt64) {
      var (frames, sum) = (0, UInt64(0))
      _ = try bouncer.render(with: work) { block in
        for frame in 0..<block.frameCount {
          for side in 0..<2 { sum = sum &* 31 &+ UInt64(block[side][frame].bitPattern) }
        }
        frames += block.frameCount
      }
      return (frames, sum)
    }
    #expect(try sum(OneAfterAnother(isReversed: isReversed)) == sum(SerialWork()))
  }
}
