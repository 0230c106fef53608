/// What can be set of an effect on the audio thread, at a frame: of the first effect of its kind in a chain.
///
/// Values are plain numbers: switches are on from 0.5, choices are places in a list.
package enum StageSetting: Int, CaseIterable, Sendable, BitwiseCopyable {
  /// 0…1 each: whether the effect works.
  case arpeggiatorOn, transposeOn, quantiseOn, chordOn, echoOn, velocityOn, humaniseOn
  /// A place in `Arpeggiator.Order.allCases`.
  case arpeggiatorOrder
  /// 1…8.
  case arpeggiatorOctaves
  /// A place in ``StepChoice``; beyond its end: as the chain says.
  case arpeggiatorRate
  /// Percent of a step, 1…400.
  case arpeggiatorGate
  /// Percent of a pair, 50…75.
  case arpeggiatorSwing
  /// Switches.
  case arpeggiatorLatch, arpeggiatorPedal, arpeggiatorWhenStopped
  /// 0: by position, 1: first key, 2: every key, 3…: each so many minus 2 quarter notes.
  case arpeggiatorRestart
  /// −1: that of the latest key, 0: as played, 1…127: fixed.
  case arpeggiatorVelocity
  /// Semitones besides what the chain says, −127…127.
  case transposeSemitones
  /// A pitch class, 0…11, and a place in `Scale.named`; beyond its end: the scale of the chain.
  case quantiseRoot, quantiseScale
  /// A place in ``ChordChoice``; beyond its end: the chords of the chain.
  case chordKind
  /// A place in ``StepChoice``; beyond its end: as the chain says.
  case echoRate
  /// 1…15.
  case echoRepeats
  /// Percent, 0…100.
  case echoFeedback
  /// Semitones, −24…24.
  case echoTranspose
  /// Percent of what the chain makes of it, 0…400.
  case velocityScale
  /// Milliseconds, 0…1,000.
  case humaniseTiming
  /// 0…127.
  case humaniseVelocity
  /// Milliseconds, 0…1,000.
  case humaniseLength

  /// How many there are: what `allCases` counts.
  static var count: Int { humaniseLength.rawValue &+ 1 }
}

extension Double {
  /// A whole number in a range; not a number is the lowest.
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
