import TactusRender
import TactusTime

extension SequencerCore {
  /// What its own transport would say of itself, as a host, some frames before the end of its last cycle: for those that
  /// keep time with it. Nothing of the place where it stands still.
  ///
  /// Within a cycle the tempo is said to stay; where it changes, the next cycle says so.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func context(framesAgo frames: Int, sampleRate: Int) -> MusicalContext {
    var context = MusicalContext()
    context.hasTransport = true
    context.isMoving = isRolling && transport.isOwn
    guard let header, var line, line.isOwn, context.isMoving else { return context }
    let place = line.cursor.place(atFrame: now &- Int64(frames), shift: line.shift)
    let ticks = Double(header.pointee.ticksPerQuarter)
    (context.hasBeat, context.beat) = (true, place.tick / ticks)
    guard place.framesPerTick > 0 else { return context }
    (context.hasTempo, context.tempo) = (true, 60 * Double(sampleRate) / (place.framesPerTick * ticks))
    return context
  }
}
