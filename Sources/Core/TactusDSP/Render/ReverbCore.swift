import CTactusKernels

/// The state of a reverb on the audio thread: a feedback delay network of eight lines.
///
///     in ─ band ─ delay ─ 8 taps ─ H ─ 8 delays ─ H ─ 8 delays ─┐
///                                                               ↓
///                                  ┌─ 8 delays ─ 8 low-passes ─ + ─┬─ signs ─ width ─ out
///                                  └────────────── H ←─────────────┘
///
/// H is the Hadamard matrix. The taps and the first two matrices produce 512 echoes of a sound before it enters the
/// feedback loop; each pass through the loop turns every echo into eight. Everything in the loop except the low-passes
/// is lossless, so they alone determine the decay. Each side is the sum of all lines, with signs that make the two
/// sides uncorrelated. The delays of four lines are slowly modulated by up to about a millisecond, which prevents
/// ringing resonances. Sound is processed in blocks of 64 frames, counted from the first frame; the pre-delay is
/// shortened by one block to compensate for this latency.
///
/// This plain value borrows its memory from its `Reverb`. It may be copied to the audio thread's memory before the
/// first frame, and is then used through a pointer.
package struct ReverbCore {
  /// The level below which a signal counts as silence: −180 dBFS. Signals below this level, even summed over many lines
  /// and many stems, are smaller than the rounding error of 32-bit samples, so the effects of separate stems add up to
  /// the effect of their mix.
  package static var floor: Float { @_noAllocation @_noLocks get { 0x1p-30 } }

  let sampleRate: Double
  let memory: UnsafeMutablePointer<Float>
  let memoryCount: Int
  /// One buffer for the block of each modulated line; its last four frames are kept from block to block.
  let swung: UnsafeMutablePointer<Float>
  /// The last four outputs of each low-pass: eight low-passes for the feedback lines, and two for the input of each
  /// side.
  let filterStates: UnsafeMutablePointer<Float>
  /// The modulation depth of each modulated line in frames.
  let swings: SIMD4<Int32>
  /// The duration of a settings ramp in blocks.
  let rampBlocks: Int
  /// The number of blocks after which no line contains any input.
  let memoryBlocks: Int

  var state: EffectState
  /// The filtered input, left and right.
  var entrance: DelayBank
  /// The eight delays after the first matrix.
  var firstDiffuser: DelayBank
  /// The eight delays after the second matrix.
  var secondDiffuser: DelayBank
  /// The eight delays of the feedback loop.
  var room: DelayBank
  /// The current tuning.
  var tuning = ReverbTuning()
  /// The tuning at the end of the ramp.
  var target = ReverbTuning()
  /// The settings for the next ramp.
  var pending: ReverbSettings?
  /// The number of blocks until the ramp ends.
  var rampLeft = 0
  var isRamping = false
  /// The number of blocks since the first frame, which determines the phase of the modulation. Like ramps, it advances
  /// during sleep, so that the reverb of a sound does not depend on the sounds before it.
  var clock: Int64 = 0

  static var filterCount: Int { @_noAllocation @_noLocks get { 12 } }
  static var swungCount: Int { @_noAllocation @_noLocks get { 4 &* Int(TACTUS_SWUNG) } }
  static var block: Int { @_noAllocation @_noLocks get { ReverbTuning.block } }

  /// Adds the reverb of `count` frames of input to the outputs, which may be the same memory as the inputs.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func render(
    inputLeft: UnsafePointer<Float>, inputRight: UnsafePointer<Float>, outputLeft: UnsafeMutablePointer<Float>,
    outputRight: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      if !state.isAsleep && state.gate.filled == 0 && count &- done >= Self.block {
        render(
          inputLeft + done, inputRight + done,
          addingTo: TactusSides(left: outputLeft + done, right: outputRight + done))
        done &+= Self.block
        continue
      }
      let portion = state.gate.portion(of: count &- done)
      let isFull = state.gate.exchange(
        inputLeft + done, inputRight + done, addingTo: outputLeft + done, outputRight + done, count: portion,
        isSilent: state.isAsleep)
      if isFull { renderBlock() }
      done &+= portion
    }
  }

  /// Applies new settings at the start of the next block, with a ramp of about 40 ms. Ramps also advance during
  /// silence. Settings that arrive before the first block apply without a ramp. Of the settings that arrive during a
  /// ramp, only the last are applied, when the ramp ends.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func set(_ settings: ReverbSettings) { pending = settings }

  /// Clears all sound and restarts the frame count; the most recent settings are kept.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    let isClean = state.isAsleep
    entrance.reset(isClean: isClean)
    firstDiffuser.reset(isClean: isClean)
    secondDiffuser.reset(isClean: isClean)
    room.reset(isClean: isClean)
    state.reset()
    clearFilters()
    settle()
    clock = 0
  }

  /// See `EffectState`.
  /// - Thread: audio
  package var isSilent: Bool { @_noAllocation @_noLocks get { state.isSilent } }

  /// See `EffectState`.
  /// - Thread: audio
  package var level: Float { @_noAllocation @_noLocks get { state.level } }

  @_noAllocation @_noLocks
  mutating func clearFilters() {
    filterStates.clear(count: Self.filterCount &* 4)
    swung.clear(count: Self.swungCount)
  }
}
