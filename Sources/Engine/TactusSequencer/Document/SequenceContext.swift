import TactusFiles

/// Facts about the whole sequence that its parts need while they are read.
final class SequenceContext: DocumentContext {
  let ticksPerQuarter: Int
  /// The version that the document declares; the latest version if it declares none.
  let version: Int
  /// The order in which patterns play their sections; nil if the sequence does not specify it.
  let form: SectionForm?
  /// The number of steps that patterns may still create. The limit prevents a few bytes from requesting gigabytes.
  private var stepsLeft = SequencerSettings.documentStepLimit

  init(ticksPerQuarter: Int, version: Int = MIDISequence.documentVersion, form: SectionForm? = nil) {
    (self.ticksPerQuarter, self.version, self.form) = (ticksPerQuarter, version, form)
  }

  /// Reserves this many steps; returns false if the limit is exceeded.
  func takes(steps: Int) -> Bool {
    guard steps <= stepsLeft else { return false }
    stepsLeft -= steps
    return true
  }
}

extension DocumentNode {
  /// The facts about the sequence that contains the value; nil outside a sequence.
  var sequence: SequenceContext? { context as? SequenceContext }
  /// The number of ticks per quarter note of the sequence.
  var ticksPerQuarter: Int { sequence?.ticksPerQuarter ?? SequencerSettings.ticksPerQuarter }
}

extension DocumentObject {
  /// The facts about the sequence that contains the object; nil outside a sequence.
  var sequence: SequenceContext? { context as? SequenceContext }
  /// The number of ticks per quarter note of the sequence.
  var ticksPerQuarter: Int { sequence?.ticksPerQuarter ?? SequencerSettings.ticksPerQuarter }
}
