import TactusRender
import TactusTime

extension SequencerCore {
  /// The number of frames for which a ramping tempo is reported as constant. In a ramp from 60 to 240 BPM within a
  /// second, the steps deviate from the ramp by at most half a frame.
  private static var rampFrames: Int { 64 }

  /// Returns the musical context of the internal transport, `frames` frames before the end of its last cycle.
  /// Processors that synchronize to the transport receive it instead of a host's context. While the transport is
  /// stopped, the context has no position.
  ///
  /// The context is valid for the reported number of frames, until the tempo changes. A ramp is reported as short steps
  /// of constant tempo, each of which ends at the exact position.
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
    let location = line.cursor.locate(atFrame: frame, shift: line.shift)
    let ticks = Double(header.pointee.ticksPerQuarter)
    (context.hasBeat, context.beat) = (true, location.tick / ticks)
    guard location.framesPerTick > 0 else { return (context, most) }
    (context.hasTempo, context.tempo) = (true, 60 * sampleRate / (location.framesPerTick * ticks))
    let (end, isRamp) = line.cursor.tempoEnd(atFrame: frame, shift: line.shift)
    var length = isRamp ? min(most, Self.rampFrames) : most
    // the tick on which the tempo changes still plays at the previous tempo
    if end < frame &+ Int64(length) { length = Int(truncatingIfNeeded: max(1, end &+ 1 &- frame)) }
    if isRamp {
      let there = line.cursor.locate(atFrame: frame &+ Int64(length), shift: line.shift)
      context.tempo = (there.tick - location.tick) / ticks * 60 * sampleRate / Double(length)
    }
    return (context, length)
  }
}
