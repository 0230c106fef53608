/// The latest arrivals, up to sixteen, and the regular stream that most likely lies behind them, lost and doubled messages
/// included.
///
/// - Thread: audio
struct ArrivalWindow {
  static let capacity = 16

  /// A regular stream, and what speaks against it.
  struct Fit {
    /// Frames between messages, and when the latest one should have come.
    var interval: Double
    var time: Double
    /// The variance of the interval, as a part of that of arrivals.
    var spread: Double
    /// The sum of the squares of what arrivals are off, in frames, and of how many arrivals.
    var squares: Double
    var points: Int
    /// At how many arrivals messages were lost or doubled.
    var events: Int
    /// The number of the latest message after the pinned arrival's, or the first one's.
    var advance: Int64
  }

  /// An arrival as the stream that was known before takes it.
  struct Entry {
    /// Its number if nothing was lost just before it.
    var number: Int64
    /// How long nothing had come before it, in frames.
    var gap: Double
    /// What the arrivals before it say against the known stream; see `ArrivalLoop.sort`.
    var doubt: Double
    /// Whether it came elsewhere than foretold.
    var isOdd: Bool
  }

  /// When the first one came; the times of all are counted from there.
  private var first = 0.0
  private var times = SIMD16<Double>()
  private var numbers = SIMD16<Int64>()
  private var gaps = SIMD16<Double>()
  private var doubts = SIMD16<Double>()
  private var odd: UInt16 = 0
  /// The number of each in the stream that is tried.
  private var places = SIMD16<Double>()
  private(set) var count = 0
  /// The arrival whose number is certain, and its number; −1: none is.
  private var pin = -1
  private var pinned: Int64 = 0

  var isFull: Bool { count >= Self.capacity }

  mutating func removeAll() { (count, pin, odd) = (0, -1, 0) }

  mutating func add(_ time: Double, _ entry: Entry) {
    guard !isFull else { return }
    if count == 0 { first = time }
    times[count] = time - first
    (numbers[count], gaps[count], doubts[count]) = (entry.number, entry.gap, entry.doubt)
    if entry.isOdd { odd |= 1 << UInt16(count) }
    count &+= 1
  }

  /// Makes the latest arrival's number certain.
  mutating func pin(as number: Int64) {
    if count > 0 { (pin, pinned) = (count &- 1, number) }
  }

  func entry(_ index: Int) -> Entry {
    Entry(number: numbers[index], gap: gaps[index], doubt: doubts[index], isOdd: odd >> UInt16(index) & 1 != 0)
  }

  /// The arrivals from one of them on.
  func dropping(_ dropped: Int) -> ArrivalWindow {
    guard dropped > 0, dropped < count else { return self }
    var rest = ArrivalWindow()
    for index in dropped..<count { rest.add(first + times[index], entry(index)) }
    if pin >= dropped { (rest.pin, rest.pinned) = (pin &- dropped, pinned) }
    return rest
  }

  /// The number of the latest message in a stream.
  ///
  /// - Parameters:
  ///   - interval: that of the stream before; the tempo may have moved in the gap before the first arrival.
  ///   - variance: that of arrivals.
  func number(_ fit: Fit, after interval: Double, variance: Double) -> Int64 {
    guard pin < 0 else { return pinned &+ fit.advance }
    return numbers[0] &+ missing(fit, after: interval, variance: variance) &+ fit.advance
  }

  /// How many messages were lost before the first arrival: in a short gap as few as both intervals allow, in a long one as
  /// many as their mean says, or the interval before, where the other is not known to differ.
  private func missing(_ fit: Fit, after interval: Double, variance: Double) -> Int64 {
    guard gaps[0] > 0 else { return 0 }
    let longer = fit.interval > interval ? fit.interval : interval
    let change = fit.interval - interval
    let mean = change * change < 9 * variance * fit.spread ? interval : interval + 0.5 * change
    let passed = Self.nearest(gaps[0] > 4 * longer ? gaps[0] / mean : gaps[0] / longer + 0.25)
    return passed > 1 ? Int64(passed) &- 1 : 0
  }

  /// The stream that makes all of this most likely.
  ///
  /// - Parameters:
  ///   - intervals: the least and the most that are believed.
  ///   - score: how unlikely a stream is.
  mutating func best(
    _ intervals: (least: Double, most: Double), score: (Fit) -> Double
  ) -> (fit: Fit, score: Double)? {
    var best: (fit: Fit, score: Double)?
    for candidate in 0..<count {
      // the first candidate: nothing was lost; the others: the distance of two neighbours
      if candidate > 0 {
        let distance = times[candidate] - times[candidate &- 1]
        guard distance >= intervals.least, distance <= intervals.most, spread(by: distance) else { continue }
      } else {
        for index in 0..<count { places[index] = Double(index) }
      }
      guard let fit = fit(intervals) else { continue }
      let score = score(fit)
      if best.map({ score < $0.score }) ?? true { best = (fit, score) }
    }
    return best
  }

  /// Gives each arrival its place in a stream of an interval, twice: the second time along the line through the first.
  private mutating func spread(by distance: Double) -> Bool {
    var (interval, anchor) = (distance, 0.0)
    places[0] = 0
    for index in 1..<count {
      guard (times[index] - times[index &- 1]) / interval < 1e6 else { return false }
      places[index] = position(of: index, wanted: (times[index] - anchor) / interval, interval)
      if places[index] > places[index &- 1] {
        // as much as the line is known so far
        let error = times[index] - anchor - places[index] * interval
        let weight = 1 / Double(index &+ 1)
        anchor += weight * error
        interval += 0.5 * weight * error / places[index]
      }
      guard interval > 0 else { return false }
    }
    guard let line = line() else { return false }
    let origin = Self.nearest(-line.anchor / line.interval)
    for index in 1..<count {
      places[index] = position(of: index, wanted: (times[index] - line.anchor) / line.interval - origin, line.interval)
    }
    return true
  }

  /// The place of an arrival, which may be that of the one before only if it comes right behind it.
  private func position(of index: Int, wanted: Double, _ interval: Double) -> Double {
    let (position, before) = (Self.nearest(wanted), places[index &- 1])
    if position > before { return position }
    return times[index] - times[index &- 1] < 0.3 * interval ? before : before + 1
  }

  /// Whether an arrival has the place of the one before.
  private func isDoubled(_ index: Int) -> Bool { index > 0 && places[index] == places[index &- 1] }

  /// The line of least squares through the places.
  private func line() -> (anchor: Double, interval: Double, spread: Double)? {
    var (x, y, points) = (0.0, 0.0, 0.0)
    for index in 0..<count where !isDoubled(index) {
      (x, y, points) = (x + places[index], y + times[index], points + 1)
    }
    (x, y) = (x / points, y / points)
    var (xx, xy) = (0.0, 0.0)
    for index in 0..<count where !isDoubled(index) {
      let dx = places[index] - x
      (xx, xy) = (xx + dx * dx, xy + dx * (times[index] - y))
    }
    guard xx > 0, xy > 0 else { return nil }
    let interval = xy / xx
    return (y - interval * x, interval, 1 / xx)
  }

  private func fit(_ intervals: (least: Double, most: Double)) -> Fit? {
    guard let line = line(), line.interval >= intervals.least, line.interval <= intervals.most else { return nil }
    let last = places[count &- 1]
    var fit = Fit(
      interval: line.interval, time: first + line.anchor + last * line.interval, spread: line.spread,
      squares: 0, points: 0, events: 0,
      advance: Int64(last - places[pin > 0 ? pin : 0]))
    for index in 0..<count {
      if index > 0, places[index] - places[index &- 1] != 1 { fit.events &+= 1 }
      guard !isDoubled(index) else { continue }
      let error = times[index] - line.anchor - places[index] * line.interval
      fit.squares += error * error
      fit.points &+= 1
    }
    return fit
  }

  /// A line through the errors of arrivals, which are their doubts here.
  struct Trend {
    /// By how much each is more than the one before.
    var slope: Double
    /// What the latest is on the line.
    var last: Double
  }

  func trend() -> Trend {
    let points = Double(count)
    let middle = 0.5 * (points - 1)
    var (mean, xx, xy) = (0.0, 0.0, 0.0)
    for index in 0..<count { mean += doubts[index] / points }
    for index in 0..<count {
      let x = Double(index) - middle
      (xx, xy) = (xx + x * x, xy + x * doubts[index])
    }
    return Trend(slope: xy / xx, last: mean + xy / xx * middle)
  }

  /// By how many intervals the latest error is off, and for how many arrivals it has been that, if all are off by whole
  /// numbers, but for a bound, and these change twice at most; nil: they are not.
  func wholeOffset(_ interval: Double, within bound: Double) -> (number: Double, length: Int)? {
    var (before, changes, length) = (0.0, 0, 0)
    for index in 0..<count {
      let number = Self.nearest(doubts[index] / interval)
      guard number != 0, abs(number) < 1e6, abs(doubts[index] - number * interval) < bound else { return nil }
      if index > 0, number != before { (changes, length) = (changes &+ 1, 0) }
      (before, length) = (number, length &+ 1)
    }
    return changes < 3 ? (before, length) : nil
  }

  /// The nearest whole number, halves away from 0; what is beyond ±10⁹ is taken as that.
  static func nearest(_ value: Double) -> Double {
    guard value > -1e9 else { return -1e9 }
    guard value < 1e9 else { return 1e9 }
    return Double(Int64(value + (value < 0 ? -0.5 : 0.5)))
  }
}
