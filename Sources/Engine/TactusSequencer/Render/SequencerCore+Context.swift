import TactusRender
import TactusTime

extension SequencerCore {
  /// Returns the musical context of the internal transport, `frames` frames before the end of its last cycle.
  /// Processors that synchronize to the transport receive it instead of a host's context. While the transport is
  /// stopped, the context has no position.
  ///
  /// The context is valid for the reported number of frames, at most until the last wrap of the cycle region; see
  /// `FrameCursor`.
  ///
  /// - Parameters:
  ///   - frames: the number of frames before the end of the cycle that has been rendered.
  ///   - most: the number of frames requested, starting at that frame; at least 1.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func context(
    framesAgo frames: Int, most: Int, sampleRate: Double
  ) -> (context: MusicalContext, frames: Int) {
    var context = MusicalContext()
    context.hasTransport = true
    context.isMoving = isRolling && transport.isOwn
    guard let header, var line, line.isOwn, context.isMoving else { return (context, most) }
    let frame = now &- Int64(frames)
    var (shift, longest) = (line.shift, most)
    if frame < lastWrap.frame {
      shift -= lastWrap.length
      longest = min(most, Int(truncatingIfNeeded: lastWrap.frame &- frame))
    }
    let length = line.cursor.locate(
      &context, atFrame: frame, shift: shift, most: longest,
      ticksPerQuarter: Double(header.pointee.ticksPerQuarter), sampleRate: sampleRate)
    return (context, length)
  }
}
