import CTactusKernels

/// The state of a reverb on the audio thread: a feedback delay network of eight lines.
///
///     in ─ band ─ delay ─ 8 taps ─ H ─ 8 delays ─ H ─ 8 delays ─┐
///                                                               ↓
///                                  ┌─ 8 delays ─ 8 low-passes ─ + ─┬─ signs ─ width ─ out
///                                  └────────────── H ←─────────────┘
///
/// H is the Hadamard matrix. The taps and the first two matrices make 512 echoes of a sound before it goes round for
/// the first time; each round makes eight of each echo. All of it is lossless but for the low-passes, which alone set
/// the decay. Each side hears all lines, with signs under which the two sides have nothing in common. Four of the
/// lines' delays swing slowly by about a millisecond, which keeps the resonances from ringing. Everything runs in blocks
/// of 64 frames counted from the first frame; the block's length is taken from the pre-delay.
///
/// A plain value over memory that it borrows from its `Reverb`: it may be copied to where the audio thread wants it
/// before the first frame, and is then reached by a pointer.
package struct ReverbCore {
  /// What counts as silence: −180 dBFS. What many lines leave behind together, and many stems, stays below the rounding of
  /// 32-bit samples, so that the effects of stems add up to those of their mix.
  package static var floor: Float { @_noAllocation @_noLocks get { 0x1p-30 } }

  let sampleRate: Double
  let memory: UnsafeMutablePointer<Float>
  let memoryCount: Int
  /// The blocks of the lines that swing, a row each; their last frames carry over from block to block.
  let swung: UnsafeMutablePointer<Float>
  /// The last four outputs of each low-pass: eight of the room's lines, two of each side's input.
  let filterStates: UnsafeMutablePointer<Float>
  let swings: SIMD4<Int32>
  /// The blocks that a change of the settings takes.
  let rampBlocks: Int
  /// The blocks after which nothing of an input is left in any line.
  let memoryBlocks: Int

  var gate: BlockGate
  /// The filtered input, left and right.
  var entrance: DelayBank
  /// The eight delays behind the first matrix and behind the second.
  var firstDiffuser: DelayBank
  var secondDiffuser: DelayBank
  /// The eight delays of the feedback.
  var room: DelayBank
  /// What holds now, and where it is going.
  var tuning = ReverbTuning()
  var target = ReverbTuning()
  var rampLeft = 0
  var isRamping = false
  /// Settings that wait for the next block, if `isPending`.
  var pending = ReverbSettings()
  var isPending = false
  /// Blocks since the first frame: the clock of the swings. It goes on in sleep, as ramps do, so that what a sound's
  /// echo is does not depend on the sounds before it.
  var clock: Int64 = 0
  /// Blocks in a row in which nothing but zeros was written to any line.
  var quietBlocks = 0
  var isAsleep = true
  var follower: PeakFollower

  static var filterCount: Int { @_noAllocation @_noLocks get { 12 } }
  static var swungCount: Int { @_noAllocation @_noLocks get { 4 &* Int(TACTUS_SWUNG) } }
  static var block: Int { @_noAllocation @_noLocks get { ReverbTuning.block } }

  /// Adds the answer to `count` frames of input to the outputs. The outputs may be the inputs.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func render(
    inputLeft: UnsafePointer<Float>, inputRight: UnsafePointer<Float>, outputLeft: UnsafeMutablePointer<Float>,
    outputRight: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      if !isAsleep && gate.filled == 0 && count &- done >= Self.block {
        render(
          inputLeft + done, inputRight + done,
          addingTo: TactusSides(left: outputLeft + done, right: outputRight + done))
        done &+= Self.block
        continue
      }
      let portion = gate.portion(of: count &- done)
      let isFull = gate.exchange(
        inputLeft + done, inputRight + done, addingTo: outputLeft + done, outputRight + done, count: portion,
        isSilent: isAsleep)
      if isFull { renderBlock() }
      done &+= portion
    }
  }

  /// Lets new settings hold from the next block of the grid on; they are reached by a ramp of about 40 ms, in silence
  /// too, but not before the first block. Settings that come during a ramp wait for its end; of several that wait the
  /// last wins.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func set(_ settings: ReverbSettings) {
    pending = settings
    isPending = true
  }

  /// Forgets all sound and begins the grid anew; the settings stay as they were last set.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    entrance.reset(isClean: isAsleep)
    firstDiffuser.reset(isClean: isAsleep)
    secondDiffuser.reset(isClean: isAsleep)
    room.reset(isClean: isAsleep)
    gate.reset()
    clearFilters()
    settle()
    clock = 0
    quietBlocks = 0
    isAsleep = true
    follower.reset()
  }

  /// Whether everything has died away and nothing has come in since: what is rendered from here on is exactly nothing
  /// until there is input.
  /// - Thread: audio
  package var isSilent: Bool {
    @_noAllocation @_noLocks get { isAsleep && gate.pendingPeak == 0 }
  }

  /// How loud, at most, what is still to come may be held to be: the peak of input and output over at least the time
  /// that a sound takes through the longest line.
  /// - Thread: audio
  package var level: Float {
    @_noAllocation @_noLocks get {
      let pending = gate.pendingPeak
      let peak = follower.peak
      return pending > peak ? pending : peak
    }
  }

  @_noAllocation @_noLocks
  mutating func clearFilters() {
    filterStates.clear(count: Self.filterCount &* 4)
    swung.clear(count: Self.swungCount)
  }
}
