import TactusTime
import TestSupport
import Testing

@Suite("Sample rates") struct SampleRateTests {
  private static let whole = [8_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 352_800, 768_000]

  @Test("what a host says in a double is the fraction that it means")
  func fromHosts() {
    for rate in Self.whole {
      #expect(SampleRate(Double(rate)) == SampleRate(rate))
      for (up, down) in [(1_000, 1_001), (1_001, 1_000), (24, 25), (25, 24), (24_000, 25_025), (999, 1_000)] {
        guard (8_000...768_000).contains(rate * up / down) else { continue }
        let meant = SampleRate(rate * up, over: down)
        // 25,025 = 25 · 1,001: most of it goes into the rate
        guard meant.numerator * down == rate * up * meant.denominator else { continue }
        #expect(SampleRate(Double(rate * up) / Double(down)) == meant, "\(rate) · \(up)/\(down)")
      }
    }
    #expect(SampleRate(44_055.944055944054) == SampleRate(44_100_000, over: 1_001))
    #expect(SampleRate(44_055.9).description == "440559/10")
  }

  @Test("is in lowest terms, within its limits")
  func limits() {
    #expect(SampleRate(96_000, over: 2) == 48_000)
    #expect(SampleRate(0) == 1)
    #expect(SampleRate(.min, over: .min) == 1)
    #expect(SampleRate(.max, over: .max) == SampleRate(TimeSettings.sampleRateLimit))
    #expect(SampleRate(.nan) == 1)
    #expect(SampleRate(-.infinity) == 1)
    #expect(SampleRate(.infinity) == SampleRate(TimeSettings.sampleRateLimit))
    #expect(SampleRate(48_000_000, over: 1_001).rounded == 47_952)
    #expect(SampleRate(88_201, over: 2).rounded == 44_101)
    #expect(SampleRate(7_999_999, over: 1_000).clamped(to: 8_000...768_000) == 8_000)
    #expect(SampleRate(48_000_000, over: 1_001).clamped(to: 8_000...768_000).denominator == 1_001)
    for limits in [1...Int.max, Int.min...Int.max, 0...TimeSettings.sampleRateLimit] {
      #expect(SampleRate(48_000_000, over: 1_001).clamped(to: limits) == SampleRate(48_000_000, over: 1_001))
    }
    #expect(SampleRate(48_000_000, over: 1_001).clamped(to: Int.min...Int.min) == 1)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<rounds(200) {
      let rate = SampleRate(Double.random(in: -10...2_000_000, using: &random))
      #expect(rate.hertz >= 1 && rate.hertz <= Double(TimeSettings.sampleRateLimit))
      #expect(rate.denominator <= SampleRate.denominatorLimit)
    }
  }

  @Test("ticks sound on the exact position at pulled rates, rounded once, and are found again from their frames")
  func frames() {
    for (index, rate) in Self.whole.enumerated() {
      let pulled = SampleRate(rate * 1_000, over: 1_001)
      var random = SeededGenerator(seed: UInt64(70 + index))
      for _ in 0..<rounds(10) {
        var tick: Int64 = 0
        let changes = (0..<random.number(0...40)).map { _ in
          tick += random.magnitude(bits: 13)
          return (tick: tick, tempo: UInt32(random.number(100...1_677_721_599)))
        }
        let oracle = StepOracle(ticksPerQuarter: Int(random.number(1...32_767)), changes: changes)
        let clock = FrameClock(map: oracle.map, sampleRate: pulled)
        for _ in 0..<20 {
          let tick = random.number(0...(tick + 5_000))
          let frame = clock.frame(atTick: tick)
          #expect(oracle.isRounded(frame, tick: tick, rate: pulled), "\(pulled), tick \(tick), frame \(frame)")
          let back = clock.tick(atFrame: frame)
          #expect(back >= tick && clock.frame(atTick: back) == frame && clock.frame(atTick: back + 1) > frame)
        }
      }
    }
  }

  @Test("positions in seconds are those of the rate, and nothing traps at the ends")
  func seconds() {
    let clock = FrameClock(
      map: TempoMap(timeBase: .ticksPerQuarter(480)), sampleRate: SampleRate(44_100_000, over: 1_001))
    var cursor = clock.makeCursor()
    #expect(clock.frame(atTick: 960 * 1_001) == 44_100_000)
    for tick in [0.0, 480.5, 96_000.25, 9_600_000] {
      let (there, back) = (cursor.seconds(atTick: tick), tick / 960)
      #expect(abs(there - back) <= 1e-12 * max(1, back), "\(tick): \(there)")
      #expect(abs(cursor.tick(atSeconds: back) - tick) < 1e-6, "\(tick)")
    }
    withExtendedLifetime(clock) {}
    let finest = FrameClock(
      map: TempoMap(timeBase: .ticksPerQuarter(TimeSettings.divisionLimit)),
      sampleRate: SampleRate(1_023 << 20, over: 1_023))
    for clock in [
      finest, FrameClock(map: finest.map, sampleRate: SampleRate((1 << 30) - 1, over: 1 << 10)),
      FrameClock(map: TempoMap(timeBase: .ticksPerQuarter(1)), sampleRate: SampleRate((1 << 30) - 1, over: 1 << 10)),
    ] {
      var cursor = clock.makeCursor()
      for number: Int64 in [.min, .min + 1, -1 << 53, -1, 0, 1, 1 << 53, 1 << 62, .max - 1, .max] {
        _ = (cursor.frame(atTick: number), cursor.tick(atFrame: number))
        let shift = cursor.numerator(atTick: number)
        _ = (cursor.frame(atTick: number, shift: shift), cursor.frame(atTick: number, shift: -shift))
        _ = (cursor.firstTick(notBefore: number, shift: shift), cursor.locate(atFrame: number, shift: -shift))
      }
      withExtendedLifetime(clock) {}
    }
  }

  @Test("time code and the machine's clock keep to pulled rates")
  func otherClocks() throws {
    let pulled = SampleRate(48_000_000, over: 1_001)
    // a film's frame at 24/1.001 has as many frames of audio at 48,000/1.001 as one of 24 has at 48,000
    let hour = try TimeCode("01:00:00:00", rate: .film24)
    #expect(hour.audioFrame(sampleRate: pulled) == 172_627_373)  // 172,800,000/1.001 = 172,627,372.63
    for number: Int64 in [1, 999, 86_399, 2_073_599] {
      let code = TimeCode(frameCount: number, rate: .film24)
      #expect(TimeCode(audioFrame: code.audioFrame(sampleRate: pulled), sampleRate: pulled, rate: .film24) == code)
    }
    #expect(ExactSeconds(numerator: 1_001, denominator: 1).frame(sampleRate: pulled) == 48_000_000)
    var clock = HostClock(sampleRate: pulled)
    clock.anchor(frame: 0, hostTime: 0)
    #expect(clock.hostTime(atFrame: 48_000_000) == 1_001_000_000_000)
    #expect(clock.frame(atHostTime: 1_001_000_000_000) == 48_000_000)
    var odd = HostClock(
      sampleRate: SampleRate((1 << 30) - 1, over: 1_021), timeBase: HostTimeBase(numerator: 1, denominator: .max))
    odd.anchor(frame: 5, hostTime: 7, rateScalar: 1.000_1)
    #expect(odd.frame(atHostTime: odd.hostTime(atFrame: 1_000_000)) == 1_000_000)
  }
}
