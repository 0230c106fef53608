import TactusFiles

/// Plays the keys that are held one after the other, on the beat.
///
/// While the host's transport moves, steps are on its grid of beats, on their exact frames, through tempo ramps and
/// repeated stretches; a follower of MIDI clock or time code before it is a host like any other. While it stands, or where
/// there is none, the grid begins with the first key.
///
/// - Thread: any
public struct Arpeggiator: Hashable, Sendable {
  /// In which order the keys are played.
  public enum Order: String, CaseIterable, Codable, Sendable {
    /// Lowest to highest.
    case up
    /// Highest to lowest.
    case down
    /// Up and down, the highest and the lowest once each.
    case upDown
    /// Up and down, the highest and the lowest twice each.
    case upDownInclusive
    /// Down and up, the highest and the lowest once each.
    case downUp
    /// As they were pressed.
    case asPlayed
    /// At random: the same for the same ``Arpeggiator/seed``.
    case random
    /// All at once.
    case chord
  }

  /// Where the pattern begins again.
  public enum Restart: Hashable, Sendable {
    /// It goes with the position: the same beat plays the same place of the pattern.
    case position
    /// With the first key after none was held.
    case firstKey
    /// With every key.
    case everyKey
    /// Each so many quarter notes of the position; 1…1,024.
    case beats(Int)
  }

  /// Which of several velocities a step has.
  public enum Velocity: Hashable, Sendable {
    /// That of its key.
    case played
    /// That of the key pressed last.
    case latest
    /// Always the same, 1…127.
    case fixed(UInt8)
  }

  /// In which order the keys are played.
  public var order = Order.up
  /// How many octaves they are played in, 1…8: as they are, then higher ones.
  public var octaves = 1
  /// How long a step is.
  public var rate = StepLength(1, 16)
  /// How long a note is, in percent of its step, 1…400; above 100 notes overlap.
  public var gate = 80.0
  /// Where in a pair of steps the second begins, in percent, 50…75: 66.67 swings like a triplet.
  public var swing = 50.0
  /// Whether what was held goes on when the keys are let go, until others are pressed.
  public var isLatched = false
  /// Whether the sustain pedal holds keys, and is not passed on.
  public var pedalHolds = true
  /// Where the pattern begins again.
  public var restart = Restart.firstKey
  /// Whether the grid begins with the first key also while the transport moves; its tempo is the host's then.
  public var startsWithKey = false
  /// Whether it plays while the transport stands.
  public var playsWhenStopped = true
  /// Which velocity a step has.
  public var velocity = Velocity.played
  /// How loud each step of a cycle is, in percent of the velocity, 0…200; 0 is a rest. Empty: all alike.
  public var accents: [Int] = []
  /// What random orders follow from.
  public var seed: UInt64 = 0
  /// The channels, 0…15, whose keys it plays; others pass.
  public var channels = Set<UInt8>(0...15)

  /// As said with each.
  public init(order: Order = .up, octaves: Int = 1, rate: StepLength = StepLength(1, 16), gate: Double = 80) {
    (self.order, self.octaves, self.rate, self.gate) = (order, octaves, rate, gate)
  }

  /// How many accents there can be.
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

  /// The same in plain numbers, without the accents.
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
  /// The same, without what enumerations with raw values need of the runtime.
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
