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

  /// After a run-up, the second slice begins with the state in which the first ends; without one, it has to be rendered
  /// again.
  @Test(arguments: [0, 12_000]) func aSliceNeedsItsRunUp(_ runUp: Int) throws {
    let score = Self.overlapping(120_000)
    let alone = SoundFontSynth(bank: try Self.bank())
    alone.prepare(sampleRate: 48_000, replicas: 1)
    let sliced = SoundFontSynth(bank: try Self.bank())
    let plan = SlicePlan(shortestCycle: 20_000, runUp: runUp, patience: 5_000, tail: 5_000)
    sliced.prepare(sampleRate: 48_000, replicas: 2, plan: plan)
    let bits = sliced.bits(of: score, cycles: [50_000, 1_000, 50_000, 19_000], perform: inReverse)
    #expect(bits == alone.bits(of: score, cycles: [120_000], perform: inOrder))
    #expect(sliced.sliceCounts.rendered == 4, "two slices in each of the two long cycles")
    #expect(sliced.sliceCounts.rejected == (runUp == 0 ? 2 : 0))
    #expect(sliced.counters == alone.counters)
  }

  /// If most slices have to be rendered again, there are no more.
  @Test func slicesEndWhenTheyDoNotPay() throws {
    let score = Self.overlapping(600_000)
    let sliced = SoundFontSynth(bank: try Self.bank())
    let plan = SlicePlan(shortestCycle: 20_000, runUp: 0, patience: 5_000, tail: 5_000)
    sliced.prepare(sampleRate: 48_000, replicas: 2, plan: plan)
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
      let plan = SlicePlan(shortestCycle: 20_000, runUp: 5_000, patience: patience, tail: 5_000)
      sliced.prepare(sampleRate: 48_000, replicas: 3, plan: plan)
      #expect(sliced.bits(of: score, cycles: [30_000, 30_000], perform: perform) == bits)
      #expect(sliced.sliceCounts.rendered == 2)
    }
  }

  /// A traced bounce renders with the replica that the tracer follows.
  @Test func tracedCyclesHaveNoSlices() throws {
    let score = Self.overlapping(60_000)
    let bank = try Self.bank()
    let synth = SoundFontSynth(bank: bank)
    synth.prepare(
      sampleRate: 48_000, replicas: 2,
      plan: SlicePlan(shortestCycle: 20_000, runUp: 5_000, patience: 5_000, tail: 5_000))
    let tracer = VoiceTracer(bank, capacity: 10_000)
    synth.setTracer(tracer)
    _ = synth.bits(of: score, cycles: [60_000], perform: inReverse)
    tracer.collect()
    #expect(synth.sliceCounts.rendered == 0)
    #expect(tracer.take(before: 60_000).filter { $0.kind == .start }.count == 30)
    synth.setTracer(nil)
  }
}
