import TactusTime

/// Detects whether arrival times are rounded to blocks, from the greatest common divisor of the distances between
/// arrivals.
///
/// Arrivals that are all at the same distance are inconclusive. An exact stream with lost messages also has a common
/// divisor: the interval between its messages, which is also its most frequent distance. A divisor therefore counts as
/// a block length in two cases only: it is a power of two, which intervals hardly ever are; or longer distances occur
/// as often or as regularly as rounding to blocks would make them.
/// - Thread: audio
struct ArrivalGrain {
  private var divisor: Int64 = 0
  private var latest = 0.0
  private var distance = -1.0
  private var varies = false
  /// The recent share of distances that equal the divisor.
  private var share = 0.0
  private var distances = 0.0
  /// The lengths of the latest run of such distances and of the run before it.
  private var (run, runBefore) = (0, -2)
  /// How consistently the lengths of consecutive runs have been similar, 0…8.
  private var regularity = 0

  /// The length of the blocks in frames; 0 if arrivals seem not to be rounded.
  var frames: Double {
    guard varies, divisor >= 64 else { return 0 }
    return divisor & (divisor &- 1) == 0 || share < 0.7 || regularity >= 4 ? Double(divisor) : 0
  }

  /// Starts at an arrival, or restarts at the first arrival after a pause; the length of the pause is ignored.
  mutating func resume(at time: Double) { latest = time }

  mutating func add(_ time: Double) {
    let distance = time - latest
    let before = self.distance
    (latest, self.distance) = (time, distance)
    guard distance >= 0, distance < 1e12 else { return }
    if before >= 0, distance != before { varies = true }
    let whole = Int64(distance)
    guard Double(whole) == distance else {
      divisor = 1
      return
    }
    let common = divisor.greatestCommonDivisor(with: whole)
    if common != divisor { (divisor, share, distances, run, runBefore, regularity) = (common, 0, 0, 0, -2, 0) }
    compare(isShortest: whole == divisor)
  }

  private mutating func compare(isShortest: Bool) {
    if distances < 32 { distances += 1 }
    share += ((isShortest ? 1 : 0) - share) / distances
    guard !isShortest else {
      run &+= 1
      return
    }
    if run - runBefore <= 1, runBefore - run <= 1 {
      regularity = regularity < 8 ? regularity &+ 1 : 8
    } else {
      regularity = regularity > 4 ? regularity &- 4 : 0
    }
    (runBefore, run) = (run, 0)
  }
}
