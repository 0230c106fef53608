import TactusRealtime
import TestSupport
import Testing

private typealias Wide = AudioSide.Wide

struct TripleBufferTests {
  @Test func theLatestWins() {
    for seed in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: seed)
      let buffer = TripleBuffer(Wide(7))
      var (latest, hasUpdate) = (UInt64(7), false)
      for _ in 0..<300 {
        if Bool.random(using: &random) {
          (latest, hasUpdate) = (random.next(), true)
          AudioSide.publish(Wide(latest), buffer.writer)
        } else {
          #expect(buffer.reader.hasUpdate == hasUpdate)
          let state = AudioSide.acquire(buffer.reader)
          hasUpdate = false
          #expect(state.isWhole && state.number == latest, "seed \(seed)")
        }
      }
    }
  }

  @Test func statesOfAnySize() {
    let small = TripleBuffer(UInt8(3))
    small.writer.publish(4)
    #expect(small.reader.acquire() == 4)
    struct Large: Sendable, BitwiseCopyable {
      var states = (Wide(1), Wide(2), Wide(3), Wide(4))
    }
    let large = TripleBuffer(Large())
    var state = Large()
    state.states.3 = Wide(9)
    large.writer.publish(state)
    let got = large.reader.acquire().states
    #expect(got.0.number == 1 && got.3.number == 9 && got.3.isWhole)
  }
}

/// Run under the thread sanitizer, too.
@Suite(.serialized) struct TripleBufferThreads {
  @Test func statesAreSeenWholeAndInOrder() {
    let buffer = TripleBuffer(Wide(0))
    let (stress, count) = (Stress(), UInt64(rounds(50_000)))
    together(
      {
        for number in 1...count {
          AudioSide.publish(Wide(number), buffer.writer)
          if number % 64 == 0 { guard stress.giveWay() else { return } }
        }
      },
      {
        var last: UInt64 = 0
        while last < count {
          let state = AudioSide.acquire(buffer.reader)
          if !state.isWhole || state.number < last { stress.fail("\(state) after \(last)") }
          if state.number == last { guard stress.giveWay() else { return } }
          last = state.number
        }
      })
    #expect(AudioSide.acquire(buffer.reader).number == count)
  }
}
