/// Finds out whether arrivals are rounded to blocks: the greatest common divisor of their distances.
///
/// Arrivals that are all at one distance say nothing.
/// - Thread: audio
struct ArrivalGrain {
  private var divisor: Int64 = 0
  private var latest = 0.0
  private var distance = -1.0
  private var varies = false

  /// The length of the blocks in frames; 0 where there seem to be none.
  var frames: Double { varies && divisor >= 64 ? Double(divisor) : 0 }

  /// Goes on after a pause, whose length says nothing.
  mutating func resume(at time: Double) { latest = time }

  mutating func add(_ time: Double) {
    let distance = time - latest
    let isFirst = self.distance < 0
    defer { (latest, self.distance) = (time, isFirst ? 0 : distance) }
    guard !isFirst, distance >= 0, distance < 1e12 else { return }
    if self.distance > 0, distance != self.distance { varies = true }
    let whole = Int64(distance)
    guard Double(whole) == distance else {
      divisor = 1
      return
    }
    var (a, b) = (divisor, whole)
    while b != 0 { (a, b) = (b, a % b) }
    divisor = a
  }
}
