import CTactusKernels

/// The movement of a chorus's taps, and the transitions between settings.
extension ChorusCore {
  /// Sets the target of every tap to the position of its LFO at the end of the current cell. A cell is a section of 64
  /// frames in which each tap moves linearly; see ``ChorusCore``.
  @_noAllocation @_noLocks
  mutating func setTapTargets() {
    var swing = TactusSwing()
    swing.middle = tuning.middle
    swing.reach = tuning.reach
    swing.phase = Double(phase &+ tuning.phaseStep) * 0x1p-32
    swing.offset = tuning.offset
    swing.distance = tuning.distance
    swing.most = tuning.mostMove
    swing.least = Int32(truncatingIfNeeded: ChorusTuning.leastDelay &<< 16)
    ctactus_set_tap_steps(&swing, taps, tuning.voices)
  }

  /// Sets the taps of voice `first` and all later voices to the positions of their LFOs at the start of the current
  /// 64-frame cell.
  @_noAllocation @_noLocks
  mutating func setTaps(from first: Int) {
    var voice = first
    while voice < Int(tuning.voices) {
      let number = Int32(truncatingIfNeeded: voice)
      ctactus_set_tap(taps, number, 0, tuning.delay(voice: voice, isRight: false, phase: phase))
      ctactus_set_tap(taps, number, 1, tuning.delay(voice: voice, isRight: true, phase: phase))
      voice &+= 1
    }
  }

  /// Wakes up as if the effect had never slept: the taps are at the positions they would have reached.
  @_noAllocation @_noLocks
  mutating func wake() {
    state.wake()
    guard restlessCells == 0 else { return }
    setTaps(from: 0)
    guard cellBlock > 0 else { return }
    setTapTargets()
    ctactus_pass(taps, Int32(truncatingIfNeeded: cellBlock &* Self.block))
  }

  /// Whether settings wait for the next ramp. (In a debug build, `pending != nil` calls a generic function, which the
  /// compiler rejects in code for the audio thread.)
  var isPending: Bool { @_noAllocation @_noLocks get { if case .some = pending { true } else { false } } }

  /// Applies pending settings at the start of a cell if no ramp is in progress. A new voice starts at the position of
  /// its LFO; the others glide to their new positions.
  @_noAllocation @_noLocks
  mutating func beginRamp() {
    guard rampLeft == 0 else { return }
    tuning.voices = target.voices
    guard let settings = pending else { return }
    pending = nil
    target = ChorusTuning(settings, sampleRate: sampleRate)
    rampLeft = rampCells &* ChorusTuning.blocksPerCell
    restlessCells = rampCells &+ glideCells
    let before = Int(tuning.voices)
    tuning.approach(target, by: 0)
    setTaps(from: before)
  }

  /// Advances the tuning by one block of the ramp.
  @_noAllocation @_noLocks
  mutating func stepRamp() {
    rampLeft &-= 1
    if rampLeft == 0 {
      // Voices that are no longer used fade out in this block and are removed at the start of the next cell.
      let voices = tuning.voices
      tuning = target
      tuning.voices = voices
    } else {
      tuning.approach(target, by: 1 / Float(rampLeft &+ 1))
    }
  }

  /// Applies the most recent settings without a ramp, before the first sound.
  @_noAllocation @_noLocks
  mutating func settle() {
    if let settings = pending { target = ChorusTuning(settings, sampleRate: sampleRate) }
    pending = nil
    tuning = target
    rampLeft = 0
    restlessCells = 0
  }
}
