import TactusRender
import TactusTime

extension FrameCursor {
  /// The number of frames for which a ramping tempo is reported as constant. In a ramp from 60 to 240 BPM within a
  /// second, the steps deviate from the ramp by at most half a frame.
  private static var rampFrames: Int { 64 }

  /// Sets beat and tempo of a context at a frame of the tempo map. Returns the number of frames for which they are valid:
  /// until the tempo changes. A ramp is reported as short steps of constant tempo, each of which ends at the exact
  /// position.
  ///
  /// - Parameters:
  ///   - shift: the shift of the frames; see `locate(atFrame:shift:)`.
  ///   - most: the number of frames requested, at least 1.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func locate(
    _ context: inout MusicalContext, atFrame frame: Int64, shift: Int128 = 0, most: Int, ticksPerQuarter: Double,
    sampleRate: Double
  ) -> Int {
    let location = locate(atFrame: frame, shift: shift)
    (context.hasBeat, context.beat) = (true, location.tick / ticksPerQuarter)
    guard location.framesPerTick > 0 else { return most }
    (context.hasTempo, context.tempo) = (true, 60 * sampleRate / (location.framesPerTick * ticksPerQuarter))
    let (end, isRamp) = tempoEnd(atFrame: frame, shift: shift)
    var length = isRamp ? min(most, Self.rampFrames) : most
    // the tick on which the tempo changes still plays at the previous tempo
    if end < frame &+ Int64(length) { length = Int(truncatingIfNeeded: max(1, end &+ 1 &- frame)) }
    if isRamp {
      let there = locate(atFrame: frame &+ Int64(length), shift: shift)
      context.tempo = (there.tick - location.tick) / ticksPerQuarter * 60 * sampleRate / Double(length)
    }
    return length
  }
}
