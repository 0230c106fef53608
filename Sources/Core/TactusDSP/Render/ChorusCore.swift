import CTactusKernels

/// The state of a chorus on the audio thread: for each side, a delay line with up to eight modulated taps.
///
///     in ─ + ─ line ─┬ tap ┐
///          ↑         ├ tap ├ + ─┬─ gain ─ out, and to the reverb
///          │         └ tap ┘    │
///          └────── feedback ────┘
///
/// The phases of each side's taps are evenly distributed over the LFO's period; with the default spread, those of the
/// right side lie midway between those of the left. No tap is inverted, and the sides are not mixed, so the mono sum of
/// both sides is a chorus with twice as many voices. Sound is processed in blocks of 16 frames, counted from the first
/// frame; the delays are one block shorter to compensate for this latency. Four blocks (64 frames) form a cell: each
/// tap moves linearly from its position at the start of the cell to its position at the end.
///
/// This plain value borrows its memory from its `Chorus`. It may be copied to the audio thread's memory before the
/// first frame, and is then used through a pointer.
package struct ChorusCore {
  let sampleRate: Double
  let memory: UnsafeMutablePointer<Float>
  let memoryCount: Int
  let taps: UnsafeMutablePointer<TactusTaps>
  /// The sum of each side's taps in the previous block, which is fed back with a delay of one block.
  let sums: UnsafeMutablePointer<Float>
  /// The reverb send of the most recent block, left and right.
  let sends: UnsafeMutablePointer<Float>
  /// The duration of a settings ramp in cells.
  let rampCells: Int
  /// The maximum number of cells that a tap needs to reach any position.
  let glideCells: Int

  var state: EffectState
  var lines: DelayBank
  /// The current tuning.
  var tuning = ChorusTuning()
  /// The tuning at the end of the ramp.
  var target = ChorusTuning()
  /// The settings for the next ramp.
  var pending: ChorusSettings?
  /// The number of blocks until the ramp ends; 0 if there is no ramp.
  var rampLeft = 0
  /// The number of cells until all taps are certainly at the positions of their LFOs again.
  var restlessCells = 0
  /// Whether the first block is still to be processed.
  var isNew = true
  /// The number of blocks since the current cell started. Like `phase`, it advances during sleep, so that the chorus of
  /// a sound does not depend on the sounds before it.
  var cellBlock = 0
  /// The LFO phase at the start of the current cell, in units of 2^-32 turns.
  var phase: UInt32 = 0

  static var block: Int { @_noAllocation @_noLocks get { ChorusTuning.block } }

  /// Adds the chorus of `count` frames of input to the outputs and, multiplied by `reverbSend`, to the reverb's input
  /// if it is passed. The outputs may be the same memory as the inputs; the reverb's input must be separate.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func render(
    inputLeft: UnsafePointer<Float>, inputRight: UnsafePointer<Float>, outputLeft: UnsafeMutablePointer<Float>,
    outputRight: UnsafeMutablePointer<Float>, reverbLeft: UnsafeMutablePointer<Float>? = nil,
    reverbRight: UnsafeMutablePointer<Float>? = nil, count: Int
  ) {
    var done = 0
    while done < count {
      if !state.isAsleep && state.gate.filled == 0 && count &- done >= Self.block {
        done &+= renderWhole(
          inputLeft: inputLeft + done, inputRight: inputRight + done, outputLeft: outputLeft + done,
          outputRight: outputRight + done, reverbLeft: reverbLeft.map { $0 + done },
          reverbRight: reverbRight.map { $0 + done }, count: count &- done)
        continue
      }
      let portion = state.gate.portion(of: count &- done)
      if !state.isAsleep, let reverbLeft, let reverbRight {
        let filled = state.gate.filled
        ctactus_add(sends + filled, reverbLeft + done, Int64(portion))
        ctactus_add(sends + (Self.block &+ filled), reverbRight + done, Int64(portion))
      }
      let isFull = state.gate.exchange(
        inputLeft + done, inputRight + done, addingTo: outputLeft + done, outputRight + done, count: portion,
        isSilent: state.isAsleep)
      if isFull { renderBlock() }
      done &+= portion
    }
  }

  /// Applies new settings at the next frame whose number is a multiple of 64, with a ramp of about 20 ms. The delays
  /// change by at most a quarter of a frame per frame, unless the modulation itself is faster. Ramps also advance
  /// during silence. Settings that arrive before the first block apply without a ramp. Of the settings that arrive
  /// during a ramp, only the last are applied, when the ramp ends.
  @_noAllocation @_noLocks
  package mutating func set(_ settings: ChorusSettings) { pending = settings }

  /// Clears all sound and restarts the frame count; the most recent settings are kept.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    lines.reset(isClean: state.isAsleep)
    state.reset()
    sums.clear(count: 4 &* Self.block)  // including the sends, which follow the sums
    settle()
    cellBlock = 0
    phase = 0
    isNew = true
  }

  /// See `EffectState`.
  /// - Thread: audio
  package var isSilent: Bool { @_noAllocation @_noLocks get { state.isSilent } }

  /// See `EffectState`.
  /// - Thread: audio
  package var level: Float { @_noAllocation @_noLocks get { state.level } }
}
