/// A setting of an effect that can change on the audio thread at a frame: of the first effect of its kind in a chain.
///
/// Values are numbers: switches are on from 0.5, choices are indices of a list.
package enum StageSetting: Int, CaseIterable, Sendable, BitwiseCopyable {
  /// 0…1 each: whether the effect is on.
  case arpeggiatorOn, transposeOn, quantiseOn, chordOn, echoOn, velocityOn, humaniseOn
  /// An index of `Arpeggiator.Order.allCases`.
  case arpeggiatorOrder
  /// 1…8.
  case arpeggiatorOctaves
  /// An index of ``StepChoice``; beyond its end, the chain's value applies.
  case arpeggiatorRate
  /// Percent of a step, 1…400.
  case arpeggiatorGate
  /// Percent of a pair, 50…75.
  case arpeggiatorSwing
  /// Switches.
  case arpeggiatorLatch, arpeggiatorPedal, arpeggiatorWhenStopped
  /// 0: by position, 1: with the first key, 2: with every key, 3 and more: every (value − 2) quarter notes.
  case arpeggiatorRestart
  /// −1: that of the last key, 0: as played, 1…127: fixed.
  case arpeggiatorVelocity
  /// Semitones in addition to the chain's, −127…127.
  case transposeSemitones
  /// A pitch class, 0…11, and an index of `Scale.named`; beyond its end, the scale of the chain applies.
  case quantiseRoot, quantiseScale
  /// An index of ``ChordChoice``; beyond its end, the chords of the chain apply.
  case chordKind
  /// An index of ``StepChoice``; beyond its end, the chain's value applies.
  case echoRate
  /// 1…15.
  case echoRepeats
  /// Percent, 0…100.
  case echoFeedback
  /// Semitones, −24…24.
  case echoTranspose
  /// Percent of the velocity that the chain's settings give, 0…400.
  case velocityScale
  /// Milliseconds, 0…1,000.
  case humaniseTiming
  /// 0…127.
  case humaniseVelocity
  /// Milliseconds, 0…1,000.
  case humaniseLength

  /// The number of settings, as in `allCases`.
  static var count: Int { humaniseLength.rawValue &+ 1 }
}

extension Double {
  /// Converts a value to an integer in a range; NaN becomes the lowest.
  func whole(_ range: ClosedRange<Int>) -> Int {
    if !(self > Double(range.lowerBound)) { return range.lowerBound }
    if self >= Double(range.upperBound) { return range.upperBound }
    let down = Int(self)
    let rest = self - Double(down)
    return rest >= 0.5 ? down &+ 1 : rest < -0.5 ? down &- 1 : down
  }

  /// Whether a switch is on.
  var isOn: Bool { self >= 0.5 }
}
