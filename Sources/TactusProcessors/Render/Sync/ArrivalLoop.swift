import CTactusShims

/// Takes the jitter out of a regular stream of messages: which one is where in time, and how fast they come.
///
///     arrival ─► stray? ─► line      (narrow: jitter) ──┐ the one that has
///                  │       parabola  (wide: ramps)   ───┴ foretold better lately
///                  └─ three in a row: messages were lost, or the tempo has stepped
///
/// - **Position is counted**, never integrated from the tempo.
/// - **Two tracks.** Where arrivals are exact but for the rounding to frames the parabola follows ramps; where they
///   jitter the line follows. The line begins at the bandwidth of two points and narrows to 0.07 Hz.
/// - **Strays.** What comes further off than four standard deviations is counted but not believed. Three in a row that
///   are late by the same whole number of intervals mean that so many messages were lost, and so do three after a gap;
///   three that have a regular distance of their own mean a step of the tempo: both tracks begin anew with these.
/// - Thread: audio
struct ArrivalLoop {
  /// The number of the latest arrival.
  private(set) var index: Int64 = 0
  private(set) var line = ArrivalTrack()
  private(set) var parabola = ArrivalTrack()
  /// Whether the parabola leads.
  private(set) var isBending = false
  /// How many messages were found to be lost.
  private(set) var lost: Int64 = 0
  /// How often the tempo has stepped.
  private(set) var steps = 0
  private let sampleRate: Double
  private let bandwidth: Double
  /// Frames between arrivals, as long as nothing is known.
  private let expected: Double
  private let intervals: (least: Double, most: Double)
  /// Mean squares of what each track has foretold wrongly: lately, and in the long run.
  private var lineError = 0.0
  private var parabolaError = 0.0
  private var noise = 0.0
  private var roughness = 0.0
  /// The mean of what the line has foretold wrongly: whether it lags behind; and of how many arrivals.
  private var lag = 0.0
  private var lagPoints = 0.0
  /// The same of the parabola, over some arrivals.
  private var bias = 0.0
  private var grain = ArrivalGrain()
  private var strayTimes = (0.0, 0.0, 0.0)
  private var strayErrors = (0.0, 0.0, 0.0)
  private var strays = 0
  /// How long nothing had come before the first of them.
  private var strayGap = 0.0
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
    grain.add(time)
    var error = time - (isBending ? parabola.time : line.time)
    if isExact, abs(time - parabola.time) < abs(error) { error = time - parabola.time }
    let isFar =
      error * error > 16 * noise && abs(error) > 3 + 0.003 * track.interval && abs(error) > 1.1 * grain.frames
    if line.points >= 8, isFar {
      takeStray(error, at: time, after: gap)
    } else {
      strays = 0
      correct(time)
    }
  }

  /// Lets the next arrivals have another phase: the latest one was where it should be. The tempo is that of the
  /// track that leads, as the opinion of a beat's arrivals.
  mutating func settle(at time: Double) {
    let interval = track.interval
    (line.interval, parabola.interval) = (interval, interval)
    (line.time, parabola.time, strays, latest) = (time, time, 0, time)
    if line.points > 24 { line.points = 24 }
    parabola.change = 0
    if parabola.points > 6 { parabola.points = 6 }
  }

  /// Numbers the latest arrival.
  mutating func renumber(_ index: Int64) { self.index = index }

  /// How far the latest arrival was from where it should have been, where that is too far; 0 elsewhere.
  var isAstray: Bool { strays > 0 }

  private mutating func begin(at time: Double) {
    (line.time, line.points) = (time, 1)
    (parabola.time, parabola.points) = (time, 1)
  }

  private mutating func correct(_ time: Double) {
    let (lineBy, parabolaBy) = (time - line.time, time - parabola.time)
    judge(lineBy, parabolaBy)
    line.correctLine(lineBy, bandwidth: 6.283185307179586 * bandwidth * line.interval / sampleRate)
    parabola.correctParabola(parabolaBy)
    limit(&line)
    limit(&parabola)
  }

  private func limit(_ track: inout ArrivalTrack) {
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

  private mutating func takeStray(_ error: Double, at time: Double, after gap: Double) {
    strayTimes = (strayTimes.1, strayTimes.2, time)
    strayErrors = (strayErrors.1, strayErrors.2, error)
    strays &+= 1
    if strays == 1 { strayGap = gap }
    guard strays >= 3 else { return }
    let interval = track.interval
    let mean = (strayErrors.0 + strayErrors.1 + strayErrors.2) / 3
    let ratio = mean / interval
    let number = ratio > -2 && ratio < 1e6 ? Int64(ratio + (ratio < 0 ? -0.5 : 0.5)) : 0
    let missing = Double(number)
    if number != 0, abs(mean) > 2.2 * grain.frames, isNear(missing * interval, within: 0.2 * interval) {
      index &+= number
      lost &+= number
      line.time += missing * line.interval
      parabola.time += missing * parabola.interval
      strays = 0
      return correct(time)
    }
    let own = 0.5 * (strayTimes.2 - strayTimes.0)
    if strayGap > 3 * interval, number > 0, own > 0.7 * interval, own < 1.4 * interval {
      // a gap in which the tempo has moved: as many are missing as fit best
      index &+= number
      lost &+= number
      return settle(at: time)
    }
    guard strays >= 24 || own > 0.4 * interval && own < 2.5 * interval else { return }
    steps &+= 1
    strays = 0
    isBending = false
    let anew = ArrivalTrack(time: time, interval: own, change: 0, points: 3)
    (line, parabola) = (anew, anew)
    (lineError, parabolaError, lag, lagPoints, bias) = (0, 0, 0, 0, 0)
    grain = ArrivalGrain()
    limit(&line)
    limit(&parabola)
  }

  private func isNear(_ error: Double, within distance: Double) -> Bool {
    abs(strayErrors.0 - error) < distance && abs(strayErrors.1 - error) < distance
      && abs(strayErrors.2 - error) < distance
  }
}
