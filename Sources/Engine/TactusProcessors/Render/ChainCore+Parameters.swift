import TactusRender

// Controller maps that set parameters of the plug-in unit itself.

extension ChainCore {
  /// Returns the number of frames from the start of the next cycle to the first frame on which a ramp of a controller
  /// map may set a parameter of the plug-in unit itself; `.max` if only an event can set one; nil if the chain cannot
  /// set any.
  ///
  /// A plug-in renders each frame on which a parameter may be set as a cycle of its own. A parameter then takes effect
  /// on its frame for what follows the chain, and on the next frame for the chain.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func framesToParameter() -> Int64? {
    guard let header = acquire() else { return nil }
    var (isFound, first, before) = (false, Int64.max, Int64.max)
    for index in 0..<header.pointee.count {
      // an effect before the map may send the map's controller on a frame without an event of the host
      let frame = header.pointee.stages[index].stage.nextFrame(beats.line)
      // at `.min`, keys wait for an arpeggiator's first step, which sends notes and sets no parameter
      if frame > .min, frame < .max { before = min(before, max(0, frame &- nextFirstFrame)) }
      if header.pointee.stages[index].stage.setsParameter() { (isFound, first) = (true, before) }
    }
    return isFound ? first : nil
  }
}
