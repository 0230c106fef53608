import CTactusShims

/// Takes the jitter out of a regular stream of messages: which one is where in time, and how fast they come.
///
///     arrival ─► stray? ─► line      (narrow: jitter) ──┐ the one that has
///                  │       parabola  (wide: ramps)   ───┴ foretold better lately
///                  └─ weighed: messages were lost or doubled, or the tempo has stepped
///
/// - **Position is counted**, never integrated from the tempo.
/// - **Two tracks.** Where arrivals are exact but for the rounding to frames the parabola follows ramps; where they
///   jitter the line follows. The line begins at the bandwidth of two points and narrows to 0.07 Hz.
/// - **Strays** are not believed until it is known what they mean: lost and doubled messages, or a step of the tempo; see
///   `sort(_:at:after:)`, and for arrivals in blocks `sortRounded(_:at:after:)`.
/// - Thread: audio
struct ArrivalLoop {
  /// The number of the latest arrival.
  var index: Int64 = 0
  var line = ArrivalTrack()
  var parabola = ArrivalTrack()
  /// Whether the parabola leads.
  var isBending = false
  /// How many messages were found to be lost, less those that came twice.
  var lost: Int64 = 0
  /// How often the tempo has stepped.
  var steps = 0
  let sampleRate: Double
  private let bandwidth: Double
  /// Frames between arrivals, as long as nothing is known.
  private let expected: Double
  let intervals: (least: Double, most: Double)
  /// Mean squares of what each track has foretold wrongly: lately, and in the long run.
  var lineError = 0.0
  var parabolaError = 0.0
  var noise = 0.0
  var roughness = 0.0
  /// The mean of what the line has foretold wrongly: whether it lags behind; and of how many arrivals.
  var lag = 0.0
  var lagPoints = 0.0
  /// The same of the parabola, over some arrivals.
  var bias = 0.0
  var grain = ArrivalGrain()
  /// The first arrivals, or those since something has strayed.
  var window = ArrivalWindow()
  /// Whether the stream is still looked for in the window.
  var isAcquiring = true
  /// Frames between arrivals before the tempo stepped, and the variance of arrivals.
  var former = 0.0
  var formerVariance = 0.0
  /// What in the window speaks against the track that leads.
  var doubt = 0.0
  /// How many arrivals in a row have come as foretold.
  var calm = 0
  var strays = 0
  /// The share of arrivals before which messages were lost.
  var lossRate = 0.01
  private var latest = 0.0
  private var hasPaused = false

  /// A loop before the first arrival.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - interval: frames between arrivals, as long as nothing is known.
  ///   - intervals: the least and the most that are believed.
  ///   - bandwidth: what the line narrows to, in hertz.
  init(sampleRate: Double, interval: Double, intervals: (least: Double, most: Double), bandwidth: Double) {
    (self.sampleRate, self.intervals, self.bandwidth, expected) = (sampleRate, intervals, bandwidth, interval)
    line.interval = interval
    parabola.interval = interval
  }

  /// The track that leads. As long as there are few points, it does not go far from what was expected: messages that
  /// come several at once have no tempo yet.
  var track: ArrivalTrack {
    var track = isBending ? parabola : line
    if line.points < 6 {
      if !(track.interval > 0.5 * expected) { track.interval = 0.5 * expected }
      if !(track.interval < 2 * expected) { track.interval = 2 * expected }
    }
    return track
  }
  /// Whether anything has come.
  var hasBegun: Bool { line.points > 0 }
  /// Whether the distance of arrivals is known.
  var hasInterval: Bool { line.points > 1 }
  /// When the latest arrival came.
  var latestTime: Double { latest }
  /// Whether arrivals are exact but for the rounding to frames.
  var isExact: Bool { line.points >= 6 && roughness < exactness && grain.frames == 0 }
  /// Frames between arrivals, for display: the line's wherever it holds.
  var interval: Double { track.interval }

  private var exactness: Double {
    let frames = sampleRate * 20e-6
    return frames > 1.2 ? frames * frames : 1.44
  }

  /// Takes in an arrival. Times do not go back; what does is taken as now.
  ///
  /// - Parameter mayPause: whether what comes after more than three intervals tells nothing of them: it is counted, and
  ///   has the phase; but a second one in a row tells a slower tempo.
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
    // what was taken for the interval is the block
    if block == 0, grain.frames > 0.8 * line.interval, line.points > 4 { (line.points, noise) = (4, 0) }
    if isAcquiring {
      correct(time)
      return acquire(time)
    }
    var error = time - (isBending ? parabola.time : line.time)
    if isExact, abs(time - parabola.time) < abs(error) { error = time - parabola.time }
    sort(error, at: time, after: gap)
  }

  /// Lets the next arrivals have another phase: the latest one was where it should be. The tempo is that of the
  /// track that leads, as the opinion of a beat's arrivals.
  mutating func settle(at time: Double) {
    let interval = track.interval
    (line.interval, parabola.interval) = (interval, interval)
    (line.time, parabola.time, strays, latest) = (time, time, 0, time)
    anchor()
    if line.points > 24 { line.points = 24 }
    parabola.change = 0
    if parabola.points > 6 { parabola.points = 6 }
  }

  /// Whether the latest arrival came elsewhere than foretold, and it is not known yet why.
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

  /// Which track foretells better.
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
    // a line that a ramp has left behind goes on from the parabola
    if isBending, lineError > 4 * parabolaError, line.points > 12 {
      line = ArrivalTrack(time: parabola.time, interval: parabola.interval, change: 0, points: 12)
    }
  }

  /// Opens the line's bandwidth where it lags behind: the mean of its errors tells, over and above their noise.
  private mutating func catchUp(_ lineBy: Double) {
    lagPoints += 1
    lag += (lagPoints < 24 ? 1 / lagPoints : 1.0 / 24) * (lineBy - lag)
    let spread = noise - lag * lag
    guard lagPoints >= 8, lag * lag > 0.8 * spread, abs(lag) > 0.7 * grain.frames, abs(lag) > 1 else { return }
    line.points = line.points * 0.4 > 8 ? line.points * 0.4 : 8
    (lag, lagPoints) = (0, 0)
  }
}
