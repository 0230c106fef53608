import CTactusShims

/// Removes the jitter of a regular stream of messages: estimates the number and time of each message, and the message
/// rate.
///
///     arrival ─► stray? ─► line      (narrow: jitter) ──┐ the one that has
///                  │       parabola  (wide: ramps)   ───┴ predicted better recently
///                  └─ compared: messages were lost or doubled, or the tempo has stepped
///
/// - **Position is counted**, never integrated from the tempo.
/// - **Two tracks.** If arrivals are exact except for rounding to frames, the parabola, which follows tempo ramps, can
///   be used; if they have jitter, the line is used. The line's bandwidth starts with that of a fit through two points
///   and narrows to 0.07 Hz by default.
/// - **Unexpected arrivals** are not followed until their cause is clear: lost or doubled messages, or a tempo step.
///   See `sort(_:at:after:)`, and for arrivals that are rounded to blocks `sortRounded(_:at:after:)`.
/// - Thread: audio
struct ArrivalLoop {
  /// The number of the latest arrival.
  var index: Int64 = 0
  var line = ArrivalTrack()
  var parabola = ArrivalTrack()
  /// Whether the parabola is used instead of the line.
  var isBending = false
  /// The number of lost messages minus the number of doubled messages.
  var lost: Int64 = 0
  /// The number of tempo steps.
  var steps = 0
  let sampleRate: Double
  private let bandwidth: Double
  /// The assumed interval in frames until one is known.
  private let expected: Double
  let intervals: (least: Double, most: Double)
  /// The recent mean square of the line's prediction errors.
  var lineError = 0.0
  /// The recent mean square of the parabola's prediction errors.
  var parabolaError = 0.0
  /// The long-term mean square of the leading track's prediction errors.
  var noise = 0.0
  /// The long-term mean square of the parabola's prediction errors.
  var roughness = 0.0
  /// The mean of the line's prediction errors, which shows whether the line lags behind.
  var lag = 0.0
  /// The number of arrivals that ``lag`` includes.
  var lagPoints = 0.0
  /// The recent mean of the parabola's prediction errors.
  var bias = 0.0
  var grain = ArrivalGrain()
  /// The first arrivals, or the arrivals since an unexpected one.
  var window = ArrivalWindow()
  /// Whether the loop is still searching the window for the stream.
  var isAcquiring = true
  /// The interval in frames before the last tempo step.
  var former = 0.0
  /// The variance of prediction errors before the last tempo step.
  var formerVariance = 0.0
  /// The cost of explaining the window's arrivals as a continuation of the current stream.
  var doubt = 0.0
  /// The number of consecutive arrivals at expected times.
  var calm = 0
  var strays = 0
  /// The recent share of arrivals that show lost or doubled messages, limited to 1…10 %.
  var lossRate = 0.01
  private var latest = 0.0
  private var hasPaused = false

  /// Creates a loop before the first arrival.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - interval: the assumed interval in frames until one is known.
  ///   - intervals: the range of plausible intervals.
  ///   - bandwidth: the bandwidth to which the line narrows, in hertz.
  init(sampleRate: Double, interval: Double, intervals: (least: Double, most: Double), bandwidth: Double) {
    (self.sampleRate, self.intervals, self.bandwidth, expected) = (sampleRate, intervals, bandwidth, interval)
    line.interval = interval
    parabola.interval = interval
  }

  /// The leading track. While there are few points, its interval is limited to 0.5…2 times the expected interval,
  /// because messages that arrive in bursts do not define a tempo yet.
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
  /// The interval of the leading track in frames.
  var interval: Double { track.interval }

  private var exactness: Double {
    let frames = sampleRate * 20e-6
    return frames > 1.2 ? frames * frames : 1.44
  }

  /// Processes an arrival. Times must not descend; an earlier time counts as that of the latest arrival.
  ///
  /// - Parameter mayPause: whether a gap of more than three intervals may be a pause of the stream. The arrival after
  ///   such a gap is counted and sets the phase, but not the tempo; a second such gap in a row means a slower tempo.
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
    // the assumed message interval may in fact be the block length
    if block == 0, grain.frames > 0.8 * line.interval, line.points > 4 { (line.points, noise) = (4, 0) }
    if isAcquiring {
      correct(time)
      return acquire(time)
    }
    var error = time - (isBending ? parabola.time : line.time)
    if isExact, abs(time - parabola.time) < abs(error) { error = time - parabola.time }
    sort(error, at: time, after: gap)
  }

  /// Restarts both tracks at the time of the latest arrival, so that the next arrivals can have another phase. The
  /// tempo of the leading track is kept, but weighted as if it came from at most one beat (24 arrivals), so that new
  /// arrivals soon correct it.
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

  /// Updates the error statistics, and selects the track that predicts better.
  private mutating func judge(_ lineBy: Double, _ parabolaBy: Double) {
    guard parabola.points >= 4 else { return }
    let n = line.points - 2
    let (short, long) = (n < 6 ? 1 / n : 1.0 / 6, n < 48 ? 1 / n : 1.0 / 48)
    let (lineSquare, parabolaSquare) = (lineBy * lineBy, parabolaBy * parabolaBy)
    lineError += short * (lineSquare - lineError)
    parabolaError += short * (parabolaSquare - parabolaError)
    let limit = 3 * ctactus_sqrt(roughness) + 0.25
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
    // if a ramp has left the line behind, the line continues from the parabola
    if isBending, lineError > 4 * parabolaError, line.points > 12 {
      line = ArrivalTrack(time: parabola.time, interval: parabola.interval, change: 0, points: 12)
    }
  }

  /// Increases the line's bandwidth if the line lags behind, that is, if the mean of its errors is large compared with
  /// their noise.
  private mutating func catchUp(_ lineBy: Double) {
    lagPoints += 1
    lag += (lagPoints < 24 ? 1 / lagPoints : 1.0 / 24) * (lineBy - lag)
    let spread = noise - lag * lag
    guard lagPoints >= 8, lag * lag > 0.8 * spread, abs(lag) > 0.7 * grain.frames, abs(lag) > 1 else { return }
    line.points = line.points * 0.4 > 8 ? line.points * 0.4 : 8
    (lag, lagPoints) = (0, 0)
  }
}
