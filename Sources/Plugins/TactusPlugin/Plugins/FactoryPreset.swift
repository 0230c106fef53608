/// A preset that comes with a plug-in: values of parameters that differ from their defaults.
///
/// - Thread: any
public struct FactoryPreset: Hashable, Sendable {
  /// The name for display.
  public let name: String
  /// Values by parameter symbol; all other parameters have their defaults.
  public let values: [String: Double]

  init(_ name: String, _ values: [String: Double] = [:]) { (self.name, self.values) = (name, values) }

  static let sampler = [
    FactoryPreset("General MIDI"),
    FactoryPreset("Dry", ["reverb": 0, "chorus": 0]),
    FactoryPreset("Best", ["interpolation": 2, "voices": 512]),
    FactoryPreset("Arpeggiated harp", ["program1": 46, "arpOn": 1, "arpOctaves": 2, "arpOrder": 2]),
    FactoryPreset("Strings in fifths", ["program1": 48, "chordOn": 1, "chordKind": 10, "reverb": 150]),
  ]

  static let arpeggiator = [
    FactoryPreset("Up"),
    FactoryPreset("Two octaves up and down", ["arpOctaves": 2, "arpOrder": 2]),
    FactoryPreset("Latched triplets", ["arpRate": 9, "arpLatch": 1, "arpGate": 60]),
    FactoryPreset("Swinging eighths", ["arpRate": 8, "arpSwing": 66.7, "arpOrder": 5]),
    FactoryPreset("Random bar", ["arpOrder": 6, "arpOctaves": 3, "arpRestart": 6]),
    FactoryPreset("Dotted echo", ["arpOn": 0, "echoOn": 1, "echoRate": 7, "echoRepeats": 5]),
    FactoryPreset("One-finger minor", ["arpOn": 0, "chordOn": 1, "chordKind": 1]),
    FactoryPreset("Pentatonic", ["arpOn": 0, "scaleOn": 1, "scaleKind": 11]),
  ]

  static let sequencer = [
    FactoryPreset("Beat"),
    FactoryPreset(
      "Three against four",
      [
        "lane1Onsets": 4, "lane1Steps": 16, "lane2Onsets": 3, "lane2Steps": 12, "lane2Rotation": 0, "lane3On": 0,
      ]),
    FactoryPreset(
      "Tresillo", ["lane1Onsets": 3, "lane1Steps": 8, "lane2On": 0, "lane3Onsets": 8, "lane3Steps": 8, "lane4On": 1]),
    FactoryPreset(
      "Polymeter",
      [
        "lane1Steps": 15, "lane2Steps": 14, "lane3Onsets": 5, "lane3Steps": 11, "lane5On": 1, "lane5Steps": 9,
        "lane8On": 1, "lane8Steps": 13,
      ]),
    FactoryPreset("Shuffled chance", ["swing": 62, "lane3Probability": 70, "lane8On": 1, "lane8Probability": 35]),
  ]
}
