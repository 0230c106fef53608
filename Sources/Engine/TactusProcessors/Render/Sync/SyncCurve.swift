/// Positions over time as they are given out: without jumps and never backwards. It bends so that it meets what it aims
/// at.
///
/// A parabola from its last node on, and after `length` frames its tangent.
/// - Thread: audio
struct SyncCurve {
  private(set) var time = 0.0
  private(set) var position = 0.0
  private(set) var slope = 0.0
  /// By how much the slope grows with each frame.
  private(set) var bend = 0.0
  private var length = 0.0

  /// When a node may be that is wanted at a time: not before the last one.
  func node(at wanted: Double) -> Double { wanted > time ? wanted : time }

  /// The position at a time, not before the last node.
  func position(at time: Double) -> Double {
    let frames = time - self.time
    if frames <= length || bend == 0 { return position + (slope + 0.5 * bend * frames) * frames }
    return position + (slope + 0.5 * bend * length) * length + (slope + bend * length) * (frames - length)
  }

  /// The slope at a time.
  func slope(at time: Double) -> Double {
    let frames = time - self.time
    return slope + bend * (frames < length ? (frames > 0 ? frames : 0) : length)
  }

  /// Begins at a place.
  mutating func jump(to position: Double, at time: Double, slope: Double) {
    (self.time, self.position, self.slope, bend, length) = (time, position, slope, 0, 0)
  }

  /// Goes on from a time so that it meets a goal, at ½ to 2 times the natural slope.
  ///
  /// - Returns: false where it is too far away to be met; nothing has changed then.
  mutating func aim(
    from time: Double, at goal: Double, of goalTime: Double, natural: Double, bend: Double, reach: Double
  ) -> Bool {
    let here = position(at: time)
    let frames = goalTime - time > 1 ? goalTime - time : 1
    let gap = goal - here - natural * frames
    guard abs(gap) <= reach else { return false }
    var wanted = (goal - here) / frames - 0.5 * bend * frames
    let least = 0.5 * abs(natural)
    let size = natural < 0 ? -wanted : wanted
    if !(size > least) { wanted = natural < 0 ? -least : least }
    if !(size < 4 * least) { wanted = natural < 0 ? -4 * least : 4 * least }
    let isBent = wanted == (goal - here) / frames - 0.5 * bend * frames
    (self.time, position, slope, self.bend, length) = (time, here, wanted, isBent ? bend : 0, isBent ? frames : 0)
    return true
  }

  /// Goes on so that it meets the loop's next arrival; the twelfth, where arrivals jitter. Positions are arrivals.
  ///
  /// - Returns: false where it is too far from there; it has jumped to where the loop is then.
  mutating func aim(from node: Double, along loop: ArrivalLoop) -> Bool {
    let track = loop.track
    // a node behind the arrival has its goal as far ahead
    let late = (node - loop.latestTime) / track.interval
    let steps = (loop.isExact ? 1.0 : 12.0) + (late > 0 && late < 1e6 ? late : 0)
    let goal = track.time + steps * track.interval + 0.5 * steps * steps * track.change
    let (natural, location) = (1 / track.interval, Double(loop.index))
    let bend = loop.isBending ? -track.change * natural * natural * natural : 0
    if aim(from: node, at: location + steps, of: goal, natural: natural, bend: bend, reach: 12) { return true }
    jump(to: location + (node - track.time) * natural, at: node, slope: natural)
    return false
  }
}
