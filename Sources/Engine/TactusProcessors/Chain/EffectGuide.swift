/// What effects there are and what documents can tell them, in words: for programs that explain chains.
///
/// - Thread: any
public enum EffectGuide {
  /// A member of an effect's object.
  public struct Member: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// What it says, and what holds without it.
    public let meaning: String
  }

  /// An effect.
  public struct Effect: Hashable, Sendable {
    /// The word by which documents name it.
    public let word: String
    /// What it is for.
    public let purpose: String
    /// What it can be told.
    public let members: [Member]

    init(_ word: String, _ purpose: String, _ members: KeyValuePairs<String, String>) {
      (self.word, self.purpose) = (word, purpose)
      self.members = members.map { Member(name: $0.key, meaning: $0.value) }
    }
  }

  /// What every effect can be told.
  public static let common = [
    Member(name: "bypassed", meaning: "true: everything passes"),
    Member(name: "name", meaning: "tells it from others of its kind"),
  ]

  /// The effects.
  public static let effects = [
    Effect(
      "filter", "messages pass or are stopped",
      [
        "action": "\"stop\" what meets a condition, or \"pass\" only that (stop)",
        "conditions": "[{types, channels, keys, velocities, controllers}, …]: all that one says must hold",
      ]),
    Effect(
      "transpose", "notes higher or lower",
      [
        "semitones": "−127…127, or instead",
        "steps": "−127…127 steps of the scale",
        "scale": "such as \"C major\", or pitch classes [0, 4, 7]",
        "outOfRange": "\"drop\", \"clamp\" or \"fold\" (drop)",
        "exemptChannels": "channels that stay as they are ([10])",
      ]),
    Effect(
      "velocity", "other velocities",
      [
        "curve": "an exponent, or points [[x, y], …] of 0…1 (1)",
        "scale": "a factor (1)",
        "offset": "what is added (0)",
        "range": "[lowest, highest] (1, 127)",
        "fixed": "one velocity for all notes",
        "keys": "[{key, scale}, …]: factors of single keys",
        "channels": "channels that are meant (all)",
        "release": "true: note-offs as well",
      ]),
    Effect(
      "bendRange", "the pitch wheel fitted to another bend range",
      [
        "sender": "semitones (2)",
        "receiver": "semitones (12)",
        "follow": "the sender's range is what it says (true)",
        "tell": "the receiver is told its range (true)",
        "channels": "channels that are meant (all)",
      ]),
    Effect(
      "controllerMap", "one controller becomes another one",
      [
        "source": "\"channelPressure\", \"keyPressure\", \"pitchWheel\", or {controller, controller14, registered, "
          + "nonRegistered: number}",
        "target": "\"channelPressure\", \"pitchWheel\", \"program\", or {controller, controller14, registered, "
          + "nonRegistered, parameter: number}",
        "range": "[lowest, highest] of what goes out (0, 127)",
        "inverted": "true: high values become low ones",
        "curve": "an exponent, or points [[x, y], …] of 0…1 (1)",
        "mode": "\"continuous\", \"toggle\" or \"momentary\" (continuous)",
        "threshold": "from which value on it is on (64)",
        "keepSource": "true: what is moved goes out as well",
        "smoothing": "milliseconds in which a new value is reached (0)",
        "channels": "channels that are meant (all)",
      ]),
    Effect(
      "channelMap", "other channels and ports",
      [
        "routes": "[{from: [channels], to, port, muted}, …]",
        "muteOthers": "true: channels without a route go nowhere",
      ]),
    Effect(
      "zones", "splits and layers",
      [
        "zones": "[{from, keys, velocities, channel, port, transpose, velocityRange, controllers}, …], 16 at the most"
      ]),
    Effect(
      "pressure", "pressure as a controller, or as pressure of the other kind",
      [
        "source": "\"channel\" or \"keys\" (channel)",
        "target": "a controller's number, \"channel\" or \"keys\" (1)",
        "combine": "\"highest\" or \"latest\" of several keys (highest)",
        "range": "[lowest, highest] (0, 127)",
        "curve": "an exponent, or points [[x, y], …] of 0…1 (1)",
        "keepSource": "true: the pressure goes out as well",
        "channels": "channels that are meant (all)",
      ]),
    Effect(
      "chordMemory", "one key plays a chord",
      [
        "chord": "intervals, or {interval, delay, velocity}",
        "keys": "[{key, chord}, …]: chords of single keys",
        "strum": "milliseconds between two notes (0)",
        "channels": "channels that are meant (all but 10)",
      ]),
    Effect(
      "arpeggiator", "keys that are held one after the other, on the beat",
      [
        "order": "\"up\", \"down\", \"upDown\", \"upDownInclusive\", \"downUp\", \"asPlayed\", \"random\", \"chord\"",
        "octaves": "1…8 (1)",
        "rate": "a part of a whole note: \"1/16\", \"1/8.\", \"1/8t\" (1/16)",
        "gate": "percent of a step, 1…400 (80)",
        "swing": "percent, 50…75 (50)",
        "latch": "true: keys sound on until others are pressed",
        "pedalHolds": "the pedal holds keys (true)",
        "restart": "\"position\", \"firstKey\", \"everyKey\" or beats (firstKey)",
        "startsWithKey": "true: the first step comes with the key, not on the grid",
        "playsWhenStopped": "also while the transport stands (true)",
        "velocity": "\"played\", \"latest\" or a velocity (played)",
        "accents": "percentages of the steps' velocities",
        "seed": "of random orders (0)",
        "channels": "channels that are meant (all)",
      ]),
    Effect(
      "chordDetector", "tells which chord is held; everything passes",
      [
        "settling": "milliseconds after which a change counts (30)",
        "countsSustained": "keys held by the pedal count (true)",
        "channels": "channels that are meant (all but 10)",
      ]),
    Effect(
      "echo", "notes that come again",
      [
        "milliseconds": "between two repetitions, or instead",
        "beats": "quarter notes (0.5)",
        "repeats": "1…15 (1)",
        "feedback": "the velocity's factor of each, 0…1 (1)",
        "transpose": "semitones of each, −24…24 (0)",
        "original": "the note itself goes out, too (true)",
        "channels": "channels that are meant (all)",
      ]),
    Effect(
      "humanise", "small random deviations",
      [
        "seed": "which ones (1)",
        "timing": "milliseconds later at the most (0)",
        "lookAhead": "true: also earlier; everything comes later by the timing",
        "velocity": "higher or lower at the most (0)",
        "length": "milliseconds longer at the most (0)",
        "channels": "channels that are meant (all)",
      ]),
    Effect(
      "quantise", "notes on the keys of a scale",
      [
        "scale": "such as \"C major\", or pitch classes [0, 4, 7]",
        "direction": "\"nearest\", \"down\", \"up\" or \"drop\" (nearest)",
        "exemptChannels": "channels that stay as they are ([10])",
      ]),
    Effect(
      "mpeToChannel", "an MPE zone on one channel",
      [
        "zone": "\"lower\" or \"upper\" (lower)",
        "members": "how many channels, 1…15 (15)",
        "channel": "to which everything goes (1)",
        "leader": "\"newest\" or \"oldest\" note: whose expression counts (newest)",
        "memberRange": "bend range in semitones (48)",
        "managerRange": "bend range in semitones (2)",
        "receiverRange": "bend range in semitones (48)",
        "follow": "registered parameter 0 sets the ranges (true)",
      ]),
    Effect(
      "channelToMPE", "one channel as an MPE zone",
      [
        "channel": "which (all)",
        "zone": "\"lower\" or \"upper\" (lower)",
        "members": "how many channels, 1…15 (15)",
        "managerRange": "bend range in semitones (2)",
        "memberRange": "bend range in semitones (48)",
      ]),
  ]
}
