/// The output position as a function of time, which bends towards its target without jumps and never runs backwards.
///
/// From `time`, the start of its last segment, the curve is a parabola; after `length` frames it continues along the
/// parabola's tangent.
/// - Thread: audio
struct SyncCurve {
  private(set) var time = 0.0
  private(set) var position = 0.0
  private(set) var slope = 0.0
  /// The increase of the slope per frame.
  private(set) var bend = 0.0
  private var length = 0.0

  /// Returns the time at which a new segment can start: the wanted time, but not before the start of the last segment.
  func node(at wanted: Double) -> Double { wanted > time ? wanted : time }

  /// Returns the position at a time that is not before the start of the last segment.
  func position(at time: Double) -> Double {
    let frames = time - self.time
    if frames <= length || bend == 0 { return position + (slope + 0.5 * bend * frames) * frames }
    return position + (slope + 0.5 * bend * length) * length + (slope + bend * length) * (frames - length)
  }

  /// Returns the slope at a time, in positions per frame.
  func slope(at time: Double) -> Double {
    let frames = time - self.time
    return slope + bend * (frames < length ? (frames > 0 ? frames : 0) : length)
  }

  /// Restarts the curve at a position.
  mutating func jump(to position: Double, at time: Double, slope: Double) {
    (self.time, self.position, self.slope, bend, length) = (time, position, slope, 0, 0)
  }

  /// Continues from a time towards a target, at ½ to 2 times the natural slope.
  ///
  /// - Returns: false if the target is too far away; then nothing changes.
  mutating func setTarget(
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

  /// Continues towards the loop's next arrival, or towards the twelfth arrival from now if arrivals have jitter.
  /// Positions are arrival numbers.
  ///
  /// - Returns: false if the target is too far away; the curve has then jumped to the loop's position.
  mutating func setTarget(from node: Double, along loop: ArrivalLoop) -> Bool {
    let track = loop.track
    // if the curve continues from a time after the latest arrival, the target moves later by the same amount
    let late = (node - loop.latestTime) / track.interval
    let steps = (loop.isExact ? 1.0 : 12.0) + (late > 0 && late < 1e6 ? late : 0)
    let goal = track.time + steps * track.interval + 0.5 * steps * steps * track.change
    let (natural, location) = (1 / track.interval, Double(loop.index))
    let bend = loop.isBending ? -track.change * natural * natural * natural : 0
    if setTarget(from: node, at: location + steps, of: goal, natural: natural, bend: bend, reach: 12) { return true }
    jump(to: location + (node - track.time) * natural, at: node, slope: natural)
    return false
  }
}
