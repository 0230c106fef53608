/// How a chorus's taps are moved, and how it passes from one setting to another.
extension ChorusCore {
  /// Aims every tap at where its swing has it at the end of the cell.
  @_noAllocation @_noLocks
  mutating func aim() {
    let next = phase &+ tuning.phaseStep
    var voice = 0
    while voice < Int(tuning.voices) {
      aim(voice, isRight: false, at: next)
      aim(voice, isRight: true, at: next)
      voice &+= 1
    }
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func aim(_ voice: Int, isRight: Bool, at phase: UInt32) {
    let tap = voice &+ (isRight ? ChorusTuning.mostVoices : 0)
    let move = tuning.delay(voice: voice, isRight: isRight, phase: phase) &- taps[tap].delay
    let most = tuning.mostMove
    let bounded = move > most ? most : move < -most ? -most : move
    taps[tap].step = bounded / 64
  }

  /// Puts the taps of the voices from `first` on where their swings have them at the cell's beginning.
  @_noAllocation @_noLocks
  private mutating func place(from first: Int) {
    var voice = first
    while voice < Int(tuning.voices) {
      taps[voice].delay = tuning.delay(voice: voice, isRight: false, phase: phase)
      taps[voice &+ ChorusTuning.mostVoices].delay = tuning.delay(voice: voice, isRight: true, phase: phase)
      voice &+= 1
    }
  }

  /// Goes on from sleep as if it had never slept: the taps stand where they would have come to by now.
  @_noAllocation @_noLocks
  mutating func wake() {
    settle()
    isAsleep = false
    place(from: 0)
    aim()
    let passed = Int32(truncatingIfNeeded: cellBlock &* Self.block)
    var tap = 0
    while tap < 2 &* ChorusTuning.mostVoices {
      taps[tap].delay &+= taps[tap].step &* passed
      tap &+= 1
    }
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

  /// Goes where the settings point at once; for when there is nothing to hear.
  @_noAllocation @_noLocks
  mutating func settle() {
    if isPending { target = ChorusTuning(pending, sampleRate: sampleRate) }
    isPending = false
    tuning = target
    rampLeft = 0
  }
}
