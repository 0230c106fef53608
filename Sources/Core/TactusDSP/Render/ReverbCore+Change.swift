/// How a reverb passes from one setting to another, and from sound to silence.
extension ReverbCore {
  /// Takes up waiting settings, if nothing else is under way.
  @_noAllocation @_noLocks
  mutating func beginRamp() {
    guard !isRamping && isPending else { return }
    target = ReverbTuning(pending, sampleRate: sampleRate)
    isPending = false
    rampLeft = rampBlocks
    isRamping = true
  }

  /// Moves the tuning on by one block of the ramp. The delays stay: until the end both places are read.
  @_noAllocation @_noLocks
  mutating func stepRamp() {
    guard isRamping else { return }
    rampLeft &-= 1
    tuning.approach(target, by: 1 / Float(rampLeft &+ 1))
  }

  /// After a block: ends the ramp if that was the last of it.
  @_noAllocation @_noLocks
  mutating func endRamp() {
    guard isRamping && rampLeft == 0 else { return }
    isRamping = false
    tuning = target
  }

  /// Goes where the settings point at once; for when nothing has been heard yet.
  @_noAllocation @_noLocks
  mutating func settle() {
    if isPending { target = ReverbTuning(pending, sampleRate: sampleRate) }
    isPending = false
    tuning = target
    rampLeft = 0
    isRamping = false
  }

  /// After a block without input whose output was below the floor: where a bank of lines took in nothing above the
  /// floor, lets it have taken in exactly nothing.
  @_noAllocation @_noLocks
  mutating func hush() {
    let isEntranceQuiet = entrance.hush(below: Self.floor)
    let isFirstQuiet = firstDiffuser.hush(below: Self.floor)
    let isSecondQuiet = secondDiffuser.hush(below: Self.floor)
    let isRoomQuiet = room.hush(below: Self.floor)
    if isEntranceQuiet && isFirstQuiet && isSecondQuiet && isRoomQuiet {
      clearFilters()
      quietBlocks &+= 1
    } else {
      quietBlocks = 0
    }
  }

  /// Every line holds zeros now; nothing needs to be cleared but what is handed out.
  @_noAllocation @_noLocks
  mutating func fallAsleep() {
    gate.silenceOutput()
    quietBlocks = 0
    isAsleep = true
    follower.reset()
  }
}
