import TactusProcessors

/// The parameters of the MIDI effects: they control the first MIDI effect of each kind in a plug-in's chain.
enum EffectParameters {
  /// Returns the parameters of all MIDI effects, in the order of ``EffectRack``.
  static func all(arpeggiates: Bool) -> [ParameterDescriptor] {
    scale + chord + transpose + arpeggiator(isOn: arpeggiates) + echo + velocity + humanise
  }

  /// The parameters of the MIDI effects that follow a sequencer.
  static let afterSequencer = scale + transpose + velocity + humanise

  /// The last choice of a list. It keeps the setting that the chain has, which may be missing from the list.
  private static let asInChain = "As in the chain"

  private static let pitchNames = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private static let scale = [
    ParameterDescriptor(200, "scaleOn", "Scale", in: "Scale", target: .stage(.quantiseOn)),
    ParameterDescriptor(201, "scaleRoot", "Root", in: "Scale", of: pitchNames, target: .stage(.quantiseRoot)),
    ParameterDescriptor(
      202, "scaleKind", "Kind of scale", in: "Scale", of: Scale.named.map { capitalised($0.name) } + [asInChain],
      target: .stage(.quantiseScale)),
  ]

  private static let chord = [
    ParameterDescriptor(210, "chordOn", "Chord", in: "Chord", target: .stage(.chordOn)),
    ParameterDescriptor(
      211, "chordKind", "Kind of chord", in: "Chord", of: ChordChoice.names + [asInChain], target: .stage(.chordKind)),
  ]

  private static let transpose = [
    ParameterDescriptor(
      220, "transpose", "Transpose", in: "Transpose", -48...48, default: 0, kind: .whole, unit: .semitones,
      target: .stage(.transposeSemitones))
  ]

  private static func arpeggiator(isOn: Bool) -> [ParameterDescriptor] {
    [
      ParameterDescriptor(
        230, "arpOn", "Arpeggiator", in: "Arpeggiator", isOn: isOn, target: .stage(.arpeggiatorOn)),
      ParameterDescriptor(
        231, "arpOrder", "Order", in: "Arpeggiator",
        of: ["Up", "Down", "Up and down", "Up and down twice", "Down and up", "As played", "Random", "Chord"],
        target: .stage(.arpeggiatorOrder)),
      ParameterDescriptor(
        232, "arpOctaves", "Octaves", in: "Arpeggiator", 1...8, default: 1, kind: .whole,
        target: .stage(.arpeggiatorOctaves)),
      ParameterDescriptor(
        233, "arpRate", "Rate", in: "Arpeggiator", of: StepChoice.names + [asInChain], default: 11,
        target: .stage(.arpeggiatorRate)),
      ParameterDescriptor(
        234, "arpGate", "Gate", in: "Arpeggiator", 1...400, default: 80, unit: .percent,
        target: .stage(.arpeggiatorGate)),
      ParameterDescriptor(
        235, "arpSwing", "Swing", in: "Arpeggiator", 50...75, default: 50, unit: .percent, words: [50: "Straight"],
        target: .stage(.arpeggiatorSwing)),
      ParameterDescriptor(236, "arpLatch", "Latch", in: "Arpeggiator", target: .stage(.arpeggiatorLatch)),
      ParameterDescriptor(
        237, "arpPedal", "Pedal holds", in: "Arpeggiator", isOn: true, target: .stage(.arpeggiatorPedal)),
      ParameterDescriptor(
        238, "arpRestart", "Restart", in: "Arpeggiator", 0...1_026, default: 1, kind: .whole,
        words: restartWords, target: .stage(.arpeggiatorRestart)),
      ParameterDescriptor(
        239, "arpVelocity", "Velocity", in: "Arpeggiator", -1...127, default: 0, kind: .whole,
        words: [-1: "Latest key", 0: "As played"], target: .stage(.arpeggiatorVelocity)),
      ParameterDescriptor(
        240, "arpWhenStopped", "Plays when stopped", in: "Arpeggiator", isOn: true,
        target: .stage(.arpeggiatorWhenStopped)),
    ]
  }

  private static let restartWords: [Double: String] = {
    var words: [Double: String] = [0: "By position", 1: "First key", 2: "Every key", 3: "Every beat"]
    for beats in 2...64 { words[Double(beats + 2)] = "Every \(beats) beats" }
    return words
  }()

  private static let echo = [
    ParameterDescriptor(250, "echoOn", "Echo", in: "Echo", target: .stage(.echoOn)),
    ParameterDescriptor(
      251, "echoRate", "Time", in: "Echo", of: StepChoice.names + [asInChain], default: 8, target: .stage(.echoRate)),
    ParameterDescriptor(
      252, "echoRepeats", "Repeats", in: "Echo", 1...15, default: 3, kind: .whole, target: .stage(.echoRepeats)),
    ParameterDescriptor(
      253, "echoFeedback", "Feedback", in: "Echo", 0...100, default: 60, unit: .percent, target: .stage(.echoFeedback)),
    ParameterDescriptor(
      254, "echoTranspose", "Transpose", in: "Echo", -24...24, default: 0, kind: .whole, unit: .semitones,
      target: .stage(.echoTranspose)),
  ]

  private static let velocity = [
    ParameterDescriptor(
      260, "velocity", "Velocity", in: "Velocity", 0...400, default: 100, unit: .percent, target: .stage(.velocityScale)
    )
  ]

  private static let humanise = [
    ParameterDescriptor(270, "humaniseOn", "Humanise", in: "Humanise", target: .stage(.humaniseOn)),
    ParameterDescriptor(
      271, "humaniseTiming", "Later by up to", in: "Humanise", 0...1_000, default: 10, unit: .milliseconds,
      target: .stage(.humaniseTiming)),
    ParameterDescriptor(
      272, "humaniseVelocity", "Velocity by up to", in: "Humanise", 0...127, default: 8, kind: .whole,
      target: .stage(.humaniseVelocity)),
    ParameterDescriptor(
      273, "humaniseLength", "Longer by up to", in: "Humanise", 0...1_000, default: 0, unit: .milliseconds,
      target: .stage(.humaniseLength)),
  ]
}
