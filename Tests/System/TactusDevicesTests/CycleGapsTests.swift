import TactusDevices
import TestSupport
import Testing

@Suite struct CycleGapsTests {
  @Test func cyclesThatFollowEachOtherHaveNoGap() {
    let seed = seed(of: "CycleGapsTests")
    for round in 0..<UInt64(rounds(50)) {
      var random = SeededGenerator(seed: seed &+ round)
      var gaps = CycleGaps()
      // the server's clock counts at another rate than the stream, and the cycle's length changes
      let ticksPerFrame = [1, 48_000.0 / 44_100, 44_100.0 / 96_000].randomElement(using: &random)!
      var ticks = random.next()
      for _ in 0..<200 {
        let length = UInt64([64, 256, 1_024, 2_048].randomElement(using: &random)!)
        let frames = Int(Double(length) / ticksPerFrame) + Int.random(in: -1...1, using: &random)
        // a cycle in one request or two
        let first = Bool.random(using: &random) ? frames : frames / 2
        var gap = gaps.ask(at: ticks, frames: first, ticksPerFrame: ticksPerFrame)
        #expect(!gap)
        if first < frames {
          gap = gaps.ask(at: ticks, frames: frames - first, ticksPerFrame: ticksPerFrame)
          #expect(!gap)
        }
        ticks &+= length
      }
      ticks &+= 2_048 * UInt64.random(in: 2...200, using: &random)
      var gap = gaps.ask(at: ticks, frames: 64, ticksPerFrame: ticksPerFrame)
      #expect(gap, "seed \(seed &+ round)")
      for jump in [0 &- 10_000, 100_000_000] as [UInt64] {
        // another clock
        gap = gaps.ask(at: ticks &+ jump, frames: 64, ticksPerFrame: ticksPerFrame)
        #expect(!gap)
      }
    }
  }
}
