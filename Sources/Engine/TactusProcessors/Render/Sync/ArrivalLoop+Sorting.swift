/// Handles arrivals at unexpected times.
///
/// Two explanations are compared by their cost, a negative log-likelihood. Either the stream continues, and messages
/// were lost, doubled or stray; or the tempo has stepped, and a different stream began at one of these arrivals. Each
/// loss has a cost, which is higher the rarer losses are; a step has a single fixed cost. The explanation with the
/// lower cost is accepted. The comparison continues until the other stream has sixteen arrivals, so that an assumed
/// step can be revoked.
extension ArrivalLoop {
  private static var strayCost: Double { 6 }
  private static var stepCost: Double { 16 }

  /// The cost of a loss: approximately −ln of the frequency of losses, which is limited to 1…10 %.
  private var lossCost: Double { 4.6 - 23 * (lossRate - 0.01) }

  /// The variance of prediction errors.
  private var variance: Double {
    let least = 0.75 + 0.001 * track.interval
    return noise + least * least
  }

  /// The number of frames by which rounding to blocks may move an arrival: one block and a margin. If blocks are
  /// shorter than a message interval, the result is limited to about half an interval, because otherwise lost messages
  /// could not be detected.
  var rounding: Double {
    let (block, half) = (1.1 * grain.frames, 0.55 * line.interval)
    return block > half && grain.frames < 0.9 * line.interval ? half : block
  }

  /// Whether the errors of arrivals are so large that a single arrival proves nothing; the arrivals may then even
  /// belong to another stream.
  private var isBlind: Bool { noise > 0.06 * track.interval * track.interval && grain.frames < 0.4 * track.interval }

  private func isFar(_ error: Double) -> Bool {
    error * error > 16 * noise && abs(error) > 3 + 0.003 * track.interval && abs(error) > rounding
  }

  /// Fixes the number of the latest arrival, so that conclusions about earlier arrivals no longer change it.
  mutating func pin() {
    if strays > 0, hasBlocks { settle(at: latestTime) }
    window.pin(as: index)
  }

  /// Clears the window. If the line includes fewer than sixteen arrivals, the search for a regular stream restarts at
  /// the latest arrival.
  mutating func anchor() {
    window.removeAll()
    (doubt, calm, strays, isAcquiring) = (0, 0, 0, line.points < 16)
    guard isAcquiring else { return }
    window.add(latestTime, .init(number: index, gap: 0, doubt: 0, isOdd: false))
    window.pin(as: index)
  }

  // MARK: The first arrivals

  /// Processes one of the first arrivals, and follows the regular stream that most likely produced all of them.
  /// Messages may have been lost between any two of them.
  mutating func acquire(_ time: Double) {
    window.add(time, .init(number: index, gap: 0, doubt: 0, isOdd: false))
    let isHidden = grain.frames > 0.9 * track.interval
    if window.count >= 4, !isHidden, let fit = likeliest(), number(fit) != index { adopt(fit) }
    if window.isFull { close() }
  }

  /// Returns the regular stream that most likely produced the window's arrivals if their jitter is unknown; nil if no
  /// stream is plausible.
  private mutating func likeliest() -> ArrivalWindow.Fit? {
    let least = 1 + 0.3 * grain.frames
    let count = Double(window.count)
    let found = window.best(intervals) { fit in
      let points = Double(fit.points)
      let variance = fit.squares / (points > 3 ? points - 2 : 1) + least * least + 1e-6 * fit.interval * fit.interval
      // approximates ln √variance from the binary exponent
      let logarithm = 0.3466 * (Double(variance.exponent) + variance.significand - 1)
      return count * logarithm + 3 * Double(fit.events)
    }
    guard let fit = found?.fit, 3 * fit.events < window.count,
      fit.squares < 0.09 * fit.interval * fit.interval * Double(fit.points)
    else {
      return nil
    }
    return fit
  }

  mutating func close() {
    window.removeAll()
    (isAcquiring, doubt, calm, strays) = (false, 0, 0, 0)
  }

  /// Continues with a stream that was found in the window.
  private mutating func adopt(_ fit: ArrivalWindow.Fit) {
    renumber(fit)
    let anew = ArrivalTrack(time: fit.time, interval: fit.interval, change: 0, points: Double(fit.points))
    (line, parabola) = (anew, anew)
    parabola.points = 3
    let square = fit.squares / Double(fit.points > 3 ? fit.points &- 2 : 2)
    (lineError, parabolaError, noise, roughness) = (square, square, square, square)
    (lag, lagPoints, bias, isBending, strays) = (0, 0, 0, false, 0)
    limit(&line)
    limit(&parabola)
  }

  private func number(_ fit: ArrivalWindow.Fit) -> Int64 {
    window.number(fit, after: former, variance: formerVariance)
  }

  /// Sets the number of the latest arrival to its number in a stream, counting messages lost before the window's first
  /// arrival.
  private mutating func renumber(_ fit: ArrivalWindow.Fit) {
    let number = number(fit)
    lost &+= number &- index
    index = number
  }

  // MARK: Later arrivals

  /// Processes an arrival that is `error` frames later than predicted, and `gap` frames after the previous arrival.
  mutating func sort(_ error: Double, at time: Double, after gap: Double) {
    if hasBlocks { return sortRounded(error, at: time, after: gap) }
    let interval = track.interval
    let number = ArrivalWindow.nearest(error / interval)
    let rest = error - number * interval
    let scale = 0.5 / variance
    let isWhole =
      (number >= 1 || number <= -1 && abs(rest) < 0.4 * interval) && abs(number) < 1e6 && abs(error) > rounding
    // an arrival directly after another one is a doubled message, whatever its exact time
    let isDoubled = isWhole && number == -1 && gap < 0.3 * interval
    let isLoss = isWhole && !isDoubled && !isFar(rest) && lossCost + rest * rest * scale < error * error * scale
    let isEvent = isDoubled || isLoss
    lossRate += ((isEvent ? 1 : 0) - lossRate) / 64
    lossRate = lossRate < 0.01 ? 0.01 : lossRate > 0.1 ? 0.1 : lossRate
    let isStray = !isEvent && isFar(error)
    let isOdd = isEvent || isStray
    if window.count == 0 { doubt = 0 }
    if window.count > 0 || isOdd || isBlind {
      window.add(time, .init(number: index, gap: gap, doubt: doubt, isOdd: isOdd))
    }
    if isEvent {
      doubt += lossCost + (isLoss ? rest * rest * scale : 0)
      index &+= Int64(number)
      lost &+= Int64(number)
      line.time += number * line.interval
      parabola.time += number * parabola.interval
    } else {
      doubt += isStray ? Self.strayCost : error * error * scale
    }
    strays = isStray ? strays &+ 1 : 0
    if !isStray, !isDoubled { correct(time) }
    calm = isOdd ? 0 : calm &+ 1
    if window.count > 0 { weigh(at: time) }
  }

  /// Decides whether a different stream began at one of the window's arrivals, and switches to that stream if so.
  private mutating func weigh(at time: Double) {
    if isBlind {
      guard window.isFull else { return }
      if let fit = likeliest(), fit.squares < 0.25 * noise * Double(fit.points) { stepTo(fit, at: time) }
      return close()
    }
    if calm >= 4 { return close() }
    guard window.count >= 3, calm == 0 || window.isFull else { return }
    let (scale, cost) = (0.5 / variance, lossCost)
    var (least, chosen) = (doubt, -1)
    var found: ArrivalWindow.Fit?
    for first in 0..<(window.count &- 2) {
      let entry = window.entry(first)
      guard entry.isOdd else { continue }
      var rest = window.dropping(first)
      guard let best = rest.best(intervals, score: { $0.squares * scale + cost * Double($0.events) }) else { continue }
      let isAfterGap = entry.gap > 3 * track.interval && entry.gap > 3 * best.fit.interval
      let step = isAfterGap ? 6 : Self.stepCost
      if entry.doubt + step + best.score < least {
        (least, chosen, found) = (entry.doubt + step + best.score, first, best.fit)
      }
    }
    if let found {
      window = window.dropping(chosen)
      stepTo(found, at: time)
    } else if window.isFull {
      // neither explanation applies: the estimate of the jitter is wrong
      if strays > 0, let fit = likeliest() { stepTo(fit, at: time) }
      close()
    }
  }

  private mutating func stepTo(_ fit: ArrivalWindow.Fit, at time: Double) {
    (former, formerVariance) = (track.interval, variance)
    // a long gap, after which the tempo has changed by less than 10 %, is a pause and not a tempo step
    let isPause = window.entry(0).gap > 3 * former && fit.interval > 0.9 * former && fit.interval < 1.1 * former
    if isPause {
      renumber(fit)
      return settle(at: fit.time)
    }
    steps &+= 1
    grain = ArrivalGrain()
    grain.resume(at: time)
    adopt(fit)
    isAcquiring = true
    if window.isFull { close() }
  }
}
