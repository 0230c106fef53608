/// Handles unexpected arrivals that are rounded to blocks of about a third of a message interval or more, where a
/// single arrival is inconclusive.
///
/// After a loss, all following arrivals are late by the same whole number of intervals, apart from rounding. After a
/// tempo step, the error grows with each arrival, until no whole number fits.
extension ArrivalLoop {
  /// Whether arrivals are rounded to blocks longer than 0.3 message intervals.
  var hasBlocks: Bool { grain.frames > 0.3 * line.interval }

  /// Processes an arrival that is `error` frames later than predicted, and `gap` frames after the previous arrival.
  mutating func sortRounded(_ error: Double, at time: Double, after gap: Double) {
    guard line.points >= 8, abs(error) > rounding, abs(error) > 3 + 0.003 * track.interval else {
      if strays > 0 { close() }
      return correct(time)
    }
    if strays == 0 { window.removeAll() }
    window.add(time, .init(number: index, gap: gap, doubt: error, isOdd: true))
    strays &+= 1
    guard window.count >= 4 else { return }
    let bound = 0.52 * grain.frames + 0.001 * sampleRate
    guard let offset = window.wholeOffset(line.interval, within: bound), !window.isFull || offset.length >= 5 else {
      return stepAlong(window.trend())
    }
    guard window.count >= 8, offset.length >= 5 else { return }
    let number = offset.number
    index &+= Int64(number)
    lost &+= Int64(number)
    line.time += number * line.interval
    parabola.time += number * parabola.interval
    close()
    correct(time)
  }

  /// Handles a tempo step: continues along the line through the deviating arrivals.
  private mutating func stepAlong(_ trend: ArrivalWindow.Trend) {
    let interval = line.interval + trend.slope
    let longer = trend.slope > 0 ? interval : line.interval
    let passed = ArrivalWindow.nearest((window.entry(0).gap - grain.frames) / longer + 0.25)
    if passed > 1, passed < 1e6 {
      index &+= Int64(passed) &- 1
      lost &+= Int64(passed) &- 1
    }
    steps &+= 1
    let anew = ArrivalTrack(time: line.time + trend.last, interval: interval, change: 0, points: Double(window.count))
    (line, parabola) = (anew, anew)
    parabola.points = 3
    (lineError, parabolaError, lag, lagPoints, bias, isBending) = (0, 0, 0, 0, 0, false)
    limit(&line)
    limit(&parabola)
    close()
  }
}
