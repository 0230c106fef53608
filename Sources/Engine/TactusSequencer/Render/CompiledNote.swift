import TactusMIDI
import TactusTime

/// A note of a compiled track: 32 bytes.
///
/// - Thread: any
package struct CompiledNote: Hashable, Sendable {
  /// The onset in ticks from the start of the track's pass.
  package var tick: Tick
  /// The duration, at least one tick.
  package var duration: Tick
  /// The note-on. The track's channel, port and transposition are applied during playback.
  package var message: ChannelMessage
  /// 0 for a note that always plays; otherwise the index of its ``StepChance`` plus one.
  package var chance: UInt32
  /// The velocity of the note-off, 0…127.
  package var releaseVelocity: UInt8
  /// The greatest random change of the velocity in either direction, 0…127; the change is chosen anew in each pass. It
  /// applies only to notes with a chance, which provides the step number for the random numbers.
  package var velocitySpread: UInt8
  /// The index of the note among those of its step. It gives the notes of a chord or a ratchet different random
  /// numbers.
  package var position: UInt16

  /// Creates a note; the duration is at least one tick.
  package init(
    tick: Tick, duration: Tick, message: ChannelMessage, chance: UInt32 = 0, releaseVelocity: UInt8 = 64,
    velocitySpread: UInt8 = 0, position: UInt16 = 0
  ) {
    self.tick = tick
    self.duration = max(1, duration)
    self.message = message
    self.chance = chance
    self.releaseVelocity = releaseVelocity
    self.velocitySpread = velocitySpread
    self.position = position
  }
}

/// A message of a compiled track other than a note: controllers, programs, pressure, pitch bend, packets of
/// system-exclusive messages.
///
/// - Thread: any
package struct CompiledMessage: Hashable, Sendable {
  /// The time in ticks from the start of the track's pass.
  package var tick: Tick
  /// The message. The track's channel and port are applied during playback.
  package var message: ChannelMessage

  /// Creates a message at a tick.
  package init(tick: Tick, message: ChannelMessage) { (self.tick, self.message) = (tick, message) }
}
