/// The latest arrivals, up to sixteen, and the search for the regular stream that most likely produced them, allowing
/// for lost and doubled messages.
///
/// - Thread: audio
struct ArrivalWindow {
  static let capacity = 16

  /// A regular stream that is fitted to the arrivals.
  struct Fit {
    /// The interval in frames.
    var interval: Double
    /// The estimated time of the latest message in frames.
    var time: Double
    /// The variance of the interval, as a multiple of the variance of arrival times.
    var spread: Double
    /// The sum of the squared errors of arrivals in frames.
    var squares: Double
    /// The number of arrivals in ``squares``.
    var points: Int
    /// The number of arrivals that are doubled messages or follow lost messages.
    var events: Int
    /// The number of the latest message, counted from the arrival whose number is fixed (see `pin`), or from the first
    /// arrival if there is none.
    var advance: Int64
  }

  /// An arrival, interpreted as part of the previously known stream.
  struct Entry {
    /// The number of its message, assuming that none was lost immediately before it.
    var number: Int64
    /// The gap before the arrival in frames.
    var gap: Double
    /// The cost of explaining the arrivals before it by the known stream: see `ArrivalLoop.sort`. If arrivals are
    /// rounded to blocks, this is instead the error of the arrival in frames.
    var doubt: Double
    /// Whether the arrival's time was unexpected.
    var isOdd: Bool
  }

  /// The time of the first arrival, to which `times` are relative.
  private var first = 0.0
  private var times = SIMD16<Double>()
  private var numbers = SIMD16<Int64>()
  private var gaps = SIMD16<Double>()
  private var doubts = SIMD16<Double>()
  private var odd: UInt16 = 0
  /// The number of each arrival in the stream that is being tried.
  private var indices = SIMD16<Double>()
  private(set) var count = 0
  /// The index of the arrival whose number is fixed; −1 for none.
  private var pin = -1
  /// The message number to which that arrival is fixed.
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

  /// Fixes the number of the latest arrival.
  mutating func pin(as number: Int64) {
    if count > 0 { (pin, pinned) = (count &- 1, number) }
  }

  func entry(_ index: Int) -> Entry {
    Entry(number: numbers[index], gap: gaps[index], doubt: doubts[index], isOdd: odd >> UInt16(index) & 1 != 0)
  }

  /// Returns the arrivals starting at an index.
  func dropping(_ dropped: Int) -> ArrivalWindow {
    guard dropped > 0, dropped < count else { return self }
    var rest = ArrivalWindow()
    for index in dropped..<count { rest.add(first + times[index], entry(index)) }
    if pin >= dropped { (rest.pin, rest.pinned) = (pin &- dropped, pinned) }
    return rest
  }

  /// Returns the ordinal number that the latest arrival has in a fitted stream, counting lost messages.
  ///
  /// - Parameters:
  ///   - interval: the interval of the previous stream; the tempo may have changed in the gap before the first arrival.
  ///   - variance: the variance of arrival times.
  func number(_ fit: Fit, after interval: Double, variance: Double) -> Int64 {
    guard pin < 0 else { return pinned &+ fit.advance }
    return numbers[0] &+ missing(fit, after: interval, variance: variance) &+ fit.advance
  }

  /// Returns the number of messages lost before the first arrival. A gap of up to four intervals is divided by the
  /// longer of the previous and the new interval, so the number is the smaller one. A longer gap is divided by the mean
  /// of the two intervals, or by the previous interval if the new one does not differ significantly.
  private func missing(_ fit: Fit, after interval: Double, variance: Double) -> Int64 {
    guard gaps[0] > 0 else { return 0 }
    let longer = fit.interval > interval ? fit.interval : interval
    let change = fit.interval - interval
    let mean = change * change < 9 * variance * fit.spread ? interval : interval + 0.5 * change
    let passed = Self.nearest(gaps[0] > 4 * longer ? gaps[0] / mean : gaps[0] / longer + 0.25)
    return passed > 1 ? Int64(passed) &- 1 : 0
  }

  /// Returns the most likely stream.
  ///
  /// - Parameters:
  ///   - intervals: the range of plausible intervals.
  ///   - score: returns the cost of a stream; the lowest is best.
  mutating func best(
    _ intervals: (least: Double, most: Double), score: (Fit) -> Double
  ) -> (fit: Fit, score: Double)? {
    var best: (fit: Fit, score: Double)?
    for candidate in 0..<count {
      // the first candidate assumes no losses; the others assume that the interval is the distance between two
      // neighboring arrivals
      if candidate > 0 {
        let distance = times[candidate] - times[candidate &- 1]
        guard distance >= intervals.least, distance <= intervals.most, spread(by: distance) else { continue }
      } else {
        for index in 0..<count { indices[index] = Double(index) }
      }
      guard let fit = fit(intervals) else { continue }
      let score = score(fit)
      if best.map({ score < $0.score }) ?? true { best = (fit, score) }
    }
    return best
  }

  /// Numbers each arrival in a stream with a given interval, in two passes: the second pass follows the line that the
  /// first has fitted.
  private mutating func spread(by distance: Double) -> Bool {
    var (interval, anchor) = (distance, 0.0)
    indices[0] = 0
    for index in 1..<count {
      guard (times[index] - times[index &- 1]) / interval < 1e6 else { return false }
      indices[index] = position(of: index, wanted: (times[index] - anchor) / interval, interval)
      if indices[index] > indices[index &- 1] {
        // refine the line with each arrival
        let error = times[index] - anchor - indices[index] * interval
        let weight = 1 / Double(index &+ 1)
        anchor += weight * error
        interval += 0.5 * weight * error / indices[index]
      }
      guard interval > 0 else { return false }
    }
    guard let line = line() else { return false }
    let origin = Self.nearest(-line.anchor / line.interval)
    for index in 1..<count {
      indices[index] = position(of: index, wanted: (times[index] - line.anchor) / line.interval - origin, line.interval)
    }
    return true
  }

  /// Returns the number of an arrival. It may equal the number of the previous arrival only if the arrival directly
  /// follows that one.
  private func position(of index: Int, wanted: Double, _ interval: Double) -> Double {
    let (position, before) = (Self.nearest(wanted), indices[index &- 1])
    if position > before { return position }
    return times[index] - times[index &- 1] < 0.3 * interval ? before : before + 1
  }

  /// Whether an arrival has the same message number as the one before it, that is, duplicates it.
  private func isDoubled(_ index: Int) -> Bool { index > 0 && indices[index] == indices[index &- 1] }

  /// Returns the least-squares line through the numbered arrivals, ignoring those of doubled messages.
  private func line() -> (anchor: Double, interval: Double, spread: Double)? {
    var (x, y, points) = (0.0, 0.0, 0.0)
    for index in 0..<count where !isDoubled(index) {
      (x, y, points) = (x + indices[index], y + times[index], points + 1)
    }
    (x, y) = (x / points, y / points)
    var (xx, xy) = (0.0, 0.0)
    for index in 0..<count where !isDoubled(index) {
      let dx = indices[index] - x
      (xx, xy) = (xx + dx * dx, xy + dx * (times[index] - y))
    }
    guard xx > 0, xy > 0 else { return nil }
    let interval = xy / xx
    return (y - interval * x, interval, 1 / xx)
  }

  private func fit(_ intervals: (least: Double, most: Double)) -> Fit? {
    guard let line = line(), line.interval >= intervals.least, line.interval <= intervals.most else { return nil }
    let last = indices[count &- 1]
    var fit = Fit(
      interval: line.interval, time: first + line.anchor + last * line.interval, spread: line.spread,
      squares: 0, points: 0, events: 0,
      advance: Int64(last - indices[pin > 0 ? pin : 0]))
    for index in 0..<count {
      if index > 0, indices[index] - indices[index &- 1] != 1 { fit.events &+= 1 }
      guard !isDoubled(index) else { continue }
      let error = times[index] - line.anchor - indices[index] * line.interval
      fit.squares += error * error
      fit.points &+= 1
    }
    return fit
  }

  /// A line through the errors of arrivals.
  struct Trend {
    /// The increase from each error to the next.
    var slope: Double
    /// The value of the latest error on the line.
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

  /// Returns the latest error in whole intervals, and the number of arrivals for which it has had this value. Returns
  /// nil if any error is not close to a whole number of intervals, if that number is 0, or if it changes more than
  /// twice.
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

  /// Returns the nearest integer, rounding halves away from 0, clamped to ±10⁹.
  static func nearest(_ value: Double) -> Double {
    guard value > -1e9 else { return -1e9 }
    guard value < 1e9 else { return 1e9 }
    return Double(Int64(value + (value < 0 ? -0.5 : 0.5)))
  }
}
