import TactusDSP

// What the expressions of a note add to its voices.

extension Modulation {
  /// Adds the expressions of a voice's note to `values`, except those of the gain.
  func addExpression(_ expression: NoteExpression, _ channel: UnsafePointer<Channel>) {
    values[Gen.fineTune] += Double(expression.tuning) + Double(expression.bend)
    values[Gen.pan] += Double(expression.pan) * 500
    values[Gen.filterCutoff] += Double(expression.brightness)
    values[Gen.vibLfoToPitch] += Double(expression.vibrato) * channel.pointee.modulationDepth
  }

  /// Scales the gains to which a voice's ramp leads by its note's expressions.
  func scaleGains(_ voice: UnsafeMutablePointer<Voice>, isNew: Bool) {
    let gain = voice.pointee.expression.values.gain
    guard gain != 1 else { return }
    voice.pointee.ramp.to.left *= gain
    voice.pointee.ramp.to.right *= gain
    if isNew { voice.pointee.ramp.from = voice.pointee.ramp.to }
  }
}
