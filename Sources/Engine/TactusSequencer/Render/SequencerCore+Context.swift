import TactusRender
import TactusTime

extension SequencerCore {
  /// For how many frames a tempo is said that ramps. In a ramp from 60 to 240 within a second the steps stay within half a
  /// frame of it.
  private static var rampFrames: Int { 64 }

  /// What its own transport would say of itself, as a host, some frames before the end of its last cycle: for those that
  /// keep time with it. Nothing of the place where it stands still.
  ///
  /// The context holds for as many frames as are told, until the tempo changes. A ramp is said
  /// in short steps, which lead from where it is to where it will be.
  ///
  /// - Parameters:
  ///   - frames: how many frames before the end of the cycle that has been rendered.
  ///   - most: for how many frames from there on it is asked, at least 1.
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
    let place = line.cursor.place(atFrame: frame, shift: line.shift)
    let ticks = Double(header.pointee.ticksPerQuarter)
    (context.hasBeat, context.beat) = (true, place.tick / ticks)
    guard place.framesPerTick > 0 else { return (context, most) }
    (context.hasTempo, context.tempo) = (true, 60 * sampleRate / (place.framesPerTick * ticks))
    let (end, isRamp) = line.cursor.tempoEnd(atFrame: frame, shift: line.shift)
    var length = isRamp ? min(most, Self.rampFrames) : most
    // the tick on which the tempo changes still sounds at the former one
    if end < frame &+ Int64(length) { length = Int(truncatingIfNeeded: max(1, end &+ 1 &- frame)) }
    if isRamp {
      let there = line.cursor.place(atFrame: frame &+ Int64(length), shift: line.shift)
      context.tempo = (there.tick - place.tick) / ticks * 60 * sampleRate / Double(length)
    }
    return (context, length)
  }
}
