import TactusSimulation

/// The tempo, jitter and drift of a recorded master, as its follower finds them.
///
/// A follower needs some beats until it is accurate; the first eight, or the first quarter of a short recording, are left
/// out.
struct RecordedFigures {
  /// The mean of the tempo, and its extremes.
  let tempo: Double
  let tempi: ClosedRange<Double>
  /// The root-mean-square deviation of the arrivals from the follower's beat, and the largest one, in milliseconds.
  let jitter: Double
  let worstJitter: Double
  /// The relative change of the tempo from the first quarter of the samples to the last one, in parts per million.
  let drift: Double

  /// - Returns: nil if too few arrivals have a known position, or if the tempo is out of range.
  init?(_ samples: [SyncMeasurement.Sample]) {
    let known = samples.filter { $0.phase != nil }
    let settled = Array(known.dropFirst(min(192, known.count / 4)))
    let found = settled.map { $0.found }
    // a follower finds tempi from 10 to 1,000
    guard settled.count >= 24, let least = found.min(), let most = found.max(), least > 10, most < 1_000 else {
      return nil
    }
    tempo = Self.mean(found)
    tempi = least...most
    let phases = settled.compactMap { $0.phase }
    let middle = Self.mean(phases)
    jitter = Self.mean(phases.map { ($0 - middle) * ($0 - middle) }).squareRoot()
    worstJitter = phases.reduce(0) { max($0, abs($1 - middle)) }
    let quarter = found.count / 4
    let (early, late) = (Self.mean(found.prefix(quarter)), Self.mean(found.suffix(quarter)))
    drift = early > 0 ? (late / early - 1) * 1e6 : 0
  }

  private static func mean(_ values: some Collection<Double>) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }
}
