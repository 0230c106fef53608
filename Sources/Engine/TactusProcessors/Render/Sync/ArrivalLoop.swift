import CTactusShims

/// Removes the jitter of a regular stream of messages: estimates the number, time and rate of its messages.
///
///     arrival ─► stray? ─► line      (narrow: jitter) ──┐ the one that has
///                  │       parabola  (wide: ramps)   ───┴ predicted better recently
///                  └─ compared: messages were lost or doubled, or the tempo has stepped
///
/// - **Position is counted**, never integrated from the tempo.
/// - **Two tracks.** For arrivals that are exact except for rounding to frames, the parabola follows ramps; for
///   arrivals with jitter, the line follows. The line starts with the bandwidth of two points and narrows to 0.07 Hz.
/// - **Unexpected arrivals** are not followed until their cause is clear: lost or doubled messages, or a tempo step.
///   See `sort(_:at:after:)`, and for arrivals in blocks `sortRounded(_:at:after:)`.
/// - Thread: audio
struct ArrivalLoop {
  /// The number of the latest arrival.
  var index: Int64 = 0
  var line = ArrivalTrack()
  var parabola = ArrivalTrack()
  /// Whether the parabola leads.
  var isBending = false
  /// The number of lost messages minus that of doubled ones.
  var lost: Int64 = 0
  /// The number of tempo steps.
  var steps = 0
  let sampleRate: Double
  private let bandwidth: Double
  /// The interval in frames until one is known.
  private let expected: Double
  let intervals: (least: Double, most: Double)
  /// The mean squares of each track's prediction errors: recent, and long-term.
  var lineError = 0.0
  var parabolaError = 0.0
  var noise = 0.0
  var roughness = 0.0
  /// The mean of the line's prediction errors, which shows whether it lags behind, and the number of arrivals.
  var lag = 0.0
  var lagPoints = 0.0
  /// The same for the parabola, over some arrivals.
  var bias = 0.0
  var grain = ArrivalGrain()
  /// The first arrivals, or those since the last unexpected one.
  var window = ArrivalWindow()
  /// Whether the stream is still being searched in the window.
  var isAcquiring = true
  /// The interval in frames before the tempo step, and the variance of arrivals.
  var former = 0.0
  var formerVariance = 0.0
  /// The cost of the leading track's explanation of the window.
  var doubt = 0.0
  /// The number of consecutive arrivals at expected times.
  var calm = 0
  var strays = 0
  /// The share of arrivals with losses before them.
  var lossRate = 0.01
  private var latest = 0.0
  private var hasPaused = false

  /// Creates a loop before the first arrival.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - interval: the interval in frames until one is known.
  ///   - intervals: the range of plausible intervals.
  ///   - bandwidth: the bandwidth to which the line narrows, in hertz.
  init(sampleRate: Double, interval: Double, intervals: (least: Double, most: Double), bandwidth: Double) {
    (self.sampleRate, self.intervals, self.bandwidth, expected) = (sampleRate, intervals, bandwidth, interval)
    line.interval = interval
    parabola.interval = interval
  }

  /// The leading track. While there are few points, it stays close to the expectation: messages that arrive several at
  /// once define no tempo yet.
  var track: ArrivalTrack {
    var track = isBending ? parabola : line
    if line.points < 6 {
      if !(track.interval > 0.5 * expected) { track.interval = 0.5 * expected }
      if !(track.interval < 2 * expected) { track.interval = 2 * expected }
    }
    return track
  }
  /// Whether any message has arrived.
  var hasBegun: Bool { line.points > 0 }
  /// Whether the interval is known.
  var hasInterval: Bool { line.points > 1 }
  /// The time of the latest arrival.
  var latestTime: Double { latest }
  /// Whether arrivals are exact except for rounding to frames.
  var isExact: Bool { line.points >= 6 && roughness < exactness && grain.frames == 0 }
  /// The interval in frames for display: that of the line while it is valid.
  var interval: Double { track.interval }

  private var exactness: Double {
    let frames = sampleRate * 20e-6
    return frames > 1.2 ? frames * frames : 1.44
  }

  /// Processes an arrival. Times must not descend; an earlier time counts as now.
  ///
  /// - Parameter mayPause: whether an arrival after more than three intervals is inconclusive about the tempo: it is
  ///   counted and sets the phase, but a second one in a row means a slower tempo.
  mutating func arrive(at wanted: Double, mayPause: Bool = false) {
    let time = hasBegun && !(wanted > latest) ? latest : wanted
    let gap = time - latest
    latest = time
    index &+= 1
    guard hasBegun else { return begin(at: time) }
    let wasPaused = hasPaused
    hasPaused = mayPause && gap > 3 * track.interval
    if hasPaused, !wasPaused {
      grain.resume(at: time)
      return settle(at: time)
    }
    line.step()
    parabola.step()
    let block = grain.frames
    grain.add(time)
    // the assumed interval is the block
    if block == 0, grain.frames > 0.8 * line.interval, line.points > 4 { (line.points, noise) = (4, 0) }
    if isAcquiring {
      correct(time)
      return acquire(time)
    }
    var error = time - (isBending ? parabola.time : line.time)
    if isExact, abs(time - parabola.time) < abs(error) { error = time - parabola.time }
    sort(error, at: time, after: gap)
  }

  /// Allows the next arrivals another phase, because the latest one was at its position. The tempo is that of the
  /// leading track, weighted as one beat of arrivals.
  mutating func settle(at time: Double) {
    let interval = track.interval
    (line.interval, parabola.interval) = (interval, interval)
    (line.time, parabola.time, strays, latest) = (time, time, 0, time)
    anchor()
    if line.points > 24 { line.points = 24 }
    parabola.change = 0
    if parabola.points > 6 { parabola.points = 6 }
  }

  /// Whether the latest arrival was unexpected and its cause is not clear yet.
  var isAstray: Bool { strays > 0 }

  private mutating func begin(at time: Double) {
    (line.time, line.points) = (time, 1)
    (parabola.time, parabola.points) = (time, 1)
    grain.resume(at: time)
    anchor()
  }

  mutating func correct(_ time: Double) {
    let (lineBy, parabolaBy) = (time - line.time, time - parabola.time)
    judge(lineBy, parabolaBy)
    line.correctLine(lineBy, bandwidth: 6.283185307179586 * bandwidth * line.interval / sampleRate)
    parabola.correctParabola(parabolaBy)
    limit(&line)
    limit(&parabola)
  }

  func limit(_ track: inout ArrivalTrack) {
    if !(track.interval > intervals.least) { (track.interval, track.change) = (intervals.least, 0) }
    if !(track.interval < intervals.most) { (track.interval, track.change) = (intervals.most, 0) }
    if !(abs(track.change) < 0.25 * track.interval) { track.change = 0 }
  }

  /// The track that predicts better.
  private mutating func judge(_ lineBy: Double, _ parabolaBy: Double) {
    guard parabola.points >= 4 else { return }
    let n = line.points - 2
    let (short, long) = (n < 6 ? 1 / n : 1.0 / 6, n < 48 ? 1 / n : 1.0 / 48)
    let (lineSquare, parabolaSquare) = (lineBy * lineBy, parabolaBy * parabolaBy)
    lineError += short * (lineSquare - lineError)
    parabolaError += short * (parabolaSquare - parabolaError)
    let limit = 3 * tactus_sqrt(roughness) + 0.25
    roughness += long * (parabolaSquare - roughness)
    noise += long * ((isBending ? parabolaSquare : lineSquare) - noise)
    catchUp(lineBy)
    if isExact {
      bias += 0.25 * (parabolaBy - bias)
      if abs(parabolaBy) > limit, parabola.points > 4 {
        (parabola.points, bias) = (4, 0)
      } else if abs(bias) > 0.3, parabola.points > 6 {
        (parabola.points, bias) = (6, 0)
      }
      if isBending ? lineError < 0.8 * parabolaError : lineError > 1.2 * parabolaError { isBending.toggle() }
    } else {
      isBending = false
    }
    // a line that a ramp has left behind continues from the parabola
    if isBending, lineError > 4 * parabolaError, line.points > 12 {
      line = ArrivalTrack(time: parabola.time, interval: parabola.interval, change: 0, points: 12)
    }
  }

  /// Increases the line's bandwidth if it lags behind, which the mean of its errors shows when it exceeds their noise.
  private mutating func catchUp(_ lineBy: Double) {
    lagPoints += 1
    lag += (lagPoints < 24 ? 1 / lagPoints : 1.0 / 24) * (lineBy - lag)
    let spread = noise - lag * lag
    guard lagPoints >= 8, lag * lag > 0.8 * spread, abs(lag) > 0.7 * grain.frames, abs(lag) > 1 else { return }
    line.points = line.points * 0.4 > 8 ? line.points * 0.4 : 8
    (lag, lagPoints) = (0, 0)
  }
}
