/// The settings of a delay effect in frames and coefficients.
struct DelayTuning {
  /// A tap: its line, its delay in frames, and its gain.
  struct Tap {
    var line = 0
    var delay = 1
    var gain: Float = 0
  }

  var left = Tap()
  var leftSecond = Tap()
  var right = Tap()
  var rightSecond = Tap()
  var leftFeedback = Tap()
  var rightFeedback = Tap()
  /// The gains of the left and right input into the left line, and of the right input into the right line.
  var leftToLeft: Float = 0
  var rightToLeft: Float = 0
  var rightToRight: Float = 0
  /// The coefficients of the low-passes at the input and in the feedback; 1 for none.
  var inputPole: Float = 1
  var feedbackPole: Float = 1
  var reverbSend: Float = 0
  var chorusSend: Float = 0

  /// The greatest factor between what is in the lines and an output or send.
  var greatestGain: Float {
    @_noAllocation @_noLocks get {
      let (onLeft, onRight) = (left.gain.magnitude, right.gain.magnitude)
      let side = max(onLeft + leftSecond.gain.magnitude, onRight + rightSecond.gain.magnitude)
      return side * max(1, max(reverbSend, chorusSend))
    }
  }

  @_noAllocation @_noLocks
  init() {}

  /// Moves the inputs, filters and sends a part of the way to those of another tuning.
  @inline(__always) @_noAllocation @_noLocks
  mutating func approach(_ other: DelayTuning, _ part: Float) {
    leftToLeft += (other.leftToLeft - leftToLeft) * part
    rightToLeft += (other.rightToLeft - rightToLeft) * part
    rightToRight += (other.rightToRight - rightToRight) * part
    inputPole += (other.inputPole - inputPole) * part
    feedbackPole += (other.feedbackPole - feedbackPole) * part
    reverbSend += (other.reverbSend - reverbSend) * part
    chorusSend += (other.chorusSend - chorusSend) * part
  }

  /// - Parameter length: the number of frames of a line.
  @_noAllocation @_noLocks
  init(_ settings: DelaySettings, sampleRate: Double, length: Int) {
    let level = settings.level.bounded(0, 2, else: 1)
    let isMono: Bool
    let own: Int
    let other: Int
    switch settings.routing {
    case .mono: (isMono, own, other) = (true, 0, 0)
    case .stereo: (isMono, own, other) = (false, 0, 1)
    case .crossed: (isMono, own, other) = (false, 1, 0)
    case .crossedFeedback: (isMono, own, other) = (false, 0, 1)
    }
    let isFedAcross = if case .crossedFeedback = settings.routing { true } else { false }
    left = Self.tap(settings.left, own, level, sampleRate, length)
    leftSecond = Self.tap(settings.leftSecond, own, level, sampleRate, length)
    right = Self.tap(settings.right, other, level, sampleRate, length)
    rightSecond = Self.tap(settings.rightSecond, other, level, sampleRate, length)
    leftFeedback = Self.tap(settings.leftFeedback, isFedAcross ? 1 : own, 1, sampleRate, length)
    leftFeedback.gain = leftFeedback.gain.bounded(-0.985, 0.985, else: 0)
    rightFeedback = Self.tap(settings.rightFeedback, isFedAcross ? 0 : other, 1, sampleRate, length)
    rightFeedback.gain = rightFeedback.gain.bounded(-0.985, 0.985, else: 0)
    let half: Float = isMono ? 0.5 : 1
    leftToLeft = settings.leftInput.bounded(0, 1, else: 1) * half
    let rightInput = settings.rightInput.bounded(0, 1, else: 1) * half
    rightToLeft = isMono ? rightInput : 0
    rightToRight = isMono ? 0 : rightInput
    if isMono { rightFeedback.gain = 0 }
    if settings.highCut < 20_000 {
      let turns = Double(settings.highCut.bounded(20, 20_000, else: 20_000)) / sampleRate
      inputPole = Float(1 - ExactMath.exp2(-9.06472028365438762 * turns))  // 1 − e^(−2π·turns)
    }
    let damping = Double(settings.feedbackDamping.bounded(0.01, 1, else: 1))
    if damping < 1 {
      feedbackPole = Float(1 - ExactMath.exp2(ExactMath.log2(1 - damping) * 44_100 / sampleRate))
    }
    reverbSend = settings.reverbSend.bounded(0, 2, else: 0)
    chorusSend = settings.chorusSend.bounded(0, 2, else: 0)
  }

  @_noAllocation @_noLocks
  private static func tap(_ tap: DelayTap, _ line: Int, _ level: Float, _ sampleRate: Double, _ length: Int) -> Tap {
    let frames = Int(Double(tap.time.bounded(0, 1, else: 0)) * sampleRate + 0.5)
    let delay = frames < 1 ? 1 : frames >= length ? length &- 1 : frames
    return Tap(line: line, delay: delay, gain: tap.gain.bounded(-1, 1, else: 0) * level)
  }
}
