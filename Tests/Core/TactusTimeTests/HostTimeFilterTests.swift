import TactusTime
import TestSupport
import Testing

/// A stream whose callbacks are stamped with jitter.
private struct Stream {
  var frame: Int64
  /// The true number of ticks (ns) per frame.
  let ticks: Double
  let start: Int64
  let firstFrame: Int64
  let length: Int64

  init(from frame: Int64, length: Int64 = 512, rate: Double = 48_000, partsPerMillion: Double = 0) {
    (self.frame, firstFrame, self.length) = (frame, frame, length)
    ticks = 1e9 / rate * (1 + partsPerMillion * 1e-6)
    start = 1 << 50  // 13 days after the machine was started
  }

  var trueTime: Double { Double(start) + Double(frame - firstFrame) * ticks }

  func stamp(_ jitter: Double) -> HostStamp { HostStamp(frame: frame, hostTime: Int64(trueTime + jitter)) }
}

struct HostTimeFilterTests {
  /// The remaining error with ±1 ms of jitter, at the beginning of a stream and after 24 hours, with a clock that is
  /// off by 100 ppm.
  @Test(arguments: [0, 86_400 * 48_000], [0.0, 100, -100])
  func jitterIsTakenOut(firstFrame: Int64, drift: Double) {
    for seed in 0..<UInt64(rounds(2)) {
      var random = SeededGenerator(seed: seed)
      var stream = Stream(from: firstFrame, partsPerMillion: drift)
      var clock = HostClock(sampleRate: 48_000)
      let memory = HostTimeFilterMemory(for: clock)
      var filter = memory.filter
      var (squares, count, last) = (0.0, 0, Int64.min)
      for cycle in 0..<4_000 {
        filter.add(stream.stamp(Double.random(in: -1e6...1e6, using: &random)))
        filter.anchor(&clock)
        // at the cycle's beginning and a cycle later: the range of times that this cycle's events get
        let error = Double(clock.hostTime(atFrame: stream.frame)) - stream.trueTime
        let later =
          Double(clock.hostTime(atFrame: stream.frame + stream.length)) - stream.trueTime
          - Double(stream.length) * stream.ticks
        let note = "cycle \(cycle), seed \(seed): \(error) ns, \(later) ns"
        #expect(clock.anchorFrame == stream.frame && clock.anchorTime > last, "\(note)")
        last = clock.anchorTime
        #expect(abs(error) <= (cycle < 512 ? 1.1e6 : 0.3e6), "\(note)")
        #expect(abs(later) <= (cycle < 512 ? 1.1e6 : 0.3e6), "\(note)")
        if cycle >= 512 { (squares, count) = (squares + error * error, count + 1) }
        stream.frame += stream.length
      }
      let rms = (squares / Double(count)).squareRoot()
      #expect(rms < 0.075e6, "seed \(seed): rms \(rms) ns")
      #expect(rms > 0.02e6, "seed \(seed): rms \(rms) ns; was there any jitter?")
      #expect(filter.count == 512 && filter.discontinuities == 0)
    }
  }

  /// Without jitter the line passes exactly through every point, however large the numbers are.
  @Test(arguments: [0, 86_400 * 48_000, 1 << 52], [64, 512, 8_192])
  func exactPointsStayExact(firstFrame: Int64, length: Int64) {
    var stream = Stream(from: firstFrame, length: length, rate: 50_000)  // 20,000 ns a frame
    var clock = HostClock(sampleRate: 50_000)
    let memory = HostTimeFilterMemory(for: clock)
    var filter = memory.filter
    for _ in 0..<1_500 {
      let time = stream.start + (stream.frame - firstFrame) * 20_000
      filter.add(HostStamp(frame: stream.frame, hostTime: time))
      filter.anchor(&clock)
      #expect(clock.anchorTime == time && clock.hostTime(atFrame: stream.frame + length) == time + 20_000 * length)
      stream.frame += length
    }
  }

  /// Compared with sums that are computed anew each time, with cycles of any length.
  @Test func theSumsAreThoseOfTheLatestPoints() {
    for seed in 0..<UInt64(rounds(3)) {
      var random = SeededGenerator(seed: 40 + seed)
      var clock = HostClock(sampleRate: 44_100)
      let memory = HostTimeFilterMemory(for: clock)
      var filter = memory.filter
      var points: [(frame: Int64, time: Int64)] = []
      var frame: Int64 = 0
      for _ in 0..<1_400 {
        frame += Int64.random(in: 1...3_000, using: &random)
        let time = Int64(Double(frame) * 22_675.7 + Double.random(in: -3e6...3e6, using: &random))
        points.append((frame, time))
        if points.count > 512 { points.removeFirst() }
        filter.add(HostStamp(frame: frame, hostTime: time))
        filter.anchor(&clock)
        guard points.count >= 64 else { continue }
        let n = Double(points.count)
        let xs = points.map { Double($0.frame - frame) }
        let ys = points.map { Double($0.time - time) }
        let (meanX, meanY) = (xs.reduce(0, +) / n, ys.reduce(0, +) / n)
        let slope =
          zip(xs, ys).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
          / xs.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
        let expected = meanY - slope * meanX
        #expect(abs(Double(clock.anchorTime - time) - expected) <= 1, "seed \(40 + seed), frame \(frame)")
      }
      #expect(filter.count == 512)
    }
  }

  @Test func discontinuities() {
    var stream = Stream(from: 0)
    var clock = HostClock(sampleRate: 48_000)
    let memory = HostTimeFilterMemory(for: clock)
    var filter = memory.filter
    func play(_ cycles: Int, late: Double = 0) {
      for _ in 0..<cycles {
        filter.add(stream.stamp(late))
        stream.frame += stream.length
      }
    }
    play(600)
    // a callback or two that come very late change nothing
    play(2, late: 80e6)
    filter.anchor(&clock)
    #expect(filter.count == 512 && filter.discontinuities == 0)
    #expect(abs(Double(clock.hostTime(atFrame: stream.frame)) - stream.trueTime) < 50)
    // three in a row mean that the time has changed
    play(1)
    play(3, late: 80e6)
    filter.anchor(&clock)
    #expect(filter.count == 1 && filter.discontinuities == 1)
    #expect(abs(Double(clock.hostTime(atFrame: stream.frame)) - stream.trueTime - 80e6) < 50)
    play(10, late: 80e6)
    #expect(filter.count == 11 && filter.discontinuities == 1)
    // frames that go back, stay the same, or jump
    for frame in [100, 100, 1 << 40, .max, .min] as [Int64] {
      let before = filter.discontinuities
      filter.add(HostStamp(frame: frame, hostTime: 5))
      #expect(filter.count == 1 && filter.discontinuities == before + 1)
    }
    // stamps with missing parts are ignored
    let before = clock
    filter.reset()
    filter.add(HostStamp())
    filter.anchor(&clock)
    #expect(filter.count == 0 && clock == before)
  }

  @Test func nothingTraps() {
    for seed in 0..<UInt64(rounds(50)) {
      var random = SeededGenerator(seed: seed)
      var clock = HostClock(sampleRate: 1, timeBase: HostTimeBase(numerator: 1, denominator: .max))
      let memory = HostTimeFilterMemory(for: clock, tolerance: Bool.random(using: &random) ? .max : .min)
      var filter = memory.filter
      var (frame, time) = (Int64.min, Int64.min)
      for _ in 0..<700 {
        if Int.random(in: 0..<50, using: &random) == 0 {
          (frame, time) = (Int64(truncatingIfNeeded: random.next()), Int64(truncatingIfNeeded: random.next()))
        }
        frame &+= Int64.random(in: 1...1 << 24, using: &random)
        time &+= Int64.random(in: -(1 << 43)...1 << 43, using: &random)
        filter.add(HostStamp(frame: frame, hostTime: time))
        filter.anchor(&clock)
        _ = clock.hostTime(atFrame: .max)
      }
    }
  }
}
