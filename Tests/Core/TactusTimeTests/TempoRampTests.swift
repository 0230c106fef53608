import TactusTime
import TestSupport
import Testing

@Suite struct TempoRampTests {
  /// The time of a ramp by definition: the integral of one over the tempo, here as the sum of 128 short Gauss steps whose
  /// borders lie at equal ratios of tempo.
  private func integral(_ ticks: Int64, of length: Int64, from u0: UInt32, to u1: UInt32, inTime: Bool) -> Double {
    let (v0, v1, length) = (1 / Double(u0), 1 / Double(u1), Double(length))
    func speed(_ b: Double) -> Double {
      inTime ? (v0 * v0 + (v1 * v1 - v0 * v0) * b / length).squareRoot() : v0 + (v1 - v0) * b / length
    }
    func position(_ v: Double) -> Double {
      (inTime ? (v - v0) * (v + v0) / ((v1 - v0) * (v1 + v0)) : (v - v0) / (v1 - v0)) * length
    }
    let nodes = [
      (0, 128.0 / 225), (-0.5384693101056831, 0.47862867049936647), (0.5384693101056831, 0.47862867049936647),
      (-0.906179845938664, 0.23692688505618908), (0.906179845938664, 0.23692688505618908),
    ]
    var ratio = speed(Double(ticks)) / v0
    for _ in 0..<7 { ratio = ratio.squareRoot() }
    var (sum, start, v) = (0.0, 0.0, v0)
    for step in 1...128 {
      v *= ratio
      let end = step == 128 ? Double(ticks) : position(v)
      let half = (end - start) / 2
      for (node, weight) in nodes { sum += half * weight / speed(start + half + node * half) }
      start = end
    }
    return sum
  }

  @Test(arguments: [false, true])
  func timeIsTheIntegralOfTempo(isLinearInTime: Bool) {
    let seed: UInt64 = 21
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(80) {
      let length = 1 + random.magnitude(bits: 20)
      let (first, last) = (random.musicalTempo().tensOfNanoseconds, random.musicalTempo().tensOfNanoseconds)
      guard first != last else { continue }
      let ramp = TempoRamp(length: length, first: first, last: last, isLinearInTime: isLinearInTime)
      for ticks in [0, 1, random.number(0...length), length] where ticks <= length {
        let exact = integral(ticks, of: length, from: first, to: last, inTime: isLinearInTime)
        let error = abs(Double(ramp.time(after: ticks)) - exact)
        #expect(error <= 0.5 + 1e-12 * exact, "\(error) units at \(ticks), round \(round), seed \(seed)")
      }
    }
  }

  /// What follows a ramp is as exact as what precedes it: whole ticks after a whole boundary.
  @Test func boundaryIsExact() {
    let seed: UInt64 = 22
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(100) {
      let end = 1 + random.magnitude(bits: 18)
      let tempo = random.musicalTempo()
      let map = TempoMap(
        timeBase: .ticksPerQuarter(960),
        entries: [
          .init(tick: 0, tempo: random.musicalTempo(), curve: random.curve()), .init(tick: end, tempo: tempo),
        ])
      let clock = FrameClock(map: map, sampleRate: 48_000)
      let start = map.time(atTick: end)
      for ticks in [0, 1, random.magnitude(bits: 30)] {
        let twice = 2 * (start + Int128(ticks) * Int128(tempo.tensOfNanoseconds)) * 48_000 + 96_000_000_000
        let frame = clock.frame(atTick: end + ticks)
        let isRounded = Int128(frame) * 192_000_000_000 <= twice && twice < Int128(frame + 1) * 192_000_000_000
        #expect(isRounded, "tick \(ticks), round \(round), seed \(seed)")
      }
    }
  }

  /// A nearly flat ramp equals a step, and a ramp that is split in two equals the whole ramp.
  @Test func rampsAreContinuous() {
    let flat = TempoRamp(length: 1 << 31, first: 50_000_000, last: 50_000_001, isLinearInTime: false)
    #expect(flat.time(after: 1000) == 50_000_000_000)
    #expect(abs(flat.time(after: 1 << 31) - (1 << 31) * 50_000_000 - (1 << 30)) < 128)  // 10 · 2⁻⁵³ of 10¹⁷
    let whole = TempoRamp(length: 2000, first: 60_000_000, last: 30_000_000, isLinearInTime: false)
    let left = TempoRamp(length: 1000, first: 60_000_000, last: 40_000_000, isLinearInTime: false)
    let right = TempoRamp(length: 1000, first: 40_000_000, last: 30_000_000, isLinearInTime: false)
    #expect(abs(whole.time(after: 1000) - left.time(after: 1000)) <= 1)
    #expect(abs(whole.time(after: 1500) - left.time(after: 1000) - right.time(after: 500)) <= 1)
  }

  /// Up to the limits of length and width time rises, and its inverse is exact.
  @Test func orderAndInverseAtTheLimits() {
    let seed: UInt64 = 23
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(300) {
      let length = 1 + random.magnitude(bits: 31)
      let low = UInt32(1 + random.magnitude(bits: 16))
      let high = low * UInt32(random.number(1...65_535)) + UInt32(random.number(0...Int64(low) - 1))
      guard low != high else { continue }
      let (first, last) = random.number(0...1) == 0 ? (low, high) : (high, low)
      let ramp = TempoRamp(length: length, first: first, last: last, isLinearInTime: random.number(0...1) == 0)
      for _ in 0..<8 {
        let ticks = random.number(0...length - 1)
        let (time, next) = (ramp.time(after: ticks), ramp.time(after: ticks + 1))
        #expect(time <= next, "at \(ticks) of \(ramp), round \(round), seed \(seed)")
        let back = ramp.lastTick(notAfter: time)
        #expect(back == ticks || (back > ticks && ramp.time(after: back) == time), "\(ticks) \(back) of \(ramp)")
        #expect(back == length || ramp.time(after: back + 1) > time, "at \(ticks) of \(ramp), seed \(seed)")
      }
      #expect(ramp.lastTick(notAfter: .max) == length && ramp.time(after: 0) == 0)
    }
  }
}
