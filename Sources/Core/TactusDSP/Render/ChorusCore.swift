import CTactusKernels

/// The state of a chorus on the audio thread: for each side a line with up to eight taps, whose delays swing.
///
///     in ─ + ─ line ─┬ tap ┐
///          ↑         ├ tap ├ + ─┬─ gain ─ out, and to the reverb
///          │         └ tap ┘    │
///          └────── feedback ────┘
///
/// The taps of a side are evenly spread over the swing, the right side's between the left's. Nothing is inverted and
/// the sides are not mixed, so that the sum of both is just a chorus of twice the voices. Time is counted in blocks of
/// 16 frames from the first frame, which come off the delay; four make a cell, through which a tap moves evenly.
///
/// A plain value over memory that it borrows from its `Chorus`: it may be copied to where the audio thread wants it
/// before the first frame, and is then reached by a pointer.
package struct ChorusCore {
  let sampleRate: Double
  let memory: UnsafeMutablePointer<Float>
  let memoryCount: Int
  let taps: UnsafeMutablePointer<TactusTaps>
  /// The sum of each side's taps in the block before: it goes round again a block late, as it is heard.
  let sums: UnsafeMutablePointer<Float>
  /// What is handed to the reverb with the present block, left and right.
  let sends: UnsafeMutablePointer<Float>
  /// The cells that a change of the settings takes.
  let rampCells: Int
  /// The cells in which taps get from anywhere to anywhere, at most.
  let glideCells: Int

  var gate: BlockGate
  var lines: DelayBank
  /// What holds now, and where it is going.
  var tuning = ChorusTuning()
  var target = ChorusTuning()
  var rampLeft = 0
  /// For how many cells from here on taps may not stand where their swings have them.
  var restlessCells = 0
  /// Whether there has been no block yet.
  var isNew = true
  /// Settings that wait for the next cell, if `isPending`.
  var pending = ChorusSettings()
  var isPending = false
  /// Blocks since the cell began, and the swings' phase at its beginning. They go on in sleep, so that what a sound
  /// becomes does not depend on the sounds before it.
  var cellBlock = 0
  var phase: UInt32 = 0
  /// Blocks in a row in which nothing but zeros was written.
  var quietBlocks = 0
  var isAsleep = true
  var follower: PeakFollower

  static var block: Int { @_noAllocation @_noLocks get { ChorusTuning.block } }

  /// Adds the chorus of `count` frames of input to the outputs and, times `reverbSend`, to the reverb's input if there
  /// is one. The outputs may be the inputs; the reverb's must not.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func render(
    inputLeft: UnsafePointer<Float>, inputRight: UnsafePointer<Float>, outputLeft: UnsafeMutablePointer<Float>,
    outputRight: UnsafeMutablePointer<Float>, reverbLeft: UnsafeMutablePointer<Float>? = nil,
    reverbRight: UnsafeMutablePointer<Float>? = nil, count: Int
  ) {
    var done = 0
    while done < count {
      if !isAsleep && gate.filled == 0 && count &- done >= Self.block {
        done &+= renderWhole(
          inputLeft: inputLeft + done, inputRight: inputRight + done, outputLeft: outputLeft + done,
          outputRight: outputRight + done, reverbLeft: reverbLeft.map { $0 + done },
          reverbRight: reverbRight.map { $0 + done }, count: count &- done)
        continue
      }
      let portion = gate.portion(of: count &- done)
      if !isAsleep, let reverbLeft, let reverbRight {
        tactus_add(sends + gate.filled, reverbLeft + done, Int64(portion))
        tactus_add(sends + (Self.block &+ gate.filled), reverbRight + done, Int64(portion))
      }
      let isFull = gate.exchange(
        inputLeft + done, inputRight + done, addingTo: outputLeft + done, outputRight + done, count: portion,
        isSilent: isAsleep)
      if isFull { renderBlock() }
      done &+= portion
    }
  }

  /// Lets new settings hold from the next 64th frame on; they are reached by a ramp of about 20 ms, the delays at no
  /// more than a quarter of the speed of time; in silence too, but not before the first block. Settings that come during
  /// a ramp wait for its end; of several that wait the last wins.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func set(_ settings: ChorusSettings) {
    pending = settings
    isPending = true
  }

  /// Forgets all sound and begins the grid anew; the settings stay as they were last set.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    lines.reset(isClean: isAsleep)
    gate.reset()
    sums.clear(count: 4 &* Self.block)  // and the sends behind them
    settle()
    cellBlock = 0
    phase = 0
    isNew = true
    quietBlocks = 0
    isAsleep = true
    follower.reset()
  }

  /// Whether everything has died away and nothing has come in since: what is rendered from here on is exactly nothing
  /// until there is input.
  /// - Thread: audio
  package var isSilent: Bool { @_noAllocation @_noLocks get { isAsleep && gate.pendingPeak == 0 } }

  /// The peak of input and output over at least the time that a sound takes through the line.
  /// - Thread: audio
  package var level: Float {
    @_noAllocation @_noLocks get {
      let pending = gate.pendingPeak
      let peak = follower.peak
      return pending > peak ? pending : peak
    }
  }
}
