import TactusTime
import Testing

@Suite struct TempoMapTests {
  private func map(_ entries: [TempoMap.Entry]) -> TempoMap {
    TempoMap(timeBase: .ticksPerQuarter(480), entries: entries)
  }
  private func bpm(_ value: Double) -> Tempo { Tempo(bpm: value) }

  @Test func hasStandardTempoBeforeTheFirstEntry() {
    let map = map([.init(tick: 960, tempo: bpm(60))])
    #expect(map.seconds(atTick: 960).text() == "1.000000000")
    #expect(map.seconds(atTick: 1440).text() == "2.000000000")
    #expect(map.tempo(atTick: 959) == .standard)
    #expect(map.entries.first == .init(tick: 0, tempo: .standard))
  }

  @Test func lastOfSeveralAtOneTickCounts() {
    let map = map([.init(tick: 0, tempo: bpm(33)), .init(tick: 0, tempo: bpm(60)), .init(tick: 0, tempo: bpm(0))])
    #expect(map.entries == [.init(tick: 0, tempo: bpm(60))])
    #expect(map.seconds(atTick: 480).text() == "1.000000000")
  }

  @Test func entriesNeedNotBeSorted() {
    let a = map([.init(tick: 480, tempo: bpm(60)), .init(tick: 0, tempo: bpm(90)), .init(tick: -7, tempo: bpm(33))])
    #expect(a == map([.init(tick: 0, tempo: bpm(90)), .init(tick: 480, tempo: bpm(60))]))
    #expect(a.hashValue == map([.init(tick: 0, tempo: bpm(90)), .init(tick: 480, tempo: bpm(60))]).hashValue)
  }

  @Test func rampAfterTheLastEntryIsAStep() {
    let map = map([.init(tick: 0, tempo: bpm(60), curve: .linearInBeats)])
    #expect(map.seconds(atTick: 4800).text() == "10.000000000")
  }

  @Test func tempoFollowsTheRamp() {
    let end = TempoMap.Entry(tick: 1000, tempo: bpm(180))
    let beats = map([.init(tick: 0, tempo: bpm(60), curve: .linearInBeats), end])
    #expect(abs(beats.tempo(atTick: 500).bpm - 120) < 1e-5)
    let time = map([.init(tick: 0, tempo: bpm(60), curve: .linearInTime), end])
    #expect(abs(time.tempo(atTick: 500).bpm - (0.5 * (60.0 * 60 + 180 * 180)).squareRoot()) < 1e-5)
    #expect(time.tempo(atTick: 1000) == bpm(180) && time.tempo(atTick: .max) == bpm(180))
    #expect(time.tempo(atTick: .min) == bpm(60))
  }

  @Test func ticksComeBackFromTheirSeconds() {
    let maps = [
      map([]), map([.init(tick: 0, tempo: bpm(33)), .init(tick: 7, tempo: Tempo(microsecondsPerQuarter: 333_333))]),
      map([.init(tick: 0, tempo: bpm(60), curve: .linearInBeats), .init(tick: 1000, tempo: bpm(180))]),
      map([.init(tick: 5, tempo: bpm(200), curve: .linearInTime), .init(tick: 900, tempo: bpm(20))]),
      TempoMap(timeBase: .ticksPerFrame(80, .drop29)),
      TempoMap(timeBase: .ticksPerQuarter(1 << 24), entries: [.init(tick: 0, tempo: Tempo(tensOfNanoseconds: 1))]),
    ]
    for map in maps {
      for tick: Tick in [-1 << 53, -1_000, -1, 0, 1, 6, 7, 8, 499, 999, 1000, 1001, 123_456_789, 1 << 53] {
        let seconds = map.seconds(atTick: tick)
        #expect(map.tick(atSeconds: seconds) == tick)
        guard tick > -1 << 53 else { continue }
        let before = ExactSeconds(numerator: seconds.numerator * 3 - 1, denominator: seconds.denominator * 3)
        #expect(map.tick(atSeconds: before) == tick - 1)
      }
      for sign: Int128 in [-1, 1] {
        for far in [ExactSeconds(numerator: sign * .max, denominator: 1), .init(Double(sign) * .infinity)] {
          #expect(map.tick(atSeconds: far).signum() == Int64(sign))
        }
        #expect(map.tick(atSeconds: ExactSeconds(numerator: sign, denominator: .max)) == (sign < 0 ? -1 : 0))
      }
    }
    #expect(map([]).tick(atSeconds: ExactSeconds(1.25)) == 1_200)
    #expect(FrameClock(map: map([]), sampleRate: 8_000).tick(atSeconds: ExactSeconds(0.5)) == 480)
  }

  @Test func secondsAreOrdered() {
    func time(_ a: Int128, _ b: Int128) -> ExactSeconds { ExactSeconds(numerator: a, denominator: b) }
    #expect(time(1, 2) == time(2, 4) && time(1, 2).hashValue == time(2, 4).hashValue && time(0, 5) == time(0, 1))
    #expect(Set([time(1, 2), time(3, 6), time(1, 3)]).count == 2)
    let ascending = [
      time(.min, 1), time(.min, 3), time(-1, 2), time(-1, 3), time(-1, .max), time(0, 9), time(1, .max), time(1, 3),
      time(.max - 2, .max), time(.max - 1, .max), time(1, 1), time(.max, .max - 1), time(.max - 1, 1), time(.max, 1),
    ]
    for (index, a) in ascending.enumerated() {
      for (other, b) in ascending.enumerated() {
        #expect((a < b) == (index < other) && (a == b) == (index == other), "\(index), \(other)")
      }
    }
    #expect(ExactSeconds(0.1) == time(1, 10) && ExactSeconds(-0.5) == time(-1, 2) && ExactSeconds(.nan) == time(0, 1))
    #expect(ExactSeconds(.infinity) == time(9_000_000_000, 1) && ExactSeconds(-1e300) == time(-9_000_000_000, 1))
  }

  @Test func temposConvert() {
    #expect(Tempo(bpm: 120) == .standard && Tempo(microsecondsPerQuarter: 500_000) == .standard)
    #expect(Tempo(bpm: 120).bpm == 120 && Tempo.standard.microsecondsPerQuarter == 500_000)
    #expect(Tempo(microsecondsPerQuarter: 16_777_215).tensOfNanoseconds == 1_677_721_500)
    for none in [0, -1, -Double.infinity, .nan] { #expect(Tempo(bpm: none).tensOfNanoseconds == 0) }
    #expect(Tempo(bpm: .infinity).tensOfNanoseconds == 1)
    #expect("\(Tempo(bpm: 97.5)), \(Tempo(bpm: 0))" == "97.500 bpm, no tempo")
    #expect(Tempo(bpm: 1e300).tensOfNanoseconds == 1 && Tempo(bpm: 1e-300).tensOfNanoseconds == .max)
    #expect(Tempo(microsecondsPerQuarter: .max).tensOfNanoseconds == 4_294_967_200)
    #expect(Tempo(microsecondsPerQuarter: .min).tensOfNanoseconds == 0 && Tempo(microsecondsPerQuarter: 0).bpm == 0)
  }

  @Test func secondsAreRoundedExactly() {
    func text(_ a: Int128, _ b: Int128, _ digits: Int = 9) -> String {
      ExactSeconds(numerator: a, denominator: b).text(digits: digits)
    }
    #expect(text(1, 3) == "0.333333333" && text(2, 3) == "0.666666667")
    #expect(text(1, 2_000_000_000) == "0.000000001" && text(-1, 2_000_000_000) == "0.000000000")
    #expect(text(-3, 2_000_000_000) == "-0.000000001" && text(-7, 2) == "-3.500000000")
    #expect(text(5, 2, 0) == "3" && text(-5, 2, 0) == "-2" && text(999_999_999_9, 10_000_000_000) == "1.000000000")
    #expect(text(.max, 1) == "\(Int128.max)" && text(5, 0, 1) == "5.0" && text(1, 3, 99) == "0.333333333")
    let seconds = map([.init(tick: 0, tempo: Tempo(microsecondsPerQuarter: 333_333))]).seconds(atTick: 7).reduced
    #expect(seconds.numerator == 777_777 && seconds.denominator == 160_000_000)
    #expect(seconds.frame(sampleRate: 48_000) == 233)  // 233.3331
    #expect(ExactSeconds(numerator: .max, denominator: 1).frame(sampleRate: 48_000) == .max)
  }
}
