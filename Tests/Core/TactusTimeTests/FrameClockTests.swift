import TactusTime
import TestSupport
import Testing

/// Order, inverse, cursor, and no traps: for songs with steps and ramps, and for invalid input.
@Suite struct FrameClockTests {
  private func check(_ clock: FrameClock, _ tick: Tick, _ note: String) {
    let frame = clock.frame(atTick: tick)
    let next = clock.frame(atTick: tick + 1)
    #expect(frame <= next, "order at \(tick), \(note)")
    guard abs(tick) < TimeSettings.tickLimit, frame > .min, frame < .max else { return }
    let back = clock.tick(atFrame: frame)
    #expect(back >= tick && (back == tick || next == frame), "back at \(tick): \(back), \(note)")
    #expect(clock.frame(atTick: back) == frame, "last tick of \(frame), \(note)")
    #expect(back >= TimeSettings.tickLimit || clock.frame(atTick: back + 1) > frame, "next of \(back), \(note)")
  }

  @Test func orderAndInverseOnSongs() {
    let seed: UInt64 = 11
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(60) {
      let map = random.musicalMap(changes: 30, ramps: true)
      let clock = FrameClock(map: map, sampleRate: random.sampleRate())
      let end = (map.entries.last?.tick ?? 0) + 10_000
      for _ in 0..<20 { check(clock, random.number(-100...end), "round \(round), seed \(seed)") }
      for entry in map.entries {
        for tick in (entry.tick - 1)...(entry.tick + 1) { check(clock, tick, "round \(round), seed \(seed)") }
      }
    }
  }

  /// The ends of what files can contain: tempi of 1 and 16,777,215 µs, and 1 and 32,767 ticks per quarter note.
  @Test(arguments: [1, 0xFF_FFFF], [1, 32_767]) func endsOfTheRanges(tempo: Int, division: Int) {
    let entry = TempoMap.Entry(tick: 0, tempo: Tempo(microsecondsPerQuarter: tempo))
    let map = TempoMap(timeBase: .ticksPerQuarter(division), entries: [entry])
    #expect(map.tempo(atTick: .max).microsecondsPerQuarter == tempo)
    for rate in [1, 44_100, TimeSettings.sampleRateLimit] {
      let clock = FrameClock(map: map, sampleRate: rate)
      for tick in [-TimeSettings.tickLimit, -1, 0, 1, 999_999, TimeSettings.tickLimit] {
        let divisor = 2_000_000 * Int128(division)
        let product = 2 * Int128(tick) * Int128(tempo) * Int128(rate) + divisor / 2
        var frame = product / divisor
        if frame * divisor > product { frame -= 1 }
        let expected = min(max(frame, Int128(Int64.min)), Int128(Int64.max))
        #expect(Int128(clock.frame(atTick: tick)) == expected, "tick \(tick), \(rate) Hz")
        check(clock, tick, "\(rate) Hz")
      }
    }
  }

  @Test func everyFrameHasItsTick() {
    let seed: UInt64 = 12
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(60) {
      let clock = FrameClock(map: random.musicalMap(changes: 30, ramps: true), sampleRate: random.sampleRate())
      for _ in 0..<30 {
        let frame = random.number(-10_000...20_000_000)
        let tick = clock.tick(atFrame: frame)
        let isLast = clock.frame(atTick: tick) <= frame && frame < clock.frame(atTick: tick + 1)
        #expect(isLast, "frame \(frame), tick \(tick), round \(round), seed \(seed)")
      }
    }
  }

  @Test func orderAndInverseOnNonsense() {
    let seed: UInt64 = 13
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(400) {
      let map = random.wildMap()
      let clock = FrameClock(map: map, sampleRate: Int(random.magnitude(bits: 24)))
      for entry in map.entries { check(clock, entry.tick, "round \(round), seed \(seed)") }
      var ticks = (0..<12).map { _ in random.magnitude(bits: 62) * (random.number(0...5) == 0 ? -1 : 1) }
      for tick in ticks { check(clock, tick, "round \(round), seed \(seed)") }
      ticks.sort()
      let frames = ticks.map { clock.frame(atTick: $0) }
      #expect(frames == frames.sorted(), "round \(round), seed \(seed)")
    }
  }

  @Test func extremesDoNotTrap() {
    let ticks: [Tick] = [.min, -(1 << 53) - 1, -1, 0, 1, 1 << 31, 1 << 53, .max]
    for tempo in [1, 2, 100, 50_000_000, UInt32.max] {
      for curve in TempoCurve.allCases {
        for division in [Int.min, 0, 1, 32_767, .max] {
          for rate in [Int.min, 0, 1, 48_000, 768_000, .max] {
            let entries = [
              TempoMap.Entry(tick: .min, tempo: Tempo(tensOfNanoseconds: 7), curve: curve),
              .init(tick: 5, tempo: Tempo(tensOfNanoseconds: tempo), curve: curve), .init(tick: 9, tempo: .standard),
              .init(tick: .max, tempo: Tempo(tensOfNanoseconds: 3), curve: curve),
            ]
            let clock = FrameClock(
              map: TempoMap(timeBase: .ticksPerQuarter(division), entries: entries), sampleRate: rate)
            let frames = ticks.map { clock.frame(atTick: $0) }
            #expect(frames == frames.sorted())
            for frame in [Int64.min, -1, 0, 1, .max] { _ = clock.tick(atFrame: frame) }
            _ = clock.seconds(atTick: .max).text()
          }
        }
      }
    }
  }

  @Test func cursorAnswersAsTheClockInAnyOrder() {
    let seed: UInt64 = 14
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(20) {
      let clock = FrameClock(map: random.musicalMap(changes: 200, ramps: true), sampleRate: 48_000)
      var cursor = clock.makeCursor()
      var tick: Tick = 0
      for _ in 0..<100 {
        tick = random.number(0...9) == 0 ? random.number(-5...1_000_000) : tick + random.magnitude(bits: 15)
        let frame = clock.frame(atTick: tick)
        #expect(cursor.frame(atTick: tick) == frame, "tick \(tick), round \(round), seed \(seed)")
        let other = frame + random.number(-50_000...50_000)
        #expect(cursor.tick(atFrame: other) == clock.tick(atFrame: other), "round \(round), seed \(seed)")
      }
      withExtendedLifetime(clock) {}
    }
  }
}
