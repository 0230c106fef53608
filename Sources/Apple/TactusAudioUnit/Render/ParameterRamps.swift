import TactusPlugin

/// Applies parameter changes from a host, immediately or as a linear ramp.
///
/// A ramp has a step every 64 frames, counted from its start, and reaches its target on its last frame, so it does not
/// depend on the division into cycles. The next event for the same parameter ends it.
struct ParameterRamps {
  /// The number of frames between two steps of a ramp.
  static var step: Int64 { 64 }

  struct Ramp: BitwiseCopyable {
    var start = 0.0
    var target = 0.0
    /// The first frame of the ramp; the unit counts all frames that it renders.
    var frame: Int64 = 0
    /// The number of frames from the start to the target; 0 if there is no ramp.
    var length: Int64 = 0
    /// The number of frames from the start to the next step.
    var next: Int64 = 0
    /// The most recent value that was set, and the cycle in which it was set; −1 for none.
    var latest = 0.0
    var reported: Int64 = -1
  }

  private let ramps: UnsafeMutablePointer<Ramp>
  private let count: Int
  private var running = 0
  private var cycle: Int64 = -1
  private var firstFrame: Int64 = 0
  private var frameCount: Int64 = 0

  /// Creates ramps in memory for a number of parameters.
  init(_ ramps: UnsafeMutablePointer<Ramp>, count: Int) { (self.ramps, self.count) = (ramps, count) }

  mutating func begin(_ firstFrame: Int64, _ frameCount: Int) {
    cycle &+= 1
    (self.firstFrame, self.frameCount) = (firstFrame, Int64(frameCount))
  }

  /// Ends all ramps at their present values.
  mutating func reset() {
    for index in 0..<count { ramps[index].length = 0 }
    running = 0
  }

  /// Sets a parameter, or starts its ramp.
  mutating func move(
    _ index: Int, to value: Double, over length: Int64, at offset: Int, _ core: UnsafeMutablePointer<PluginCore>
  ) {
    let offset = max(0, min(offset, Int(max(0, frameCount &- 1))))
    end(index, at: firstFrame &+ Int64(offset), core)
    guard length > 0, value.magnitude < 1e30 else { return report(index, value, at: offset, core) }
    let ramp = ramps + index
    ramp.pointee.start = ramp.pointee.reported == cycle ? ramp.pointee.latest : core.pointee.value(ofParameter: index)
    (ramp.pointee.target, ramp.pointee.length) = (value, length)
    (ramp.pointee.frame, ramp.pointee.next) = (firstFrame &+ Int64(offset), min(Self.step, length))
    running &+= 1
  }

  /// Advances all ramps to the end of the cycle.
  mutating func finish(_ core: UnsafeMutablePointer<PluginCore>) {
    guard running > 0 else { return }
    for index in 0..<count { draw(index, to: firstFrame &+ frameCount, core) }
  }

  private mutating func end(_ index: Int, at frame: Int64, _ core: UnsafeMutablePointer<PluginCore>) {
    guard ramps[index].length > 0 else { return }
    draw(index, to: frame, core)
    guard ramps[index].length > 0 else { return }
    ramps[index].length = 0
    running &-= 1
  }

  /// Emits the steps of a ramp that lie before a frame.
  private mutating func draw(_ index: Int, to end: Int64, _ core: UnsafeMutablePointer<PluginCore>) {
    let ramp = ramps + index
    while ramp.pointee.length > 0, ramp.pointee.frame &+ ramp.pointee.next < end {
      let (next, length) = (ramp.pointee.next, ramp.pointee.length)
      let share = Double(next) / Double(length)
      let value =
        next == length ? ramp.pointee.target : ramp.pointee.start + (ramp.pointee.target - ramp.pointee.start) * share
      report(index, value, at: Int(ramp.pointee.frame &+ next &- firstFrame), core)
      if next == length {
        ramp.pointee.length = 0
        running &-= 1
      }
      ramp.pointee.next = min(next &+ Self.step, length)
    }
  }

  private func report(_ index: Int, _ value: Double, at offset: Int, _ core: UnsafeMutablePointer<PluginCore>) {
    core.pointee.change(parameter: index, to: value, at: offset)
    (ramps[index].latest, ramps[index].reported) = (value, cycle)
  }
}
