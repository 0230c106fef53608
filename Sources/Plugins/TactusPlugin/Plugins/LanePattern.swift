import TactusProcessors
import TactusSequencer
import TactusTime

/// The sequencer's pattern, as the parameters describe it.
struct LanePattern {
  private var lanes = Array(repeating: [LaneSetting: Double](), count: SequencerParameters.laneCount)
  private var swing = 50.0
  private var seed: UInt64 = 0

  /// Creates the pattern from parameter values.
  init(_ parameters: [ParameterDescriptor], _ values: [Double]) {
    for (parameter, value) in zip(parameters, values) {
      switch parameter.target {
      case .lane(let lane, let setting): lanes[lane][setting] = value
      case .sequence(.swing): swing = value
      case .sequence(.seed): seed = UInt64(max(0, value))
      default: break
      }
    }
  }

  /// Returns the values from which the pattern is made.
  static func values(of parameters: [ParameterDescriptor], in values: [Double]) -> [Double] {
    zip(parameters, values).compactMap { $0.target.isImmediate ? nil : $1 }
  }

  /// The pattern as a sequence with one track per lane. Lanes that are off have tracks too, so that track numbers stay
  /// the same.
  var sequence: MIDISequence {
    MIDISequence(lanes.map(track), name: "Tactus Sequencer", seed: seed)
  }

  private func track(_ lane: [LaneSetting: Double]) -> Track {
    func whole(_ setting: LaneSetting) -> Int { Int(lane[setting] ?? 0) }
    let step = Double(SequencerSettings.ticksPerQuarter) * StepChoice.beats(whole(.rate))
    let hit = Step(probability: Double(whole(.probability)) / 100)
    let pattern = Pattern(
      .euclid(whole(.onsets), of: max(1, whole(.steps)), rotation: whole(.rotation), hit: hit),
      stepLength: Tick(step), key: UInt8(clamping: whole(.key)), velocity: UInt8(clamping: max(1, whole(.velocity))),
      gate: whole(.gate))
    var track = Track(pattern, channel: UInt8(clamping: whole(.channel) - 1) & 15)
    track.isMuted = whole(.isOn) == 0
    if swing > 50 { track.swing = Swing(percent: swing, step: Tick(step)) }
    return track
  }
}
