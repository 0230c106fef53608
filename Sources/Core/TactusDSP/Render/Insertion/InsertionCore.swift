/// The state of an insertion effect on the audio thread; see ``InsertionSettings``.
///
/// Settings with the same stages are reached by a ramp of about 20 ms. Other settings fade the output out, replace the
/// stages, and fade the input in again, in about 5 ms each. Both happen in silence too, so that the effects of several
/// stems stay in step. The first settings apply at once. Everything is computed frame by frame or in cells of sixteen
/// frames, counted from the first frame, so no result depends on how the frames are divided into calls.
///
/// This plain value borrows memory that ``deallocate()`` frees. It may be copied to the audio thread's memory before
/// the first frame, and is then used through a pointer.
package struct InsertionCore {
  let sampleRate: Double
  /// The memory of the rotary speaker, and two buffers of `bufferFrames` for the output of chorus and delay.
  let memory: UnsafeMutablePointer<Float>
  let wet: DelayCore.Buses

  var stages: InsertionSettings
  var tuning: InsertionTuning
  var target: InsertionTuning
  /// The remaining frames of the ramp to `target`.
  var rampFrames = 0
  var pending: InsertionSettings?
  /// Whether no settings have been applied since the last reset.
  var isNew = true
  /// The remaining frames of the output's fade-out before the stages are replaced, and of the input's fade-in after it.
  var fadeOut = 0
  var fadeIn = 0
  /// The number of the next frame within its cell.
  var cellFrame = 0

  var shapers = (DriveShaper(), DriveShaper())
  var speaker = FilterBand.State()
  var phaser = Phaser()
  var tremolo = Tremolo()
  var rotary: RotarySpeaker
  var chorus: ChorusCore
  var delay: DelayCore
  var equalizer = (FilterBand.State(), FilterBand.State(), FilterBand.State(), FilterBand.State())
  var follower = PeakFollower(window: 4_096)

  /// The lengths of ramps and fades in frames, multiples of a cell.
  let rampLength: Int
  let fadeLength: Int
  /// The greatest number of frames of a call of ``render(_:_:count:)``.
  package static var bufferFrames: Int { @_noAllocation @_noLocks get { 1_024 } }

  init(sampleRate: Double, memory: UnsafeMutablePointer<Float>, chorus: ChorusCore, delay: DelayCore) {
    self.sampleRate = sampleRate
    self.memory = memory
    rampLength = max(1, Int(sampleRate * 0.02) / ControlRate.frames) * ControlRate.frames
    fadeLength = max(1, Int(sampleRate * 0.005) / ControlRate.frames) * ControlRate.frames
    let buffers = memory + RotarySpeaker.capacity(sampleRate: sampleRate)
    wet = DelayCore.Buses(buffers, buffers + Self.bufferFrames)
    rotary = RotarySpeaker(memory: memory, sampleRate: sampleRate)
    (self.chorus, self.delay) = (chorus, delay)
    stages = InsertionSettings()
    tuning = InsertionTuning()
    target = tuning
  }

  /// Applies new settings. If several arrive during a ramp or a fade, only the last are applied, when it ends.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func set(_ settings: InsertionSettings) { pending = settings }

  /// Clears all sound, and all settings.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    take(InsertionSettings())
    pending = nil
    (rampFrames, fadeOut, fadeIn, cellFrame) = (0, 0, 0, 0)
    isNew = true
    follower.reset()
  }

  /// Whether all sound has decayed, so that the output is zero until there is input.
  /// - Thread: audio
  package var isSilent: Bool {
    @_noAllocation @_noLocks get { follower.peak == 0 && delay.isSilent && chorus.isSilent }
  }

  /// An upper bound of the output without further input.
  /// - Thread: audio
  package var level: Float {
    @_noAllocation @_noLocks get {
      max(follower.peak, max(delay.level, chorus.level) * max(tuning.greatestGain, target.greatestGain))
    }
  }
}

extension InsertionCore {
  /// Replaces `count` frames, at most ``bufferFrames``, by their effect.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      if cellFrame == 0 { beginCell() }
      let rest = ControlRate.frames &- cellFrame
      let portion = rest < count &- done ? rest : count &- done
      renderStages(left + done, right + done, portion)
      cellFrame = (cellFrame &+ portion) & (ControlRate.frames &- 1)
      done &+= portion
    }
  }

  /// Follows settings, ramps and LFOs at the beginning of a cell.
  @_noAllocation @_noLocks
  private mutating func beginCell() {
    if rampFrames == 0, fadeOut == 0, fadeIn == 0, let settings = pending { follow(settings) }
    if rampFrames > 0 { tuning.approachCell(target, by: Float(ControlRate.frames) / Float(rampFrames)) }
    switch stages.modulation.kind {
    case .phaser: phaser.beginCell(tuning.phaser)
    case .rotary: rotary.beginCell(tuning.rotary)
    case .tremolo: tremolo.beginCell(tuning.tremolo)
    case .none, .chorus: break
    }
  }

  @_noAllocation @_noLocks
  private mutating func follow(_ settings: InsertionSettings) {
    if isNew {
      isNew = false
      pending = nil
      return take(settings)
    }
    guard settings.hasSameStages(as: stages) else {
      fadeOut = fadeLength
      return
    }
    pending = nil
    stages = settings
    target = InsertionTuning(settings, sampleRate: sampleRate)
    rampFrames = rampLength
    chorus.set(settings.modulation.chorus)
    delay.set(settings.delay)
  }

  /// Replaces all stages, and clears their sound.
  @_noAllocation @_noLocks
  mutating func take(_ settings: InsertionSettings) {
    stages = settings
    tuning = InsertionTuning(settings, sampleRate: sampleRate)
    target = tuning
    shapers = (DriveShaper(), DriveShaper())
    speaker = FilterBand.State()
    phaser = Phaser()
    tremolo = Tremolo()
    rotary.reset()
    chorus.set(settings.modulation.chorus)
    chorus.reset()
    delay.set(settings.delay)
    delay.reset()
    equalizer = (FilterBand.State(), FilterBand.State(), FilterBand.State(), FilterBand.State())
  }
}
