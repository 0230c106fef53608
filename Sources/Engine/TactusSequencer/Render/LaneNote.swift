import TactusMIDI
import TactusTime

/// A note of a compiled track: 32 bytes.
///
/// - Thread: any
package struct LaneNote: Hashable, Sendable {
  /// When it begins, in ticks from the beginning of the track's pass.
  package var tick: Tick
  /// How long it lasts, at least one tick.
  package var duration: Tick
  /// The note-on. The track's channel, port and transposition are put in when it is played.
  package var message: ChannelMessage
  /// 0: it always plays; else one more than the index of its ``LaneChance``.
  package var chance: UInt32
  /// The velocity of its note-off, 0…127.
  package var releaseVelocity: UInt8
  /// By how much the velocity may differ either way, 0…127; which of these it does is decided pass by pass. Only of notes
  /// with a chance, which says the step that the random numbers are of.
  package var velocitySpread: UInt8
  /// Its place among the notes of its step: those of a chord or a ratchet differ each by itself.
  package var place: UInt16

  /// A note; the duration is at least one tick.
  package init(
    tick: Tick, duration: Tick, message: ChannelMessage, chance: UInt32 = 0, releaseVelocity: UInt8 = 64,
    velocitySpread: UInt8 = 0, place: UInt16 = 0
  ) {
    self.tick = tick
    self.duration = max(1, duration)
    self.message = message
    self.chance = chance
    self.releaseVelocity = releaseVelocity
    self.velocitySpread = velocitySpread
    self.place = place
  }
}

/// What else a compiled track holds: controllers, programs, pressure, pitch bend, packets of system-exclusive messages.
///
/// - Thread: any
package struct LaneMessage: Hashable, Sendable {
  /// When it takes effect, in ticks from the beginning of the track's pass.
  package var tick: Tick
  /// What happens. The track's channel and port are put in when it is played.
  package var message: ChannelMessage

  /// A message at a tick.
  package init(tick: Tick, message: ChannelMessage) { (self.tick, self.message) = (tick, message) }
}
