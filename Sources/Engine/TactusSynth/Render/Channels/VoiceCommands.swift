/// What the channels ask of the voices.
///
/// ``ChannelState`` interprets MIDI and says by these commands what is to sound. It knows no voice: ``VoicePool`` plays
/// them, and a recorder that only writes them down can take its place.
///
/// `part` is the index of the channel, 0…255: port · 16 + channel. A voice is *held* while its key is down, *sustained*
/// while only a pedal holds it, then *released*.
/// - Thread: audio
package protocol VoiceCommands {
  /// Starts a voice for every region of a preset that key and velocity reach.
  ///
  /// What the same key still sounds is released.
  /// - Parameter preset: the index of the preset, −1 for none.
  mutating func startNote(_ part: Int, preset: Int32, key: UInt8, velocity: UInt8)

  /// A key has gone up: what it held is released, or sustained by a pedal.
  mutating func releaseKey(_ part: Int, key: UInt8)

  /// All keys have gone up.
  mutating func releaseKeys(_ part: Int)

  /// The sustain pedal has gone up: releases what it sustained.
  mutating func releaseSustained(_ part: Int)

  /// The sostenuto pedal has gone down: it sustains the keys that are held now.
  mutating func catchHeldKeys(_ part: Int)

  /// The sostenuto pedal has gone up: releases what it sustained.
  mutating func releaseCaughtKeys(_ part: Int)

  /// Fades all voices out within milliseconds.
  mutating func fade(_ part: Int)

  /// Fades out what a new note displaces on a monophonic channel: in mono mode all that keys or pedals hold, else what
  /// one key holds.
  mutating func fadeDisplaced(_ part: Int, by key: UInt8?)

  /// Lets the voices that one key holds sound another key without a new attack.
  ///
  /// - Returns: whether the same zones answer both keys; if not, nothing has changed.
  mutating func moveNote(_ part: Int, preset: Int32, from old: UInt8, to new: UInt8) -> Bool

  /// Whether a key holds a voice.
  mutating func holds(_ part: Int, key: UInt8) -> Bool

  /// The keys that are held, in the order in which they were struck: each call gives the next one.
  ///
  /// - Parameter note: 0 for the first; counts notes.
  mutating func nextHeldKey(_ part: Int, after note: inout UInt64) -> HeldKey?

  /// Something that modulators read has changed.
  ///
  /// - Parameter reachesReleased: whether released voices follow too.
  mutating func channelChanged(_ part: Int, reachesReleased: Bool)

  /// `Channel.damperStretch` has changed: voices in their release go on at the new speed.
  mutating func dampersChanged(_ part: Int)

  /// The tuning of keys has changed.
  mutating func tuningChanged(_ part: Int)

  /// The channel has become a drum channel, or is one no more.
  mutating func drumsChanged(_ part: Int)
}
