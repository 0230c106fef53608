import TactusMIDI

// Settings that a plug-in unit's parameters change on the audio thread.

extension Stage {
  /// Changes a setting of the effect; returns false if the effect does not have it.
  mutating func adjust(_ setting: StageSetting, to value: Double, _ sampleRate: Double) -> Bool {
    switch self {
    case .arpeggiator(var stage):
      guard stage.adjust(setting, to: value) else { return false }
      self = .arpeggiator(stage)
    case .transpose(var stage):
      switch setting {
      case .transposeOn: stage.isBypassed = !value.isOn
      case .transposeSemitones: stage.mapping.shift = Int16(truncatingIfNeeded: value.whole(-127...127))
      default: return false
      }
      self = .transpose(stage)
    case .quantise(var stage):
      switch setting {
      case .quantiseOn: stage.isBypassed = !value.isOn
      case .quantiseRoot: stage.mapping.root = Int16(truncatingIfNeeded: value.whole(0...11))
      case .quantiseScale: stage.mapping.scale = ScaleMask.mask(value.whole(0...127))
      default: return false
      }
      self = .quantise(stage)
    case .chordMemory(var stage):
      switch setting {
      case .chordOn: stage.isBypassed = !value.isOn
      case .chordKind: stage.mapping.choice = Int32(truncatingIfNeeded: value.whole(0...127))
      default: return false
      }
      self = .chordMemory(stage)
    case .echo(var stage):
      guard stage.adjust(setting, to: value) else { return false }
      self = .echo(stage)
    case .velocity(var stage):
      switch setting {
      case .velocityOn: stage.isBypassed = !value.isOn
      case .velocityScale:
        stage.mapping.factor = UInt32(truncatingIfNeeded: (value * 655.36).whole(0...262_144))
      default: return false
      }
      self = .velocity(stage)
    case .humanise(var stage):
      guard stage.adjust(setting, to: value, sampleRate) else { return false }
      self = .humanise(stage)
    default: return false
    }
    return true
  }
}

extension ArpeggiatorStage {
  mutating func adjust(_ setting: StageSetting, to value: Double) -> Bool {
    var controls = controls
    switch setting {
    case .arpeggiatorOn: controls.isBypassed = !value.isOn
    case .arpeggiatorOrder: controls.order = ArpeggiatorPattern.Order(choice: value.whole(0...7))
    case .arpeggiatorOctaves: controls.octaves = value.whole(1...8)
    case .arpeggiatorRate:
      let choice = value.whole(0...127)
      controls.stepBeats = choice < StepChoice.count ? StepChoice.beats(choice) : controls.writtenBeats
    case .arpeggiatorGate: controls.gate = value
    case .arpeggiatorSwing: controls.swing = value
    case .arpeggiatorLatch: controls.isLatched = value.isOn
    case .arpeggiatorPedal: controls.pedalHolds = value.isOn
    case .arpeggiatorWhenStopped: controls.playsWhenStopped = value.isOn
    case .arpeggiatorRestart:
      let choice = value.whole(0...1_026)
      controls.restart =
        choice == 0 ? .position : choice == 1 ? .firstKey : choice == 2 ? .everyKey : .beats(choice &- 2)
    case .arpeggiatorVelocity:
      let choice = value.whole(-1...127)
      controls.velocity = choice < 0 ? .latest : choice == 0 ? .played : .fixed(UInt8(truncatingIfNeeded: choice))
    default: return false
    }
    self = controls.stage(state)
    return true
  }
}

extension ArpeggiatorPattern.Order {
  /// Creates the order at an index of `Arpeggiator.Order.allCases`.
  init(choice: Int) {
    switch choice {
    case 0: self = .up
    case 1: self = .down
    case 2: self = .upDown
    case 3: self = .upDownInclusive
    case 4: self = .downUp
    case 5: self = .asPlayed
    case 6: self = .random
    default: self = .chord
    }
  }
}

extension DelayedStage<EchoMapping> {
  mutating func adjust(_ setting: StageSetting, to value: Double) -> Bool {
    switch setting {
    case .echoOn: isBypassed = !value.isOn
    case .echoRate:
      let choice = value.whole(0...127)
      mapping.beatsApart = choice < StepChoice.count ? StepChoice.beats(choice) : mapping.writtenBeats
    case .echoRepeats: mapping.repeats = value.whole(1...15)
    case .echoFeedback: mapping.feedback = UInt32(truncatingIfNeeded: (value * 655.36).whole(0...65_536))
    case .echoTranspose: mapping.transpose = value.whole(-24...24)
    default: return false
    }
    return true
  }
}

extension DelayedStage<HumaniseMapping> {
  mutating func adjust(_ setting: StageSetting, to value: Double, _ sampleRate: Double) -> Bool {
    switch setting {
    case .humaniseOn: isBypassed = !value.isOn
    case .humaniseTiming: mapping.timing = Self.frames(value, sampleRate)
    case .humaniseVelocity: mapping.velocity = UInt32(truncatingIfNeeded: value.whole(0...127)) &<< 9
    case .humaniseLength: mapping.length = Self.frames(value, sampleRate)
    default: return false
    }
    return true
  }

  /// Converts milliseconds to frames, rounding half up.
  private static func frames(_ milliseconds: Double, _ sampleRate: Double) -> Int64 {
    Int64(milliseconds.within(0...1_000, or: 0) * sampleRate / 1_000 + 0.5)
  }
}
