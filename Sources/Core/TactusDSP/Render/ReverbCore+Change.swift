/// The transitions of a reverb between settings, and between sound and sleep.
extension ReverbCore {
  /// Applies pending settings if no ramp is in progress.
  @_noAllocation @_noLocks
  mutating func beginRamp() {
    guard !isRamping, let settings = pending else { return }
    pending = nil
    target = ReverbTuning(settings, sampleRate: sampleRate)
    rampLeft = rampBlocks
    isRamping = true
  }

  /// Advances the tuning by one block of the ramp. The delays do not move: until the end of the ramp, the sounds at the
  /// old and the new delays are crossfaded.
  @_noAllocation @_noLocks
  mutating func stepRamp() {
    guard isRamping else { return }
    rampLeft &-= 1
    tuning.approach(target, by: 1 / Float(rampLeft &+ 1))
  }

  /// Ends the ramp after its last block.
  @_noAllocation @_noLocks
  mutating func endRamp() {
    guard isRamping && rampLeft == 0 else { return }
    isRamping = false
    tuning = target
  }

  /// Applies the most recent settings without a ramp, before the first sound.
  @_noAllocation @_noLocks
  mutating func settle() {
    if let settings = pending { target = ReverbTuning(settings, sampleRate: sampleRate) }
    pending = nil
    tuning = target
    rampLeft = 0
    isRamping = false
  }

  /// For each bank of lines, clears the frames written in the current block if all of them are below the floor. Returns
  /// whether all banks were cleared. Called after a block without input whose output was below the floor.
  @_noAllocation @_noLocks
  mutating func hush() -> Bool {
    let isEntranceQuiet = entrance.hush(below: Self.floor)
    let isFirstQuiet = firstDiffuser.hush(below: Self.floor)
    let isSecondQuiet = secondDiffuser.hush(below: Self.floor)
    let isRoomQuiet = room.hush(below: Self.floor)
    guard isEntranceQuiet && isFirstQuiet && isSecondQuiet && isRoomQuiet else { return false }
    clearFilters()
    return true
  }
}
