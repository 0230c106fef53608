import TactusProcessors

/// What a parameter moves, in plain memory.
package enum ParameterTarget: Hashable, Sendable, BitwiseCopyable {
  /// The whole plug-in, off at 1.
  case bypass
  /// A setting of the synthesizer.
  case synth(SynthSetting)
  /// The program of a part, 0…15.
  case program(Int)
  /// The bank of a part, 0…15.
  case bank(Int)
  /// A function of the chain.
  case stage(StageSetting)
  /// The sequencer as a whole.
  case sequence(SequenceSetting)
  /// A lane of the sequencer's own pattern.
  case lane(Int, LaneSetting)

  /// Whether it takes effect on the audio thread at once.
  var isImmediate: Bool {
    switch self {
    case .sequence, .lane: false
    default: true
    }
  }
}

/// Settings of the synthesizer as a whole.
package enum SynthSetting: Int, Hashable, Sendable, BitwiseCopyable {
  case gain, pan, tuning, reverb, chorus, polyphony, interpolation
}

/// Settings of the sequencer as a whole.
package enum SequenceSetting: Int, Hashable, Sendable, BitwiseCopyable {
  /// Where in a pair the second sixteenth begins, in percent.
  case swing
  /// What random steps follow from.
  case seed
}

/// Settings of a lane.
package enum LaneSetting: Int, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  case isOn, onsets, steps, rotation, rate, key, velocity, gate, probability, channel
}
