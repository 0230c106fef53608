import TactusFiles

/// Plays the held keys one after the other, in time with the beat.
///
/// While the host's transport runs, steps lie on the exact frames of the host's beat grid, even during tempo ramps and
/// in cycle regions. If the chain follows MIDI clock or time code, that source acts as the host. While the transport is
/// stopped, or without a host, the grid starts with the first key.
///
/// - Thread: any
public struct Arpeggiator: Hashable, Sendable {
  /// The order in which keys are played.
  public enum Order: String, CaseIterable, Sendable {
    /// Lowest to highest.
    case up
    /// Highest to lowest.
    case down
    /// Up and down; the highest and the lowest key once each.
    case upDown
    /// Up and down; the highest and the lowest key twice each.
    case upDownInclusive
    /// Down and up; the highest and the lowest key once each.
    case downUp
    /// In the order in which they were pressed.
    case asPlayed
    /// Pseudo-random; the same for the same ``Arpeggiator/seed``.
    case random
    /// All keys at once.
    case chord
  }

  /// When the pattern restarts.
  public enum Restart: Hashable, Sendable {
    /// Never: the position determines the step, so a beat always plays the same step of the pattern.
    case position
    /// With a key that is pressed while no other key is pressed or held by a pedal.
    case firstKey
    /// With every key.
    case everyKey
    /// At positions that are multiples of a number of quarter notes, 1…1,024.
    case beats(Int)
  }

  /// The velocity of a step.
  public enum Velocity: Hashable, Sendable {
    /// The velocity of the step's key.
    case played
    /// The velocity of the last pressed key.
    case latest
    /// A fixed velocity, 1…127.
    case fixed(UInt8)
  }

  /// The order in which keys are played.
  public var order = Order.up
  /// The number of octaves, 1…8: the played octave, then higher octaves.
  public var octaves = 1
  /// The length of a step.
  public var rate = StepLength(1, 16)
  /// The length of a note in percent of its step, 1…400; above 100 notes overlap.
  public var gate = 80.0
  /// The start of the second step of each pair in percent of the pair, 50…75; 66.67 is triplet swing.
  public var swing = 50.0
  /// Whether released keys continue to play until others are pressed.
  public var isLatched = false
  /// Whether the sustain pedal holds keys; if so, its messages are not passed on.
  public var pedalHolds = true
  /// When the pattern restarts.
  public var restart = Restart.firstKey
  /// Whether the grid starts with the first key, at the host's tempo, even while the transport runs.
  public var startsWithKey = false
  /// Whether the arpeggiator plays while the transport is stopped.
  public var playsWhenStopped = true
  /// The velocity of a step.
  public var velocity = Velocity.played
  /// A repeating list of velocity accents, one for each step, in percent, 0…200; 0 is a rest. An empty list leaves
  /// velocities unchanged.
  public var accents: [Int] = []
  /// The seed of the random order.
  public var seed: UInt64 = 0
  /// The channels, 0…15, whose keys are arpeggiated; by default all except 9, the drums. Other channels pass unchanged.
  public var channels = Set<UInt8>.allChannels.subtracting([9])

  /// Creates an arpeggiator with the given settings.
  public init(order: Order = .up, octaves: Int = 1, rate: StepLength = StepLength(1, 16), gate: Double = 80) {
    (self.order, self.octaves, self.rate, self.gate) = (order, octaves, rate, gate)
  }

  /// The maximum number of accents.
  public static var accentLimit: Int { 64 }
}

extension Arpeggiator: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { ArpeggiatorMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    guard let memory = memory as? ArpeggiatorMemory else {
      preconditionFailure("the memory of another kind of effect")
    }
    let accents = accents.prefix(Self.accentLimit).map { UInt16($0.within(0...200)) }
    var controls = controls
    controls.accents = tables.table(accents)
    controls.accentCount = accents.count
    controls.isBypassed = isBypassed
    return .arpeggiator(controls.stage(memory.state))
  }

  /// The settings as plain numbers, without the accents.
  package var controls: ArpeggiatorControls {
    var controls = ArpeggiatorControls()
    controls.order = ArpeggiatorPattern.Order(order)
    (controls.octaves, controls.stepBeats, controls.gate, controls.swing) = (octaves, rate.beats, gate, swing)
    controls.writtenBeats = rate.beats
    (controls.isLatched, controls.pedalHolds) = (isLatched, pedalHolds)
    (controls.startsWithKey, controls.playsWhenStopped) = (startsWithKey, playsWhenStopped)
    switch restart {
    case .position: controls.restart = .position
    case .firstKey: controls.restart = .firstKey
    case .everyKey: controls.restart = .everyKey
    case .beats(let beats): controls.restart = .beats(beats)
    }
    switch velocity {
    case .played: controls.velocity = .played
    case .latest: controls.velocity = .latest
    case .fixed(let value): controls.velocity = .fixed(value)
    }
    (controls.seed, controls.channels) = (seed, channels.mask)
    return controls
  }
}

extension ArpeggiatorPattern.Order {
  /// Converts the order of an ``Arpeggiator``. This enumeration has no raw values, so it needs no support from the
  /// Swift runtime.
  init(_ order: Arpeggiator.Order) {
    switch order {
    case .up: self = .up
    case .down: self = .down
    case .upDown: self = .upDown
    case .upDownInclusive: self = .upDownInclusive
    case .downUp: self = .downUp
    case .asPlayed: self = .asPlayed
    case .random: self = .random
    case .chord: self = .chord
    }
  }
}
