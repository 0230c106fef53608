import TactusProcessors

/// The parameters of the pattern that the sequencer plays unless a sequence is loaded: lanes of Euclidean rhythms, each
/// with its own length.
///
/// A change takes effect on its own frame: steps that have not begun are those of the new pattern, and a note that the
/// new pattern does not have ends.
enum SequencerParameters {
  static let laneCount = 8

  static let all: [ParameterDescriptor] =
    [
      ParameterDescriptor(
        300, "swing", "Swing", in: "Pattern", 50...75, default: 50, unit: .percent, words: [50: "Straight"],
        target: .sequence(.swing)),
      ParameterDescriptor(
        301, "seed", "Seed", in: "Pattern", 0...9_999, default: 0, kind: .whole, target: .sequence(.seed)),
    ] + (0..<laneCount).flatMap(lane)

  /// The default settings of the lanes: a drum beat, and lanes that are off.
  private static let usual: [(name: String, key: Double, onsets: Double, steps: Double, rotation: Double, on: Bool)] = [
    ("Kick", 36, 4, 16, 0, true), ("Snare", 38, 2, 16, 4, true), ("Hi-hat", 42, 7, 12, 0, true),
    ("Rim", 37, 3, 8, 2, false), ("Open hat", 46, 1, 8, 2, false), ("Clap", 39, 2, 16, 4, false),
    ("Low tom", 45, 3, 16, 0, false), ("Cowbell", 56, 5, 16, 0, false),
  ]

  private static func lane(_ lane: Int) -> [ParameterDescriptor] {
    let (id, usual) = (1_000 + UInt32(lane) * 32, usual[lane])
    let (group, symbol) = ("Lane \(lane + 1)", "lane\(lane + 1)")
    func whole(
      _ setting: LaneSetting, _ name: String, _ label: String, _ range: ClosedRange<Double>, _ value: Double,
      _ unit: ParameterUnit = .none
    ) -> ParameterDescriptor {
      ParameterDescriptor(
        id + UInt32(setting.rawValue), symbol + name, label, in: group, range, default: value, kind: .whole, unit: unit,
        target: .lane(lane, setting))
    }
    return [
      ParameterDescriptor(
        id, symbol + "On", "On", in: group, isOn: usual.on, target: .lane(lane, .isOn)),
      whole(.onsets, "Onsets", "Onsets", 0...64, usual.onsets),
      whole(.steps, "Steps", "Steps", 1...64, usual.steps),
      whole(.rotation, "Rotation", "Rotation", 0...63, usual.rotation),
      ParameterDescriptor(
        id + UInt32(LaneSetting.rate.rawValue), symbol + "Rate", "Rate", in: group, of: StepChoice.names, default: 11,
        target: .lane(lane, .rate)),
      whole(.key, "Key", "Key", 0...127, usual.key),
      whole(.velocity, "Velocity", "Velocity", 1...127, 100),
      whole(.gate, "Gate", "Gate", 1...200, 50, .percent),
      whole(.probability, "Probability", "Probability", 0...100, 100, .percent),
      whole(.channel, "Channel", "Channel", 1...16, 10),
    ]
  }
}
