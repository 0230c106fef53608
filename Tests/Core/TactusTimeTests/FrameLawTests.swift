import TactusTime
import TestSupport
import Testing

/// The frame law: an event at tick t sounds at the exact position, rounded once, half up.
@Suite struct FrameLawTests {
  @Test(arguments: [44_100, 48_000, 96_000, 768_000])
  func randomSongsOfSteps(rate: Int) {
    let seed = UInt64(rate)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(30) {
      var tick: Int64 = 0
      let changes = (0..<random.number(0...40)).map { _ in
        tick += random.magnitude(bits: 13)
        let isNone = random.number(0...20) == 0
        return (tick: tick, tempo: isNone ? 0 : UInt32(random.number(100...1_677_721_599)))
      }
      let oracle = StepOracle(ticksPerQuarter: Int(random.number(1...32_767)), changes: changes)
      let clock = FrameClock(map: oracle.map, sampleRate: rate)
      for _ in 0..<20 {
        let tick = random.number(0...(tick + 5_000))
        let frame = clock.frame(atTick: tick)
        #expect(
          oracle.isRounded(frame, tick: tick, rate: SampleRate(rate)), "tick \(tick), frame \(frame), seed \(seed)")
      }
    }
  }

  /// Ten hours, 10⁵ tempo changes: each tick is still the exact position rounded once.
  @Test(arguments: [44_100, 48_000, 96_000])
  func tenHours(rate: Int) {
    var random = SeededGenerator(seed: 10)
    var entries: [TempoMap.Entry] = []
    var starts: [Int128] = []  // 480 · 10⁸ times the seconds, added up plainly
    var (tick, sum, tempo) = (Int64(0), Int128(0), Int64(50_000_000))
    for _ in 0..<100_000 {
      let distance = random.number(1...680)
      (tick, sum) = (tick + distance, sum + Int128(distance * tempo))
      tempo = random.number(20_000_000...80_000_000)
      entries.append(.init(tick: tick, tempo: Tempo(tensOfNanoseconds: UInt32(tempo))))
      starts.append(sum)
    }
    let perSecond = Int128(480 * 100_000_000)
    #expect(sum / perSecond > 35_000)
    let clock = FrameClock(
      map: TempoMap(timeBase: .ticksPerQuarter(480), entries: entries), sampleRate: rate)
    var cursor = clock.makeCursor()
    for index in stride(from: 0, to: entries.count, by: 7) {
      let twice = 2 * starts[index] * Int128(rate) + perSecond
      let frame = Int128(cursor.frame(atTick: entries[index].tick))
      let isRounded = 2 * frame * perSecond <= twice && twice < 2 * (frame + 1) * perSecond
      #expect(isRounded, "entry \(index)")
    }
    withExtendedLifetime(clock) {}
  }

  /// At 120 bpm a quarter is half a frame of 1 Hz: every other one is a tie.
  @Test func tiesRoundUp() {
    let clock = FrameClock(map: TempoMap(timeBase: .ticksPerQuarter(1)), sampleRate: 1)
    #expect((0...6).map { clock.frame(atTick: $0) } == [0, 1, 1, 2, 2, 3, 3])  // 0, ½, 1, 1½, …
    #expect((-4...0).map { clock.frame(atTick: $0) } == [-2, -1, -1, 0, 0])  // −2, −1½, −1, −½, 0
    let odd = FrameClock(map: TempoMap(timeBase: .ticksPerQuarter(44_100)), sampleRate: 44_100)
    #expect((0...5).map { odd.frame(atTick: $0) } == [0, 1, 1, 2, 2, 3])
  }

  @Test func filmFrames() {
    func frame(_ ticks: Int, _ rate: TimeBase.FrameRate, _ tick: Int64) -> Int64 {
      let tempo = TempoMap.Entry(tick: 3, tempo: Tempo(bpm: 240))  // has no part in it
      let map = TempoMap(timeBase: .ticksPerFrame(ticks, rate), entries: [tempo])
      return FrameClock(map: map, sampleRate: 48_000).frame(atTick: tick)
    }
    #expect(frame(80, .film24, 24 * 80 * 3) == 144_000)
    #expect(frame(40, .pal25, 25 * 40 * 3600) == 172_800_000)
    #expect(frame(1, .drop29, 30_000) == 1001 * 48_000)
    #expect(frame(100, .drop29, 1) == 16)  // 16.016
    #expect(frame(255, .full30, 255 * 30) == 48_000)
    #expect(frame(96, .init(code: 16), 16 * 96) == 48_000)
  }

  @Test func negativeTicksMirror() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<rounds(200) {
      let entry = TempoMap.Entry(tick: 0, tempo: random.musicalTempo())
      let map = TempoMap(timeBase: .ticksPerQuarter(480), entries: [entry])
      let rate = random.sampleRate()
      let clock = FrameClock(map: map, sampleRate: rate)
      let tick = random.number(1...100_000)
      let twice = 2 * Int128(tick) * Int128(entry.tempo.tensOfNanoseconds) * Int128(rate)
      let isTie = twice % (2 * 48_000_000_000) == 48_000_000_000
      #expect(clock.frame(atTick: -tick) == -clock.frame(atTick: tick) + (isTie ? 1 : 0), "tick \(tick)")
    }
  }
}
