import TactusRender

// A controller map may set a parameter of the plug-in in which its chain runs. These functions find the frames.

extension ChainCore {
  /// Returns the number of frames from the start of the next cycle to the first frame on which a ramp of a controller
  /// map may set a parameter of the plug-in unit itself; `.max` if only an event can set one; nil if the chain cannot
  /// set any.
  ///
  /// The plug-in renders each of these frames as a cycle of one frame. So the synthesizer, which follows the chain, has
  /// the new value on the controller's frame, and the chain has it from the next frame on.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func framesToParameter() -> Int64? {
    guard let header = acquire() else { return nil }
    var (isFound, first, before) = (false, Int64.max, Int64.max)
    for index in 0..<header.pointee.count {
      // An effect before the map, such as a delay, may send the mapped controller on a frame on which the host sends
      // nothing.
      let frame = header.pointee.stages[index].stage.nextFrame(beats.line)
      // at `.min`, keys wait for an arpeggiator's first step, which sends notes and sets no parameter
      if frame > .min, frame < .max { before = min(before, max(0, frame &- nextFirstFrame)) }
      if header.pointee.stages[index].stage.setsParameter() { (isFound, first) = (true, before) }
    }
    return isFound ? first : nil
  }
}
