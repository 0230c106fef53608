import TactusMIDI
import TestSupport
import Testing

@Suite struct JitterReductionTests {
  private func stamp(_ packet: UniversalPacket?) -> UInt16 {
    switch packet.flatMap({ UtilityMessage($0) }) {
    case .clock(let value), .timestamp(let value): value
    default: 0
    }
  }

  @Test func stampsAreTheSendersTime() {
    let sender = JitterReductionSender(timesPerSecond: 48_000)
    // 48 frames are 31.25 units
    let stamps = [0, 48, 192, 48_000, 100_663, 100_664, -1].map { stamp(sender.timestamp(of: $0)) }
    #expect(stamps == [0, 31, 125, 31_250, 65_535, 0, 65_535])
    #expect(sender.timestamp(of: 48).word0 == 0x0020_001F)
  }

  /// Never more than 250 ms without a clock, in cycles of up to 50 ms.
  @Test func clocksComeInTime() {
    for rate in [44_100, 48_000, 192_000, 1_000_000_000] as [Int64] {
      var sender = JitterReductionSender(timesPerSecond: rate)
      var random = SeededGenerator(seed: UInt64(rate))
      var (time, last, count) = (Int64(0), Int64(0), 0)
      while time < 20 * rate {
        if sender.clock(at: time) != nil {
          #expect(time - last <= rate / 4)
          (last, count) = (time, count + 1)
        }
        time += Int64.random(in: 1...rate / 20, using: &random)
      }
      #expect(count >= 80)
    }
  }

  /// A sender's messages over a connection with jitter: they are delivered in order, at their intended distances within
  /// the resolution of the stamps, and none too early.
  @Test func distancesSurviveJitter() {
    for seed in 0..<UInt64(rounds(20)) {
      var random = SeededGenerator(seed: seed)
      let rate: Int64 = 48_000
      let ahead = Int64.random(in: -1_000_000...1_000_000, using: &random)  // their clock against ours
      var sender = JitterReductionSender(timesPerSecond: rate)
      var receiver = JitterReductionReceiver(timesPerSecond: rate)
      var delays: [Int64] = []
      var (lastDue, arrival) = (Int64.min, Int64.min)
      for step in 0..<3_000 {
        let time = Int64(step) * 900 + ahead
        // a delay of 5 ms, and up to 10 more; no message overtakes another
        arrival = max(arrival, time - ahead + 240 + Int64.random(in: 0...480, using: &random))
        if let clock = sender.clock(at: time) { receiver.receive(clock: stamp(clock), at: arrival) }
        let due = receiver.playbackTime(of: stamp(sender.timestamp(of: time)), at: arrival)
        #expect(due >= lastDue, "seed \(seed)")
        lastDue = due
        if step > 1_000 { delays.append(due - (time - ahead)) }
      }
      let spread = (delays.max() ?? 0) - (delays.min() ?? 0)
      // a unit is 1.54 frames; larger deviations may come only from the last growth of the offset and from the window
      // of the filter
      #expect(spread <= 120, "seed \(seed): spread \(spread) of \(delays.min() ?? 0)")
      #expect(receiver.safetyOffset >= 96 && receiver.safetyOffset <= 600)
    }
  }

  /// Across wraps of the 16-bit stamps, also several wraps within one silence.
  @Test func wrapsAreCounted() {
    var receiver = JitterReductionReceiver(timesPerSecond: 31_250)
    receiver.receive(clock: 65_000, at: 1_000)
    #expect(receiver.playbackTime(of: 65_100, at: 1_110) == 1_100 + receiver.safetyOffset)
    #expect(receiver.playbackTime(of: 4, at: 1_550) == 1_540 + receiver.safetyOffset)
    let later = 1_000 + 65_536 * 50 + 7
    #expect(receiver.playbackTime(of: 65_007, at: Int64(later) + 20) == Int64(later) + receiver.safetyOffset)
  }

  @Test func withoutAClockTimesAreNow() {
    var receiver = JitterReductionReceiver(timesPerSecond: 48_000)
    #expect(receiver.safetyOffset == 96, "2 ms")
    #expect(receiver.playbackTime(of: 9_999, at: 500) == 596)
    #expect(receiver.playbackTime(of: 9_000, at: 400) == 596, "never back")
  }

  @Test func theOffsetHasABound() {
    var receiver = JitterReductionReceiver(timesPerSecond: 48_000)
    receiver.receive(clock: 0, at: 0)
    receiver.receive(clock: 6_250, at: 9_600 + 10_000)
    #expect(receiver.safetyOffset == 4_800)
  }

  /// Sends this many clocks, one every 200 ms of our time, each with its own delay in frames. Returns the time of the
  /// last.
  private func hear(
    _ receiver: inout JitterReductionReceiver, from first: Int, count: Int, ahead: Int = 0, delay: (Int) -> Int
  ) {
    for index in first..<first + count {
      let units = UInt16(truncatingIfNeeded: index * 6_250 + ahead)
      receiver.receive(clock: units, at: Int64(index * 9_600 + delay(index)))
    }
  }

  @Test func theOffsetShrinksAgain() {
    var receiver = JitterReductionReceiver(timesPerSecond: 48_000)
    hear(&receiver, from: 0, count: 50) { $0 % 2 * 1_000 }
    #expect(receiver.safetyOffset == 1_200)
    hear(&receiver, from: 50, count: 40) { _ in 0 }
    #expect(receiver.safetyOffset == 1_200, "still seen in the window before")
    hear(&receiver, from: 90, count: 60) { _ in 0 }
    #expect(receiver.safetyOffset == 96)
  }

  /// A sender whose clock was set half a second forwards or backwards: the next clock message shows it, and jitter is
  /// not mistaken for it.
  @Test func anImpossibleStepBeginsAnew() {
    for ahead in [15_625, -15_625] {
      var receiver = JitterReductionReceiver(timesPerSecond: 48_000)
      hear(&receiver, from: 0, count: 10) { _ in 0 }
      hear(&receiver, from: 10, count: 1, ahead: ahead) { _ in 0 }
      #expect(receiver.safetyOffset == 96)
      let stamp = UInt16(truncatingIfNeeded: 10 * 6_250 + ahead + 3_125)
      #expect(receiver.playbackTime(of: stamp, at: 100_800) == 100_800 + 96)
    }
  }

  /// Delays measured before a silence do not count: the connection has become slower by 100 ms.
  @Test func aSilenceForgetsBothWindows() {
    var receiver = JitterReductionReceiver(timesPerSecond: 48_000)
    hear(&receiver, from: 0, count: 30) { _ in 0 }
    hear(&receiver, from: 200, count: 1) { _ in 4_800 }
    #expect(receiver.safetyOffset == 96)
    let stamp = UInt16(truncatingIfNeeded: 200 * 6_250 + 3_125)
    #expect(receiver.playbackTime(of: stamp, at: 1_929_600) == 1_929_600 + 96)
  }
}
