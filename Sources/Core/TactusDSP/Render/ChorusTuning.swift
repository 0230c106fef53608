/// The parameters of a chorus's kernels, computed from its settings for one sample rate.
struct ChorusTuning {
  /// The number of frames in a block, which is also the latency of the `BlockGate`.
  static var block: Int { @_noAllocation @_noLocks get { 16 } }
  /// The number of blocks in a cell of 64 frames; cells are counted from the first frame. Delays change linearly within
  /// a cell.
  static var blocksPerCell: Int { @_noAllocation @_noLocks get { 4 } }
  /// The maximum number of voices per side.
  static var mostVoices: Int { @_noAllocation @_noLocks get { 8 } }
  /// The minimum delay of a tap in frames, without the gate's latency: one block plus the look-ahead of the
  /// interpolation.
  static var leastDelay: Int { @_noAllocation @_noLocks get { block &+ 4 } }

  /// The number of voices.
  var voices: Int32 = 0
  /// The gain of each voice. Their sum is always one, even during ramps, so that `feedback` is the gain of the feedback
  /// loop.
  var weights = SIMD8<Float>.zero
  /// The increase of the LFO phase per cell, in units of 2^-32 turns.
  var phaseStep: UInt32 = 0
  /// The phase difference between the sides, in turns.
  var offset = 0.0
  /// The phase difference between successive voices, in turns.
  var distance = 0.0
  /// The center of the delay modulation in frames, without the gate's latency.
  var middle: Double = 0
  /// The amplitude of the delay modulation in frames: half its depth.
  var reach: Double = 0
  /// The maximum change of a delay per cell, in units of 1/65,536 frame. It is large enough for the modulation, and at
  /// least a quarter of a frame per frame, so that taps can glide to the positions of new settings.
  var mostMove: Int32 = 16 &<< 16
  var feedback: Float = 0
  var gain: Float = 0
  var reverbSend: Float = 0

  /// Creates a tuning with all gains at zero.
  init() {}

  /// Computes the tuning for `settings`.
  /// - Thread: any
  @_noAllocation @_noLocks
  init(_ settings: ChorusSettings, sampleRate: Double) {
    let settings = settings.bounded
    let count = Double(settings.voices)
    voices = Int32(truncatingIfNeeded: settings.voices)
    var voice = 0
    while voice < settings.voices {
      weights[voice] = 1 / Float(settings.voices)
      voice &+= 1
    }
    let turns = Double(settings.rate) * Double(Self.block &* Self.blocksPerCell) / sampleRate
    phaseStep = UInt32(truncatingIfNeeded: ExactMath.integer(turns * 0x1p32 + 0.5))
    distance = 1 / count
    offset = Double(settings.spread) * 0.5 * distance
    reach = Double(settings.depth) * 0.5 * sampleRate
    let least = reach + Double(Self.leastDelay)
    let wanted = Double(settings.delay) * sampleRate - Double(Self.block)
    middle = wanted > least ? wanted : least
    let swing = ExactMath.integer(reach * turns * 6.5)
    mostMove = Int32(truncatingIfNeeded: swing > 15 ? swing &+ 1 : 16) &<< 16
    feedback = settings.feedback
    // The voices and the repetitions that the feedback produces are uncorrelated, so their powers add.
    let rounds = 1 - Double(settings.feedback) * Double(settings.feedback) * distance
    gain = settings.level * Float(ExactMath.squareRoot(count * rounds))
    reverbSend = settings.reverbSend
  }

  /// Returns the longest delay of a tap for any settings.
  /// - Thread: any
  static func longestDelay(sampleRate: Double) -> Int { Int(0.0405 * sampleRate) + leastDelay + block }

  /// Returns the delay of a voice at a phase, in units of 1/65,536 frame. It is a multiple of 64 units, so that it is
  /// reached in 64 equal steps, one for each frame of a cell.
  @_noAllocation @_noLocks
  func delay(voice: Int, isRight: Bool, phase: UInt32) -> Int32 {
    let turns = Double(phase) * 0x1p-32 + Double(voice) * distance + (isRight ? offset : 0)
    let frames = middle + reach * ExactMath.sin2Pi(turns)
    let fixed = Int32(truncatingIfNeeded: ExactMath.integer(frames * 1_024 + 0.5)) &<< 6
    let least = Int32(truncatingIfNeeded: Self.leastDelay &<< 16)
    return fixed < least ? least : fixed
  }

  /// Moves all ramped values towards `target` by the fraction `part` of the remaining distance.
  /// - Thread: audio
  @_noAllocation @_noLocks
  mutating func approach(_ target: ChorusTuning, by part: Float) {
    voices = target.voices > voices ? target.voices : voices
    weights += (target.weights - weights) * part
    middle += (target.middle - middle) * Double(part)
    reach += (target.reach - reach) * Double(part)
    feedback += (target.feedback - feedback) * part
    gain += (target.gain - gain) * part
    reverbSend += (target.reverbSend - reverbSend) * part
    mostMove = target.mostMove
    phaseStep = target.phaseStep
    offset = target.offset
    distance = target.distance
  }
}
