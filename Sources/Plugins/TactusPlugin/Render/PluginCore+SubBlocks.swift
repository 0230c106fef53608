import TactusProcessors
import TactusRender

extension PluginCore {
  /// Returns the end of a sub-block, at most `limit`. If a controller map of the chain may set a parameter on the
  /// sub-block's first frame, the sub-block is that frame; otherwise it ends before the next such frame.
  mutating func subBlockEnd(from start: Int, to limit: Int) -> Int {
    guard !isBypassed, let frames = chain.pointee.framesToParameter() else { return limit }
    // the sequencer may send a mapped controller on any frame
    if case .sequencer = kernel { return min(limit, start &+ 1) }
    let next = min(port.nextFrame(from: start), frames < .max ? Int64(start) &+ frames : .max)
    return next <= Int64(start) ? min(limit, start &+ 1) : Int(truncatingIfNeeded: min(Int64(limit), next))
  }
}
