import TactusMIDI
import TactusSequencer
import TestSupport
import Testing

/// When notes with a probability or a condition play.
@Suite struct StepChanceTests {
  private func withTrack<Result>(
    _ chances: [StepChance], id: UInt32 = 3, _ change: (inout CompiledTrack) -> Void = { _ in },
    _ body: (UnsafePointer<CompiledTrack>) -> Result
  ) -> Result {
    let timeline = TrackTimeline(notes: [], chances: chances)
    var settings = CompiledTrack()
    (settings.id, settings.loopLength) = (id, 100)
    change(&settings)
    return withExtendedLifetime(timeline) { withUnsafePointer(to: timeline.compiledTrack(settings), body) }
  }

  private func note(_ chance: Int?, velocity: UInt8 = 64, spread: UInt8 = 0, position: UInt16 = 0) -> CompiledNote {
    CompiledNote(
      tick: 0, duration: 1, message: ChannelMessage(status: 0x90, 60, velocity),
      chance: chance.map { UInt32($0 + 1) } ?? 0, velocitySpread: spread, position: position)
  }

  /// The passes in which a step with a given chance plays.
  private func passes(
    _ range: Range<Int64>, filling: Bool = false, seed: UInt64 = 1, _ chances: [StepChance],
    _ change: (inout CompiledTrack) -> Void = { _ in }
  ) -> [Int64] {
    withTrack(chances, change) { track in
      range.filter { note(chances.count - 1).plays(in: $0, of: track, seed: seed, isFilling: filling) }
    }
  }

  private func chance(_ condition: StepChance.Condition, not: Bool = false, percent: Int = 100) -> StepChance {
    var chance = StepChance()
    (chance.condition, chance.isInverted) = (condition, not)
    chance.threshold = UInt64(percent) << 32 / 100
    return chance
  }

  @Test func conditions() {
    var third = chance(.ratio)
    (third.a, third.b) = (3, 4)
    #expect(passes(-6..<9, [third]) == [-6, -2, 2, 6])
    third.isInverted = true
    #expect(passes(0..<5, [third]) == [0, 1, 3, 4])
    (third.a, third.b) = (1, 0)
    #expect(passes(0..<5, [third]) == [])
    #expect(passes(-2..<3, [chance(.first)]) == [0])
    #expect(passes(-2..<3, [chance(.first, not: true)]) == [-2, -1, 1, 2])
    #expect(passes(0..<2, filling: true, [chance(.fill)]) == [0, 1])
    #expect(passes(0..<2, [chance(.fill)]) == [])
    #expect(passes(0..<2, [chance(.fill, not: true)]) == [0, 1])
    #expect(passes(0..<2, [chance(.always)]) == [0, 1])
    #expect(passes(0..<2, [chance(.always, percent: 0)]) == [])
  }

  @Test func noChanceAlwaysPlays() {
    withTrack([]) { track in
      #expect(note(nil).plays(in: -5, of: track, seed: 0, isFilling: false))
      #expect(note(7).plays(in: 0, of: track, seed: 0, isFilling: false), "an index beyond the table is none")
    }
  }

  @Test func previousFollowsItsSource() {
    for (not, percent) in [(false, 40), (true, 40), (false, 100)] {
      var source = chance(.always, percent: percent)
      source.step = 9
      var follower = chance(.previous, not: not)
      follower.source = 0
      let played = passes(0..<64, [source])
      #expect(passes(0..<64, [source, follower]) == (0..<64).filter { played.contains($0) != not })
      follower.sourceIsInPassBefore = true
      #expect(passes(0..<64, [source, follower]) == (0..<64).filter { played.contains($0 - 1) != not })
      let wrapped = passes(-1..<64, [source])
      let loopingBack = passes(0..<64, [source, follower]) { $0.beforeStart = .wrap }
      #expect(loopingBack == (0..<64).filter { wrapped.contains($0 - 1) != not })
    }
    #expect(passes(0..<3, [chance(.previous)]) == [], "nothing has played before")
    #expect(passes(0..<3, [chance(.previous, not: true)]) == [0, 1, 2])
  }

  @Test(arguments: [1, 10, 33, 50, 75, 99]) func probability(percent: Int) {
    for track in [UInt32(0), 1, 77] {
      let (count, share) = (20_000, Double(percent) / 100)
      let played = passes(-1000..<Int64(count - 1000), seed: 5, [chance(.always, percent: percent)]) {
        $0.id = track
      }
      let limit = 5.5 * (Double(count) * share * (1 - share)).squareRoot()
      #expect(abs(Double(played.count) - Double(count) * share) < limit)
    }
  }

  /// The number of steps that play in a pass varies as that of independent ones does.
  @Test func stepsAndTracksAreIndependent() {
    var counts: [Double] = []
    for pass: Int64 in 0..<2000 {
      var count = 0
      for (step, track) in (0..<32).map({ (UInt32($0 % 16), UInt32($0 / 16)) }) {
        var chance = chance(.always, percent: 50)
        chance.step = step
        if !passes(pass..<(pass + 1), [chance], { $0.id = track }).isEmpty { count += 1 }
      }
      counts.append(Double(count))
    }
    let mean = counts.reduce(0, +) / 2000
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 1999
    #expect(abs(mean - 16) < 0.35 && abs(variance - 8) < 1.4, "mean \(mean), variance \(variance)")
  }

  @Test func velocitiesSpread() {
    withTrack([chance(.always)]) { track in
      var counts = [Int](repeating: 0, count: 128)
      for pass: Int64 in 0..<21_000 {
        let velocity = note(0, spread: 10).noteOn(in: pass, of: track, seed: 2).data2
        counts[Int(velocity)] += 1
      }
      #expect(counts.indices.allSatisfy { (54...74).contains($0) ? abs(counts[$0] - 1000) < 175 : counts[$0] == 0 })
      let position = (0..<200).filter {
        note(0, spread: 10, position: 0).noteOn(in: $0, of: track, seed: 2)
          == note(0, spread: 10, position: 1).noteOn(in: $0, of: track, seed: 2)
      }
      #expect((1...30).contains(position.count), "notes of a chord differ each by itself: 200 / 21 agree")
    }
  }

  @Test func velocitiesStayInRange() {
    withTrack([chance(.always)]) { track in
      for pass: Int64 in 0..<500 {
        for velocity: UInt8 in [1, 64, 127] {
          let message = note(0, velocity: velocity, spread: 127).noteOn(in: pass, of: track, seed: 0)
          #expect(message.data2 >= 1 && message.status == 0x90 && message.data1 == 60 && message.word0 >> 28 == 2)
          var note = note(0, spread: 127)
          note.message = ChannelMessage(word0: 0x4090_3C00, word1: UInt32(velocity) << 25 | 0x1234)
          let wide = note.noteOn(in: pass, of: track, seed: 0)
          #expect(wide.word0 == 0x4090_3C00 && wide.word1 & 0xFFFF == 0x1234 && wide.word1 >> 16 >= 1)
        }
      }
      #expect(note(0).noteOn(in: 0, of: track, seed: 0) == note(0).message)
    }
  }
}
