/// What a chorus's kernels need to know, worked out from its settings for one sample rate.
struct ChorusTuning {
  /// Frames of a block: what the gate delays, and the least delay of a tap.
  static var block: Int { @_noAllocation @_noLocks get { 16 } }
  /// Blocks of a cell of the absolute grid of 64 frames; the swings go in straight lines from cell to cell.
  static var blocksPerCell: Int { @_noAllocation @_noLocks get { 4 } }
  /// The most voices of a side.
  static var mostVoices: Int { @_noAllocation @_noLocks get { 8 } }
  /// The least delay of a tap in frames, without the gate's: a block, and what interpolation looks ahead.
  static var leastDelay: Int { @_noAllocation @_noLocks get { block &+ 4 } }

  /// How many voices there are.
  var voices: Int32 = 0
  /// The loudness of each voice. They add up to one, also while they change, so that the feedback's gain is that of
  /// the loop.
  var weights = SIMD8<Float>.zero
  /// What a cell adds to the swings' phase, in 2^-32 turns.
  var phaseStep: UInt32 = 0
  /// The phase of the right side's first voice when the left's is zero, and the voices' distance, in turns.
  var offset = 0.0
  var distance = 0.0
  /// The middle of the swing, without what the gate delays, and its reach to either side, in frames.
  var middle: Double = 0
  var reach: Double = 0
  /// How far a delay may change in a cell, in 1/65,536 frames: what the swings need, and at least a quarter of a frame
  /// a frame, with which the taps glide to where new settings want them.
  var mostMove: Int32 = 16 &<< 16
  var feedback: Float = 0
  var gain: Float = 0
  var reverbSend: Float = 0

  /// A tuning with everything shut.
  init() {}

  /// The tuning of `settings`.
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
    // Voices add like strangers, and so do the rounds of the feedback.
    let rounds = 1 - Double(settings.feedback) * Double(settings.feedback) * distance
    gain = settings.level * Float(ExactMath.squareRoot(count * rounds))
    reverbSend = settings.reverbSend
  }

  /// The longest delay of a tap that any settings may ask for.
  /// - Thread: any
  static func longestDelay(sampleRate: Double) -> Int { Int(0.0405 * sampleRate) + leastDelay + block }

  /// The delay of a voice of a side at a phase, in 1/65,536 frames and a multiple of 64 of them, so that a cell's 64
  /// frames lead there in equal steps.
  @_noAllocation @_noLocks
  func delay(voice: Int, isRight: Bool, phase: UInt32) -> Int32 {
    let turns = Double(phase) * 0x1p-32 + Double(voice) * distance + (isRight ? offset : 0)
    let frames = middle + reach * ExactMath.sin2Pi(turns)
    let fixed = Int32(truncatingIfNeeded: ExactMath.integer(frames * 1_024 + 0.5)) &<< 6
    let least = Int32(truncatingIfNeeded: Self.leastDelay &<< 16)
    return fixed < least ? least : fixed
  }

  /// Moves all that can be moved gradually towards `target` by `part` of the way that is left.
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
