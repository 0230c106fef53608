import TactusTime

extension Pattern {
  /// Creates a pattern from the notes of a clip. Each note goes to the step nearest to its onset; the difference
  /// becomes its shift.
  ///
  /// A step takes the velocity and the gate of its first note. Gates are whole percentages of a step, rounded down. If
  /// a step has several notes of one key, the first is used. Notes that round to a step outside the pattern wrap
  /// around.
  ///
  /// - Parameters:
  ///   - clip: the notes; those outside the pattern are ignored.
  ///   - count: the number of steps, 1…``SequencerSettings/stepLimit`` (clamped).
  ///   - stepLength: in ticks, at least 1.
  ///   - keepsShifts: false puts every note exactly on its step.
  public init(of clip: Clip, steps count: Int, stepLength: Tick, keepsShifts: Bool = true) {
    self.init([], stepLength: stepLength)
    let (length, count) = (clampedStepLength, min(max(1, count), SequencerSettings.stepLimit))
    steps = Array(repeating: .rest, count: count)
    for note in clip.notes where note.onset >= 0 && note.onset < length * Tick(count) {
      let position = (note.onset + length / 2) / length
      let index = Int(position) % count
      if steps[index].isOn {
        if !steps[index].keys.contains(note.key) { steps[index].keys.append(note.key) }
      } else {
        let gate = Int(clamping: max(1, min(max(0, note.duration), TimeSettings.tickLimit) * 100 / length))
        steps[index] = Step([note.key], velocity: note.velocity, gate: gate)
        if keepsShifts { steps[index].shift = note.onset - position * length }
      }
    }
    messages = clip.messages
  }
}
