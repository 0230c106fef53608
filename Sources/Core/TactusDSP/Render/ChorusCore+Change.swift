import CTactusKernels

/// How a chorus's taps are moved, and how it passes from one setting to another.
extension ChorusCore {
  /// Aims every tap at where its swing has it at the end of the cell.
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
    tactus_set_tap_steps(&swing, taps, tuning.voices)
  }

  /// Puts the taps of the voices from `first` on where their swings have them at the cell's beginning.
  @_noAllocation @_noLocks
  mutating func place(from first: Int) {
    var voice = first
    while voice < Int(tuning.voices) {
      let number = Int32(truncatingIfNeeded: voice)
      tactus_place(taps, number, 0, tuning.delay(voice: voice, isRight: false, phase: phase))
      tactus_place(taps, number, 1, tuning.delay(voice: voice, isRight: true, phase: phase))
      voice &+= 1
    }
  }

  /// Goes on from sleep as if it had never slept: the taps stand where they would have come to by now.
  @_noAllocation @_noLocks
  mutating func wake() {
    isAsleep = false
    guard restlessCells == 0 else { return }
    place(from: 0)
    guard cellBlock > 0 else { return }
    setTapTargets()
    tactus_pass(taps, Int32(truncatingIfNeeded: cellBlock &* Self.block))
  }

  /// Takes up waiting settings at a cell's beginning, if nothing else is under way. A new voice comes in where its
  /// swing has it; the others glide to where they belong.
  @_noAllocation @_noLocks
  mutating func beginRamp() {
    guard rampLeft == 0 else { return }
    tuning.voices = target.voices
    guard isPending else { return }
    target = ChorusTuning(pending, sampleRate: sampleRate)
    isPending = false
    rampLeft = rampCells &* ChorusTuning.blocksPerCell
    restlessCells = rampCells &+ glideCells
    let before = Int(tuning.voices)
    tuning.approach(target, by: 0)
    place(from: before)
  }

  /// Moves the tuning on by one block of the ramp.
  @_noAllocation @_noLocks
  mutating func stepRamp() {
    rampLeft &-= 1
    if rampLeft == 0 {
      // Voices that are no longer wanted fall silent in this block and go with the next cell.
      let voices = tuning.voices
      tuning = target
      tuning.voices = voices
    } else {
      tuning.approach(target, by: 1 / Float(rampLeft &+ 1))
    }
  }

  /// Goes where the settings point at once; for when nothing has been heard yet.
  @_noAllocation @_noLocks
  mutating func settle() {
    if isPending { target = ChorusTuning(pending, sampleRate: sampleRate) }
    isPending = false
    tuning = target
    rampLeft = 0
    restlessCells = 0
  }
}
