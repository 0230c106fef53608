import TactusTime
import TestSupport
import Testing

@Suite struct MeterMapTests {
  @Test func commonTimeByDefault() {
    let map = MeterMap(timeBase: .ticksPerQuarter(480))
    #expect(map.position(atTick: 0) == BarPosition(bar: 1, beat: 1, tick: 0))
    #expect(map.position(atTick: 4 * 480 * 11 + 2 * 480 + 240).description == "12:3:240")
    #expect(map.position(atTick: -1) == BarPosition(bar: 0, beat: 4, tick: 479))
    #expect(map.meter(atTick: 5) == .common && Meter.common.description == "4/4")
  }

  @Test func aNewMeterBeginsABar() throws {
    let waltz = try #require(Meter(numerator: 3, denominatorPower: 2))
    let map = MeterMap(timeBase: .ticksPerQuarter(10), entries: [.init(tick: 55, meter: waltz)])
    #expect(map.position(atTick: 54) == BarPosition(bar: 2, beat: 2, tick: 4))
    #expect(map.position(atTick: 55) == BarPosition(bar: 3, beat: 1, tick: 0))
    #expect(map.position(atTick: 85) == BarPosition(bar: 4, beat: 1, tick: 0))
  }

  @Test func nonsenseIsNoMeter() {
    #expect(Meter(numerator: 0, denominatorPower: 2) == nil && Meter(numerator: 4, denominatorPower: 8) == nil)
    for (beats, noteValue) in [(0, 4), (256, 4), (4, 0), (4, 3), (4, 256), (.min, .max), (3, -4)] {
      #expect(Meter(beats, noteValue) == nil, "\(beats)/\(noteValue)")
    }
    #expect(Meter(6, 8) == Meter(numerator: 6, denominatorPower: 3) && Meter(255, 128)?.description == "255/128")
  }

  /// Compared with a walk tick by tick, in fractions of a tick.
  @Test func positionsAreThoseOfAWalk() throws {
    let seed: UInt64 = 41
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(25) {
      let ticksPerQuarter = random.number(1...7)
      var meters: [MeterMap.Entry] = []
      for _ in 0..<random.number(0...5) {
        let meter = Meter(numerator: UInt8(random.number(1...9)), denominatorPower: UInt8(random.number(0...7)))
        meters.append(.init(tick: random.number(0...100), meter: try #require(meter)))
      }
      let map = MeterMap(timeBase: .ticksPerQuarter(Int(ticksPerQuarter)), entries: meters)
      var (meter, bar, parts) = (Meter.common, 1, Int64(0))  // parts of a whole note / (4 · quarter · noteValue)
      for tick in Int64(0)..<200 {
        if let change = meters.last(where: { $0.tick == tick }) {
          if parts > 0 { bar += 1 }
          (meter, parts) = (change.meter, 0)
        }
        let whole = 4 * ticksPerQuarter
        let expected = BarPosition(
          bar: bar, beat: Int(parts / whole) + 1, tick: Int(parts % whole) / meter.noteValue)
        #expect(map.position(atTick: tick) == expected, "tick \(tick), round \(round), seed \(seed)")
        #expect(map.meter(atTick: tick) == meter, "tick \(tick), round \(round), seed \(seed)")
        #expect(map.tick(ofBar: bar) <= tick && tick <= map.tick(ofBar: bar + 1), "tick \(tick), round \(round)")
        parts += Int64(meter.noteValue)
        while parts >= whole * Int64(meter.beats) { (bar, parts) = (bar + 1, parts - whole * Int64(meter.beats)) }
      }
    }
  }

  @Test func extremesDoNotTrap() {
    let meters: [MeterMap.Entry] = [.init(tick: .min, meter: .common), .init(tick: .max, meter: .common)]
    let map = MeterMap(timeBase: .ticksPerFrame(.max, .drop29), entries: meters)
    for tick in [Tick.min, -1, 0, .max] { _ = map.position(atTick: tick) }
    for bar in [Int.min, 0, .max] { _ = map.tick(ofBar: bar) }
    for bar in [Int.max - 1, .max] { #expect(!map.has(BarPosition(bar: bar, beat: 1, tick: 0))) }
    #expect(!map.has(BarPosition(bar: 1, beat: .max, tick: .max)) && map.has(BarPosition(bar: 1, beat: 1, tick: 0)))
  }
}
