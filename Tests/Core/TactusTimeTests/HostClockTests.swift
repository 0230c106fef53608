import TactusTime
import TestSupport
import Testing

/// Time bases and sample rates that exist, and some that do not.
private let timeBases: [HostTimeBase] = [
  .nanoseconds, .appleSilicon, HostTimeBase(numerator: 100, denominator: 1),  // Windows, 10 MHz
  HostTimeBase(numerator: 1_000_000_000, denominator: 33_333_335),  // old Macs
  HostTimeBase(numerator: 1, denominator: 7), HostTimeBase(numerator: .max, denominator: 1),
  HostTimeBase(numerator: 1, denominator: .max), HostTimeBase(numerator: .max, denominator: .max - 4),
]
private let rates = [44_100, 48_000, 88_200, 96_000, 192_000, 768_000, 8_000, 1, 1 << 20]
private let wildNumbers: [Int64] = [.min, .min + 1, -(1 << 62), -1, 0, 1, 1 << 53, 1 << 62, .max - 1, .max]

extension SeededGenerator {
  /// Numbers of all magnitudes.
  fileprivate mutating func anySize() -> Int64 {
    let bits = Int64.random(in: 0...62, using: &self)
    return Int64.random(in: -(1 << bits)...(1 << bits), using: &self)
  }
}

struct HostTimeBaseTests {
  @Test func exactNumbers() {
    #expect(HostTimeBase.appleSilicon.nanoseconds(ticks: 24_000_000) == 1_000_000_000)
    #expect(HostTimeBase.appleSilicon.ticks(nanoseconds: 1_000_000_000) == 24_000_000)
    #expect(HostTimeBase.appleSilicon.nanoseconds(ticks: 1) == 42)  // 41.67
    #expect(HostTimeBase.appleSilicon.nanoseconds(ticks: -1) == -42)
    #expect(HostTimeBase.nanoseconds.ticks(nanoseconds: .min) == .min)
    #expect(HostTimeBase(numerator: 0, denominator: 0) == .nanoseconds)
    // halves go up, either side of zero
    let half = HostTimeBase(numerator: 2, denominator: 1)
    #expect([-3, -1, 1, 3].map { half.ticks(nanoseconds: $0) } == [-1, 0, 1, 2])
    #expect(HostTimeBase(numerator: .max, denominator: 1).nanoseconds(ticks: .max) == .max)
  }

  @Test(arguments: timeBases) func inversePairsThatAscend(_ base: HostTimeBase) {
    var random = SeededGenerator(seed: 30)
    let isCoarse = base.numerator >= base.denominator
    for round in 0..<rounds(2_000) {
      let number = random.anySize()
      let other = isCoarse ? base.nanoseconds(ticks: number) : base.ticks(nanoseconds: number)
      let next = isCoarse ? base.nanoseconds(ticks: number + 1) : base.ticks(nanoseconds: number + 1)
      #expect(other <= next, "round \(round): \(number)")
      guard other > .min, other < .max else { continue }
      let back = isCoarse ? base.ticks(nanoseconds: other) : base.nanoseconds(ticks: other)
      #expect(back == number, "round \(round): \(number) → \(other)")
    }
    for number in wildNumbers { _ = (base.ticks(nanoseconds: number), base.nanoseconds(ticks: number)) }
  }
}

struct HostClockTests {
  @Test func exactNumbers() {
    var clock = HostClock(sampleRate: 48_000, timeBase: .appleSilicon)
    #expect(!clock.isAnchored)
    clock.anchor(frame: 1_000, hostTime: 7_000_000)
    #expect(clock.isAnchored && clock.hostTime(atFrame: 1_000) == 7_000_000)
    #expect(clock.hostTime(atFrame: 1_001) == 7_000_500)  // 24 MHz / 48 kHz
    #expect(clock.hostTime(atFrame: 1_001, latency: -1) == 7_000_000)
    #expect(clock.frame(atHostTime: 7_000_250) == 1_001 && clock.frame(atHostTime: 7_000_249) == 1_000)
    // a day later, to the tick: 86,400 s
    let day = 86_400 * 48_000 as Int64
    #expect(clock.hostTime(atFrame: 1_000 + day) == 7_000_000 + 86_400 * 24_000_000)
    clock.anchor(frame: 0, hostTime: 0, rateScalar: 1.5)
    #expect(clock.hostTime(atFrame: 2) == 1_500 && clock.frame(atHostTime: 1_500) == 2)
    var odd = HostClock(sampleRate: 44_100)
    odd.anchor(frame: 0, hostTime: 0)
    #expect(odd.hostTime(atFrame: 86_400 * 44_100) == 86_400_000_000_000)
    #expect(odd.hostTime(atFrame: 1) == 22_676 && odd.hostTime(atFrame: 3) == 68_027)  // 22,675.74, 68,027.21
  }

  /// frame ⇄ host time with any anchor, latency and rate scalar, a day and more away.
  @Test(arguments: rates) func inversePairsThatAscend(_ rate: Int) {
    var random = SeededGenerator(seed: UInt64(rate))
    for round in 0..<rounds(1_500) {
      var clock = HostClock(sampleRate: rate, timeBase: timeBases[Int.random(in: 0..<4, using: &random)])
      let day = 86_400 * Int64(rate)
      let scalar = Bool.random(using: &random) ? 1 : Double.random(in: 0.99...1.01, using: &random)
      clock.anchor(
        frame: Int64.random(in: -day...day, using: &random), hostTime: Int64.random(in: 0...1 << 60, using: &random),
        rateScalar: scalar)
      let latency = Int64.random(in: -10_000...10_000, using: &random)
      let frame = clock.anchorFrame + Int64.random(in: -3 * day...3 * day, using: &random)
      let time = clock.hostTime(atFrame: frame, latency: latency)
      let note = "round \(round), rate \(rate), frame \(frame), \(clock)"
      let next = clock.hostTime(atFrame: frame + 1, latency: latency)
      #expect(time <= next && clock.hostTime(atFrame: frame + latency) == time, "\(note)")
      // every one of these clocks has a tick in a frame
      #expect(clock.frame(atHostTime: time, latency: latency) == frame, "\(note)")
      let between = time + Int64.random(in: 0...max(0, next - time), using: &random)
      let nearest = clock.frame(atHostTime: between, latency: latency)
      #expect(nearest == frame || nearest == frame + 1, "\(note)")
      let away = clock.hostTime(atFrame: nearest, latency: latency) - between
      #expect(abs(away) <= (next - time) / 2 + 2, "\(note)")
    }
  }

  @Test func theLineStaysWhereAHostSaysTooLittle() {
    var clock = HostClock(sampleRate: 48_000)
    clock.anchor(HostStamp(frame: 480, hostTime: 1_000_000))
    let before = clock
    clock.anchor(HostStamp())
    var stamp = HostStamp(frame: 99, hostTime: 99)
    stamp.hasHostTime = false
    clock.anchor(stamp)
    (stamp.hasFrame, stamp.hasHostTime) = (false, true)
    clock.anchor(stamp)
    #expect(clock == before)
    stamp.hasFrame = true
    (stamp.hasRateScalar, stamp.rateScalar) = (true, 2)
    clock.anchor(stamp)
    #expect(clock.anchorFrame == 99 && clock.hostTime(atFrame: 99 + 48_000) == 2_000_000_099)
  }

  @Test func nothingTraps() {
    for base in timeBases {
      for rate in rates + [.min, 0, .max] {
        var clock = HostClock(sampleRate: rate, timeBase: base)
        for scalar in [1, 0, -1, .nan, .infinity, -.infinity, 0.999_99, 1.000_01, 3] {
          for anchor in wildNumbers {
            clock.anchor(frame: anchor, hostTime: 0 &- anchor, rateScalar: scalar)
            var (lastTime, lastFrame) = (Int64.min, Int64.min)
            for number in wildNumbers {
              let (time, frame) = (clock.hostTime(atFrame: number), clock.frame(atHostTime: number))
              let isAscending = lastTime <= time && lastFrame <= frame
              #expect(isAscending, "\(clock), \(number)")
              (lastTime, lastFrame) = (time, frame)
              _ = (clock.hostTime(atFrame: number, latency: .min), clock.frame(atHostTime: number, latency: .min))
            }
          }
        }
      }
    }
  }
}
