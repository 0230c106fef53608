/// A line or a parabola fitted to arrivals at nominally equal intervals: estimates the time of the latest arrival, and
/// the interval to the next one.
///
/// The gains are those of least squares over all points so far, so nothing needs to be known in advance and the
/// bandwidth narrows as fast as the points allow. The gains do not fall below a floor. Once they have reached it, the
/// line is a delay-locked loop with constant bandwidth, and the parabola is a fading-memory filter.
///
/// Source: E. Brookner, Tracking and Kalman Filtering Made Easy, 1.2.10 (expanding memory) and 1.2.6 (fading memory);
/// F. Adriaensen, Using a DLL to filter time, 2005.
/// - Thread: audio
struct ArrivalTrack {
  /// The estimated time of the latest arrival in frames.
  var time = 0.0
  /// The interval to the next arrival in frames.
  var interval = 0.0
  /// The change from each interval to the next; 0 for a line.
  var change = 0.0
  /// The number of processed arrivals.
  var points = 0.0

  /// Advances to the next arrival.
  mutating func step() {
    time += interval + 0.5 * change
    interval += change
  }

  /// Corrects the line by an arrival that is `error` frames later than predicted.
  ///
  /// - Parameter bandwidth: the bandwidth at the floor, as 2π · hertz · seconds between arrivals.
  mutating func correctLine(_ error: Double, bandwidth: Double) {
    let n = points
    let (alpha, beta) = (2 * (2 * n + 1) / ((n + 1) * (n + 2)), 6 / ((n + 1) * (n + 2)))
    let (leastAlpha, leastBeta) = (1.414213562373095 * bandwidth, bandwidth * bandwidth)
    time += (alpha > leastAlpha ? alpha : leastAlpha) * error
    if n >= 1 { interval += (beta > leastBeta ? beta : leastBeta) * error }
    if points < 1e6 { points += 1 }
  }

  /// Corrects the parabola by an arrival that is `error` frames later than predicted; the fit covers about a dozen
  /// arrivals.
  mutating func correctParabola(_ error: Double) {
    let n = points
    if n < 2 {
      time += error
      if n >= 1 { interval += error }
    } else {
      let scale = 1 / ((n + 1) * (n + 2) * (n + 3))
      let (alpha, beta, gamma) = (3 * (3 * n * n + 3 * n + 2) * scale, 18 * (2 * n + 1) * scale, 60 * scale)
      time += (alpha > Self.leastAlpha ? alpha : Self.leastAlpha) * error
      interval += (beta > Self.leastBeta ? beta : Self.leastBeta) * error
      change += (gamma > Self.leastGamma ? gamma : Self.leastGamma) * error
    }
    if points < 1e6 { points += 1 }
  }

  // θ = 0.85: α = 1 − θ³, β = 1.5 (1 − θ)² (1 + θ), γ = (1 − θ)³
  private static var leastAlpha: Double { 0.385_875 }
  private static var leastBeta: Double { 0.062_437_5 }
  private static var leastGamma: Double { 0.003_375 }
}
