/// The commands that channels send to voices.
///
/// ``ChannelState`` interprets MIDI and requests sound through these commands; it has no access to voices.
/// ``VoicePool`` carries the commands out; other implementations can merely record them.
///
/// `part` is the index of the channel, 0…255: port · 16 + channel. A voice is *held* while its key is down, *sustained*
/// while only a pedal holds it, then *released*.
/// - Thread: audio
package protocol VoiceCommands {
  /// Starts a voice for every region of a preset whose ranges contain key and velocity.
  ///
  /// Voices of the same key that still sound are released.
  /// - Parameter preset: the index of the preset, or −1 for none.
  mutating func startNote(_ part: Int, preset: Int32, key: UInt8, velocity: UInt8)

  /// Applies a note-off: the key's held voices are released, or sustained by a pedal or because it is a drum key that
  /// does not receive note-offs.
  mutating func releaseKey(_ part: Int, key: UInt8)

  /// Applies a note-off to every key, as `releaseKey` does to one.
  mutating func releaseKeys(_ part: Int)

  /// Releases the voices that the sustain pedal held; called when the pedal goes up.
  mutating func releaseSustained(_ part: Int)

  /// Marks the voices that are held now, so that the sostenuto pedal sustains them; called when the pedal goes down.
  mutating func catchHeldKeys(_ part: Int)

  /// Releases the voices that the sostenuto pedal held; called when the pedal goes up.
  mutating func releaseCaughtKeys(_ part: Int)

  /// Fades all voices out within milliseconds.
  mutating func fade(_ part: Int)

  /// Fades out the voices that a new note replaces on a monophonic channel: in mono mode all held and sustained voices,
  /// otherwise the held voices of `key`.
  mutating func fadeDisplaced(_ part: Int, by key: UInt8?)

  /// Moves the held voices of one key to another key without a new attack.
  ///
  /// - Returns: whether both keys have the same zones; if not, nothing has changed.
  mutating func moveNote(_ part: Int, preset: Int32, from old: UInt8, to new: UInt8) -> Bool

  /// Returns whether a key has a held voice.
  mutating func holds(_ part: Int, key: UInt8) -> Bool

  /// Returns the next of the held keys, in the order of their note-ons.
  ///
  /// - Parameter note: 0 for the first call; then the number of the note that the previous call returned.
  mutating func nextHeldKey(_ part: Int, after note: inout UInt64) -> HeldKey?

  /// Recomputes the parameters of a channel's voices, because a modulator source has changed.
  ///
  /// - Parameter reachesReleased: whether released voices are recomputed too.
  mutating func channelChanged(_ part: Int, reachesReleased: Bool)

  /// Applies a change of `Channel.dampers`: voices in their release continue at the new rate.
  mutating func dampersChanged(_ part: Int)

  /// Applies a change of the tuning of keys to sounding voices.
  mutating func tuningChanged(_ part: Int)

  /// Updates the voices of a channel that has become, or is no longer, a drum channel.
  mutating func drumsChanged(_ part: Int)

  /// Applies new expressions of a key to its notes, except those that are detached.
  mutating func expressionChanged(_ part: Int, key: UInt8, _ expression: NoteExpression)

  /// Returns the expressions of all notes of a channel to the defaults.
  mutating func expressionsReset(_ part: Int)

  /// Detaches the notes of a key: they keep their expressions.
  mutating func detachNotes(_ part: Int, key: UInt8)

  /// Fades out all voices of a key, held or not, as an exclusive class does.
  mutating func chokeKey(_ part: Int, key: UInt8)
}
