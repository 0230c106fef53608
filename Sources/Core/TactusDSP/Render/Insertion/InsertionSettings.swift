/// The settings of an insertion effect: a chain of four stages, each of which may be off.
///
///     in ─ drive ─ modulation ─ delay ─ equalizer ─ level ─ out
///
/// Values outside a range are clamped to it. The default settings change nothing.
///
/// - Thread: any
package struct InsertionSettings: Sendable {
  package var drive = DriveSettings()
  package var modulation = ModulationSettings()
  /// Whether the delay is on.
  package var hasDelay = false
  package var delay = DelaySettings()
  /// The balance of the delay: 0 (only the direct sound) … 0.5 (both at full level) … 1 (only the delayed sound).
  package var delayBalance: Float = 0.5
  package var equalizer = EqualizerSettings()
  /// The gain of the output: 0 … 2.
  package var level: Float = 1

  @_noAllocation @_noLocks
  package init() {}

  /// Whether two settings have the same stages, so that a ramp can lead from one to the other.
  @_noAllocation @_noLocks
  func hasSameStages(as other: InsertionSettings) -> Bool {
    drive.isOn == other.drive.isOn && drive.isMono == other.drive.isMono
      && modulation.kind.rawValue == other.modulation.kind.rawValue
      && modulation.phaser.stages == other.modulation.phaser.stages
      && hasDelay == other.hasDelay && equalizer.isOn == other.equalizer.isOn
  }
}

/// The settings of overdrive and distortion: a waveshaper, followed by the low-pass of an amplifier's loudspeaker.
package struct DriveSettings: Sendable {
  package var isOn = false
  /// The gain in front of the waveshaper: 1 … 1,000. A sine with a peak of −21 dBFS, about that of a part, keeps its
  /// peak.
  package var gain: Float = 1
  /// The clipping: 0 (soft, a cubic curve) … 1 (hard).
  package var edge: Float = 0
  /// The cutoff of the low-pass in hertz; values of 20,000 and above turn it off.
  package var highCut: Float = 20_000
  /// Whether both sides are mixed to one, which `pan` positions; otherwise each side is shaped separately.
  package var isMono = false
  /// The position of a mono drive: −1 (left) … 1 (right).
  package var pan: Float = 0

  @_noAllocation @_noLocks
  package init() {}
}

/// The settings of the modulation stage.
package struct ModulationSettings: Sendable {
  package enum Kind: UInt8, Sendable { case none, chorus, phaser, rotary, tremolo }

  package var kind = Kind.none
  package var chorus = ChorusSettings()
  package var phaser = PhaserSettings()
  package var rotary = RotarySettings()
  package var tremolo = TremoloSettings()
  /// The balance of chorus and rotary speaker: 0 (only the direct sound) … 0.5 (both at full level) … 1 (only the
  /// effect).
  package var balance: Float = 0.5

  @_noAllocation @_noLocks
  package init() {}
}

/// The settings of a phaser: all-pass filters whose frequency an LFO moves, mixed with the direct sound.
package struct PhaserSettings: Sendable {
  /// The center frequency of the sweep in hertz: 50 … 10,000.
  package var frequency: Float = 620
  /// The depth of the sweep in octaves, up and down from the center: 0 … 4.
  package var depth: Float = 1
  /// The rate of the LFO in hertz: 0 … 40.
  package var rate: Float = 0.85
  /// The feedback: −0.95 … 0.95.
  package var feedback: Float = 0
  /// The gain of the filtered sound: 0 … 1; 1 gives the deepest notches.
  package var mix: Float = 1
  /// The number of all-pass filters: 2 … 12.
  package var stages = 8

  @_noAllocation @_noLocks
  package init() {}
}

/// The settings of a rotary speaker: a rotor for low and one for high frequencies, heard by two microphones.
package struct RotarySettings: Sendable {
  /// The rates of the rotors in turns per second: 0 … 40.
  package var lowRate: Float = 0.8
  package var highRate: Float = 0.9
  /// The time in which a rotor covers 63 % of the way to a new rate, in seconds: 0.01 … 20.
  package var lowInertia: Float = 2
  package var highInertia: Float = 0.7
  /// The gains of the rotors: 0 … 1.
  package var lowLevel: Float = 1
  package var highLevel: Float = 1
  /// The depth of the Doppler effect and of the change in level: 0 … 1.
  package var depth: Float = 1
  /// The angle between the microphones in turns: 0 (mono) … 0.5 (opposite sides).
  package var separation: Float = 0.25

  @_noAllocation @_noLocks
  package init() {}
}

/// The settings of tremolo and auto pan: an LFO that changes the level.
package struct TremoloSettings: Sendable {
  package enum Wave: UInt8, Sendable { case triangle, square, sine, rising, falling }

  package var wave = Wave.sine
  /// The rate of the LFO in hertz: 0 … 40.
  package var rate: Float = 3
  /// The depth: 0 … 1, where 1 reaches silence.
  package var depth: Float = 0.5
  /// The phase by which the right side leads the left, in turns: 0 is tremolo, 0.5 is auto pan.
  package var phase: Float = 0

  @_noAllocation @_noLocks
  package init() {}
}

/// The settings of an equalizer: two shelves and two bells.
package struct EqualizerSettings: Sendable {
  /// A band: its frequency in hertz, its gain in decibels (−18 … 18), and for a bell its Q (0.1 … 16).
  package struct Band: Sendable {
    package var frequency: Float
    package var gain: Float
    package var q: Float

    @_noAllocation @_noLocks
    package init(_ frequency: Float, _ gain: Float = 0, q: Float = 0.707) {
      (self.frequency, self.gain, self.q) = (frequency, gain, q)
    }
  }

  package var low = Band(400)
  package var lowMiddle = Band(1_600)
  package var highMiddle = Band(1_600)
  package var high = Band(4_000)
  /// Whether the equalizer is on. With gains of 0 it changes nothing.
  package var isOn = false

  @_noAllocation @_noLocks
  package init() {}
}
