import TactusMIDI
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// Slices of time that several replicas render give the frames of one replica. Here, the replicas run one after another;
/// `SliceThreadsTests` runs them at once.
@Suite struct SliceTests {
  /// Notes whose filters move, and that overlap all slices.
  private static func overlapping(_ length: Int) -> Score {
    var score = Score(length: length)
    for index in 0..<(length / 2_000) {
      score.events.append((index * 2_000, .noteOn(UInt8(40 + index * 7 % 40))))
      if index > 2 { score.events.append((index * 2_000 + 1, .noteOff(UInt8(40 + (index - 3) * 7 % 40)))) }
    }
    return score
  }

  private static func bank() throws -> SoundBank {
    try .sine([.init(.initialFilterFc, 5_000), .init(.initialFilterQ, 100), .init(.modLfoToFilterFc, 600)])
  }

  private static func plan(
    overlap: Int = 12_000, patience: Int = 5_000, shortestShare: Int = .max
  ) -> SlicePlan {
    SlicePlan(
      shortestCycle: 20_000, overlap: overlap, patience: patience, shortestShare: shortestShare, tail: 5_000)
  }

  /// The replica of the first slice renders on until it meets a state of the second. If it may not do so for long, it has
  /// to render the second slice too.
  @Test(arguments: [0, 12_000]) func slicesOverlap(_ overlap: Int) throws {
    let score = Self.overlapping(120_000)
    let alone = SoundFontSynth(bank: try Self.bank())
    alone.prepare(sampleRate: 48_000, replicas: 1)
    let sliced = SoundFontSynth(bank: try Self.bank())
    sliced.prepare(sampleRate: 48_000, replicas: 2, plan: Self.plan(overlap: overlap))
    let bits = sliced.bits(of: score, cycles: [50_000, 1_000, 50_000, 19_000], perform: inReverse)
    #expect(bits == alone.bits(of: score, cycles: [120_000], perform: inOrder))
    #expect(sliced.sliceCounts.rendered == 4, "two slices in each of the two long cycles")
    #expect(sliced.sliceCounts.rejected == (overlap == 0 ? 2 : 0))
    #expect(sliced.counters == alone.counters)
  }

  /// If most slices have to be rendered again, there are no more.
  @Test func slicesEndWhenTheyDoNotPay() throws {
    let score = Self.overlapping(600_000)
    let sliced = SoundFontSynth(bank: try Self.bank())
    sliced.prepare(sampleRate: 48_000, replicas: 2, plan: Self.plan(overlap: 0))
    let bits = sliced.bits(of: score, cycles: .init(repeating: 30_000, count: 20), perform: inReverse)
    #expect(sliced.sliceCounts == (16, 8))
    let alone = SoundFontSynth(bank: try Self.bank())
    alone.prepare(sampleRate: 48_000, replicas: 1)
    #expect(bits == alone.bits(of: score, cycles: [600_000], perform: inOrder))
  }

  /// The lead renders everything if it is the first to run, and if no other replica comes to its slice in time.
  @Test func theLeadRendersWhatOthersDoNot() throws {
    let score = Self.overlapping(60_000)
    let alone = SoundFontSynth(bank: try Self.bank())
    alone.prepare(sampleRate: 48_000, replicas: 1)
    let bits = alone.bits(of: score, cycles: [60_000], perform: inOrder)
    for (patience, perform) in [(5_000, inOrder), (0, inReverse)] {
      let sliced = SoundFontSynth(bank: try Self.bank())
      sliced.prepare(sampleRate: 48_000, replicas: 3, plan: Self.plan(patience: patience))
      #expect(sliced.bits(of: score, cycles: [30_000, 30_000], perform: perform) == bits)
      #expect(sliced.sliceCounts.rendered == 2)
    }
  }

  /// A thread that has nothing to do takes the second half of what the last slice has still to render. Here, the third and
  /// the second thread give up their own slices and run before the first.
  @Test func idleThreadsTakeShares() throws {
    let score = Self.overlapping(60_000)
    let alone = SoundFontSynth(bank: try Self.bank())
    alone.prepare(sampleRate: 48_000, replicas: 1)
    let sliced = SoundFontSynth(bank: try Self.bank())
    sliced.prepare(sampleRate: 48_000, replicas: 3, plan: Self.plan(patience: 0, shortestShare: 5_000))
    var shares: [Int] = []
    let bits = sliced.bits(of: score, cycles: [30_000, 30_000]) { count, work in
      for item in (0..<count).reversed() { work(item) }
      shares.append(sliced.sliceCounts.rendered)
    }
    #expect(bits == alone.bits(of: score, cycles: [60_000], perform: inOrder))
    #expect(shares == [0, 2], "the counts before the end of each cycle: one slice and one share in each")
    #expect(sliced.sliceCounts == (4, 0))
    #expect(sliced.counters == alone.counters)
  }

  /// A traced bounce renders with the replica that the tracer follows.
  @Test func tracedCyclesHaveNoSlices() throws {
    let score = Self.overlapping(60_000)
    let bank = try Self.bank()
    let synth = SoundFontSynth(bank: bank)
    synth.prepare(sampleRate: 48_000, replicas: 2, plan: Self.plan())
    let tracer = VoiceTracer(bank, capacity: 10_000)
    synth.setTracer(tracer)
    _ = synth.bits(of: score, cycles: [60_000], perform: inReverse)
    tracer.collect()
    #expect(synth.sliceCounts.rendered == 0)
    #expect(tracer.take(before: 60_000).filter { $0.kind == .start }.count == 30)
    synth.setTracer(nil)
  }
}
