import TactusProcessors
import TactusSequencer
import TactusTime

/// The sequencer's pattern, as the parameters describe it. It is compiled on the audio thread, so that each change takes
/// effect on its own frame.
struct LanePattern {
  let lanes: UnsafeMutablePointer<EuclidTrack>
  private let compiler: UnsafeMutablePointer<EuclidCompiler>
  /// The position of the second step of a swung pair, in percent.
  private var swing = 50.0
  private var seed: UInt64 = 0
  /// Whether a setting has changed since the pattern was compiled.
  private var isChanged = true

  init(lanes: UnsafeMutablePointer<EuclidTrack>, compiler: UnsafeMutablePointer<EuclidCompiler>) {
    (self.lanes, self.compiler) = (lanes, compiler)
  }

  mutating func set(_ setting: SequenceSetting, to value: Double) {
    switch setting {
    case .swing:
      isChanged = isChanged || value != swing
      swing = value
    case .seed:
      let number = UInt64(max(0, value))
      isChanged = isChanged || number != seed
      seed = number
    }
  }

  mutating func set(_ setting: LaneSetting, ofLane lane: Int, to value: Double) {
    guard lane >= 0, lane < compiler.pointee.trackCount else { return }
    let before = lanes[lane]
    let whole = Int(value)
    switch setting {
    case .isOn: lanes[lane].isOn = whole != 0
    case .onsets: lanes[lane].onsets = whole
    case .steps: lanes[lane].steps = whole
    case .rotation: lanes[lane].rotation = whole
    case .rate: lanes[lane].stepLength = Self.ticks(StepChoice.beats(whole))
    case .key: lanes[lane].key = UInt8(truncatingIfNeeded: whole)
    case .velocity: lanes[lane].velocity = UInt8(truncatingIfNeeded: whole)
    case .gate: lanes[lane].gate = whole
    case .probability: lanes[lane].probability = whole
    case .channel: lanes[lane].channel = UInt8(truncatingIfNeeded: whole &- 1) & 15
    }
    isChanged = isChanged || !lanes[lane].isSame(as: before)
  }

  private static func ticks(_ beats: Double) -> Tick { Tick(Double(SequencerSettings.ticksPerQuarter) * beats) }

  /// Returns the compiled pattern if it has changed since the last call.
  mutating func newVersion() -> UnsafePointer<SequenceHeader>? {
    guard isChanged else { return nil }
    isChanged = false
    return compiler.pointee.compile(lanes, swing: swing > 50 ? Int(min(swing, 75) * 100 + 0.5) : 5_000, seed: seed)
  }
}
