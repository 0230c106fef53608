/// A description of all effects and of their settings in documents, for the help texts of programs.
///
/// - Thread: any
public enum EffectGuide {
  /// A member of an effect's object in a document.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The meaning and the default of the member.
    public let meaning: String
  }

  /// An effect.
  public struct Effect: Hashable, Sendable {
    /// The name of the effect in chain documents.
    public let word: String
    /// The purpose.
    public let purpose: String
    /// The settings.
    public let members: [Member]

    init(_ word: String, _ purpose: String, _ members: KeyValuePairs<String, String>) {
      (self.word, self.purpose) = (word, purpose)
      self.members = members.map { Member(name: $0.key, meaning: $0.value) }
    }
  }

  /// The members that every effect has.
  public static let common = [
    Member(name: "bypassed", meaning: "true bypasses the effect"),
    Member(name: "name", meaning: "identifies the effect when the chain is edited"),
  ]

  /// The effects.
  public static let effects = [
    Effect(
      "filter", "passes or drops messages",
      [
        "action": "\"stop\" drops messages that match a condition, \"pass\" drops all others (stop)",
        "conditions": "[{types, channels, keys, velocities, controllers}, …]: all members of one must match",
      ]),
    Effect(
      "transpose", "transposes notes",
      [
        "semitones": "−127…127; or, instead of it, steps",
        "steps": "−127…127 steps of the scale",
        "scale": "such as \"C major\", or pitch classes [0, 4, 7]",
        "outOfRange": "\"drop\", \"clamp\" or \"fold\" (drop)",
        "exemptChannels": "channels to leave unchanged ([10])",
      ]),
    Effect(
      "velocity", "maps velocities",
      [
        "curve": "an exponent, or points [[x, y], …] of 0…1 (1)",
        "scale": "a factor (1)",
        "offset": "an offset (0)",
        "range": "[lowest, highest] output (1, 127)",
        "fixed": "the same velocity for all notes",
        "keys": "[{key, scale}, …]: factors of single keys",
        "channels": "channels to process (all)",
        "release": "true maps note-off velocities too",
      ]),
    Effect(
      "bendRange", "converts pitch bend to another bend range",
      [
        "sender": "semitones (2)",
        "receiver": "semitones (12)",
        "follow": "follow the sender's bend range messages (true)",
        "tell": "send the range to the receiver (true)",
        "channels": "channels to process (all)",
      ]),
    Effect(
      "controllerMap", "maps a controller to another one",
      [
        "source": "\"channelPressure\", \"keyPressure\", \"pitchWheel\", or {controller, controller14, registered, "
          + "nonRegistered: number}",
        "target": "\"channelPressure\", \"pitchWheel\", \"program\", or {controller, controller14, registered, "
          + "nonRegistered, parameter: number}",
        "range": "[lowest, highest] output (0, 127)",
        "inverted": "true inverts values",
        "curve": "an exponent, or points [[x, y], …] of 0…1 (1)",
        "mode": "\"continuous\", \"toggle\" or \"momentary\" (continuous)",
        "threshold": "source values from this one up count as on (64)",
        "keepSource": "true passes the source too",
        "smoothing": "milliseconds of a ramp to each new value (0)",
        "channels": "channels to process (all)",
      ]),
    Effect(
      "channelMap", "maps channels and ports",
      [
        "routes": "[{from: [channels], to, port, muted}, …]",
        "muteOthers": "true drops channels without a route",
      ]),
    Effect(
      "zones", "splits and layers the keyboard",
      [
        "zones": "[{from, keys, velocities, channel, port, transpose, velocityRange, controllers}, …], at most 16"
      ]),
    Effect(
      "pressure", "maps pressure to a controller or to the other kind of pressure",
      [
        "source": "\"channel\" or \"keys\" (channel)",
        "target": "a controller's number, \"channel\" or \"keys\" (1)",
        "combine": "for several keys, the \"highest\" or \"latest\" pressure (highest)",
        "range": "[lowest, highest] (0, 127)",
        "curve": "an exponent, or points [[x, y], …] of 0…1 (1)",
        "keepSource": "true passes the pressure too",
        "channels": "channels to process (all)",
      ]),
    Effect(
      "chordMemory", "plays a chord for each key",
      [
        "chord": "intervals, or {interval, delay, velocity}",
        "keys": "[{key, chord}, …]: chords of single keys",
        "strum": "milliseconds between two notes of a chord (0)",
        "channels": "channels to process (all but 10)",
      ]),
    Effect(
      "arpeggiator", "plays the held keys one after the other, in time with the beat",
      [
        "order": "\"up\", \"down\", \"upDown\", \"upDownInclusive\", \"downUp\", \"asPlayed\", \"random\", \"chord\"",
        "octaves": "1…8 (1)",
        "rate": "a fraction of a whole note: \"1/16\", \"1/8.\", \"1/8t\" (1/16)",
        "gate": "percent of a step, 1…400 (80)",
        "swing": "percent, 50…75 (50)",
        "latch": "true keeps keys playing until others are pressed",
        "pedalHolds": "the sustain pedal holds keys (true)",
        "restart": "\"position\", \"firstKey\", \"everyKey\" or beats (firstKey)",
        "startsWithKey": "true starts with the key instead of on the grid",
        "playsWhenStopped": "play while the transport is stopped (true)",
        "velocity": "\"played\", \"latest\" or a velocity (played)",
        "accents": "velocity of each step in percent; 0 is a rest",
        "seed": "the seed of random orders (0)",
        "channels": "channels to process (all but 10)",
      ]),
    Effect(
      "chordDetector", "reports the held chord; passes everything",
      [
        "settling": "milliseconds for which keys must stay unchanged (30)",
        "countsSustained": "count keys held by the pedal (true)",
        "channels": "channels to process (all but 10)",
      ]),
    Effect(
      "echo", "repeats notes",
      [
        "milliseconds": "the time between repeats; or, instead of it, beats",
        "beats": "the time between repeats in quarter notes (0.5)",
        "repeats": "1…15 (1)",
        "feedback": "the velocity factor of each repeat, 0…1 (1)",
        "transpose": "semitones up with each repeat, −24…24 (0)",
        "original": "pass the note itself (true)",
        "channels": "channels to process (all but 10)",
      ]),
    Effect(
      "humanise", "adds small random deviations",
      [
        "seed": "the random seed (1)",
        "timing": "maximum delay in milliseconds (0)",
        "lookAhead": "true also plays notes earlier; delays everything by timing",
        "velocity": "maximum deviation up or down (0)",
        "length": "maximum lengthening in milliseconds (0)",
        "channels": "channels to process (all)",
      ]),
    Effect(
      "quantise", "moves notes to the keys of a scale",
      [
        "scale": "such as \"C major\", or pitch classes [0, 4, 7]",
        "direction": "\"nearest\", \"down\", \"up\" or \"drop\" (nearest)",
        "exemptChannels": "channels to leave unchanged ([10])",
      ]),
    Effect(
      "mpeToChannel", "converts an MPE zone to one channel",
      [
        "zone": "\"lower\" or \"upper\" (lower)",
        "members": "the number of member channels, 1…15 (15)",
        "channel": "the output channel (1)",
        "leader": "the note whose expression is used, \"newest\" or \"oldest\" (newest)",
        "memberRange": "bend range in semitones (48)",
        "managerRange": "bend range in semitones (2)",
        "receiverRange": "bend range in semitones (48)",
        "follow": "follow the sender's bend range messages (true)",
        "tell": "send the range to the receiver (true)",
      ]),
    Effect(
      "channelToMPE", "converts one channel to an MPE zone",
      [
        "channel": "the channel to convert (all)",
        "zone": "\"lower\" or \"upper\" (lower)",
        "members": "the number of member channels, 1…15 (15)",
        "managerRange": "bend range in semitones (2)",
        "memberRange": "bend range in semitones (48)",
      ]),
  ]
}
