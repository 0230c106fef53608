import TactusProcessors
import TactusSynth

/// The setting that a parameter controls, in plain memory.
package enum ParameterTarget: Hashable, Sendable, BitwiseCopyable {
  /// The bypass of the whole plug-in; 1 is bypassed.
  case bypass
  /// What touching another parameter does: a `LearnMode`.
  case learn
  /// A setting of the synthesizer.
  case synth(SynthSetting)
  /// The program of a part, 0…15.
  case program(Int)
  /// The bank of a part, 0…15.
  case bank(Int)
  /// A setting of a part's sound; parts are 0…15.
  case part(Int, PartSoundSetting)
  /// A setting of a MIDI effect in the chain.
  case stage(StageSetting)
  /// A setting of the sequencer as a whole.
  case sequence(SequenceSetting)
  /// A setting of a lane in the pattern that the sequencer plays unless a sequence is loaded.
  case lane(Int, LaneSetting)

  // comparing whole targets cannot be proved free of locks
  var isLearn: Bool { if case .learn = self { true } else { false } }
}

/// Settings of the synthesizer as a whole.
package enum SynthSetting: Int, Hashable, Sendable, BitwiseCopyable {
  case gain, pan, tuning, reverb, chorus, polyphony, interpolation
}

/// Settings of the sequencer as a whole.
package enum SequenceSetting: Int, Hashable, Sendable, BitwiseCopyable {
  /// The position of the second step of a swung pair, in percent of the pair's duration.
  case swing
  /// The random seed of the steps.
  case seed
}

/// Settings of a lane.
package enum LaneSetting: Int, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  case isOn, onsets, steps, rotation, rate, key, velocity, gate, probability, channel
}
