/// A setting that can change on the audio thread. In each chain, it applies to the first effect that has this setting.
///
/// Values are numbers. A switch is on if its value is at least 0.5; a choice is an index into a list.
package enum StageSetting: Int, CaseIterable, Sendable, BitwiseCopyable {
  /// Whether the effect is on (switches).
  case arpeggiatorOn, transposeOn, quantiseOn, chordOn, echoOn, velocityOn, humaniseOn
  /// An index of `Arpeggiator.Order.allCases`.
  case arpeggiatorOrder
  /// The number of octaves, 1…8.
  case arpeggiatorOctaves
  /// An index of the list ``StepChoice``; beyond the end of the list, the value in the chain's document applies.
  case arpeggiatorRate
  /// The length of a note in percent of its step, 1…400.
  case arpeggiatorGate
  /// The start of the second step of each pair in percent of the pair, 50…75.
  case arpeggiatorSwing
  /// Whether keys are latched, whether the pedal holds keys, whether to play while the transport is stopped (switches).
  case arpeggiatorLatch, arpeggiatorPedal, arpeggiatorWhenStopped
  /// 0: by position, 1: with the first key, 2: with every key, 3 and more: every (value − 2) quarter notes.
  case arpeggiatorRestart
  /// −1: the velocity of the last pressed key, 0: as played, 1…127: fixed.
  case arpeggiatorVelocity
  /// Semitones in addition to the transposition in the chain's document, −127…127. The sum is subject to the document's
  /// rule for notes outside 0…127.
  case transposeSemitones
  /// The root is a pitch class, 0…11; the scale is an index of `Scale.named`. For an index beyond the end of that list,
  /// the scale in the chain's document applies.
  case quantiseRoot, quantiseScale
  /// An index of the list ``ChordChoice``; beyond the end of the list, the chords in the chain's document apply.
  case chordKind
  /// An index of the list ``StepChoice``; beyond the end of the list, the value in the chain's document applies.
  case echoRate
  /// The number of repeats, 1…15.
  case echoRepeats
  /// The velocity factor of each repeat in percent, 0…100.
  case echoFeedback
  /// The transposition of each repeat in semitones, −24…24.
  case echoTranspose
  /// An additional velocity factor in percent, 0…400, applied after the settings in the chain's document and to the
  /// same channels.
  case velocityScale
  /// The maximum delay of a note in milliseconds, 0…1,000.
  case humaniseTiming
  /// The maximum deviation of a velocity, 0…127.
  case humaniseVelocity
  /// The maximum lengthening of a note in milliseconds, 0…1,000.
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
