import TactusMIDI
import TactusRender

// The ramps of targets between two values of the source.

extension ControllerMapStage {
  /// Sends the values of ramping controls before `end`, on every frame at which ramps send values (the multiples of
  /// `grid`).
  func glide(until end: Int64, _ cycle: StageCycle, _ output: inout EventWriter) {
    defer { glides.pointee.now = max(glides.pointee.now, end) }
    guard glides.pointee.count > 0 else { return }
    var frame = nextGridFrame()
    while frame < end, glides.pointee.count > 0 {
      let offset = Int32(truncatingIfNeeded: frame &- cycle.firstFrame)
      for index in 0..<256 where lines[index].glide.isMoving && output.hasRoom(for: 8) {
        guard lines[index].glide.advance(to: frame, length: smoothing) || isThere(index) else { continue }
        sendGlide(index, at: offset, &output)
      }
      frame &+= grid
    }
  }

  /// Returns the first multiple of `grid` that has not been rendered.
  private func nextGridFrame() -> Int64 { (glides.pointee.now &+ grid &- 1) / grid &* grid }

  private func isThere(_ index: Int) -> Bool { lines[index].glide.value == lines[index].glide.to }

  /// Sends the current value of a control; ends its ramp if the final value is reached.
  private func sendGlide(_ index: Int, at offset: Int32, _ output: inout EventWriter) {
    let glide = lines[index].glide
    let pattern = ChannelMessage(line: index, isMIDI2: glide.isMIDI2)
    put(glide.value, glide.target, pattern, lines + index, at: offset, &output)
    guard isThere(index) else { return }
    lines[index].glide.isMoving = false
    glides.pointee.count &-= 1
  }

  /// Sets a ramping control to its final value at once.
  func finish(_ index: Int, at offset: Int32, _ output: inout EventWriter) {
    guard lines[index].glide.isMoving else { return }
    lines[index].glide.value = lines[index].glide.to
    sendGlide(index, at: offset, &output)
  }

  /// Forgets the target's value, because the receiver's controllers have been reset.
  func forget(_ line: UnsafeMutablePointer<ControlLine>) {
    if line.pointee.glide.isMoving { glides.pointee.count &-= 1 }
    line.pointee.glide = ControlGlide()
  }

  func nextFrame(_ line: HostTickMap?) -> Int64 { glides.pointee.count > 0 ? nextGridFrame() : .max }
}
