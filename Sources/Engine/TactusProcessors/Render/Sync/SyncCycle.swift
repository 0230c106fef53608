import TactusRender

/// The render cycle of a follower, with the state at its first frame and the changes in it.
struct SyncCycle: Sendable {
  private(set) var firstFrame = 0.0
  private(set) var frames = 0.0
  /// Whether the transport was running at the first frame.
  var isMoving = false
  /// The position at the first frame.
  var position = 0.0
  /// The slope of the position at the first frame.
  var slope = 0.0
  /// Whether playback has started, stopped or jumped in the cycle.
  var isChanged = false
  /// The time and the position of the last start or jump of playback in the cycle; nil if there is none.
  private(set) var start: (time: Double, position: Double)?

  init() {}

  init(_ cycle: RenderCycle) {
    firstFrame = Double(cycle.firstFrame)
    frames = Double(max(0, min(cycle.frameCount, 1 << 30)))
  }

  /// The frame after the last one.
  var end: Double { firstFrame + frames }

  /// Returns an arrival time, limited to the end of the cycle.
  func limited(_ time: Double) -> Double { time < end ? time : end }

  /// Returns the time from which a curve can follow an arrival: the arrival time, or the start of the cycle if the
  /// message arrived before it.
  func node(_ time: Double) -> Double { time > firstFrame ? time : firstFrame }

  /// Records that playback has started or jumped.
  mutating func start(at time: Double, position: Double) {
    start = (time, position)
    isChanged = true
  }

  /// Returns the mean slope from the start to the end of the cycle, or `short` if less than a frame lies between them.
  func slope(from start: (time: Double, position: Double), to position: Double, short: Double) -> Double {
    let length = end - start.time
    return length >= 1 ? (position - start.position) / length : short
  }
}
