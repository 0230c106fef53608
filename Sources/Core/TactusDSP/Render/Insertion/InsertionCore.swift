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

  private var stages: InsertionSettings
  private var tuning: InsertionTuning
  private var target: InsertionTuning
  /// The remaining frames of the ramp to `target`.
  private var rampFrames = 0
  private var pending: InsertionSettings?
  /// Whether no settings have been applied since the last reset.
  private var isNew = true
  /// The remaining frames of the output's fade-out before the stages are replaced, and of the input's fade-in after it.
  private var fadeOut = 0
  private var fadeIn = 0
  /// The number of the next frame within its cell.
  private var cellFrame = 0

  private var shapers = (DriveShaper(), DriveShaper())
  private var speaker = FilterBand.State()
  private var phaser = Phaser()
  private var tremolo = Tremolo()
  private var rotary: RotarySpeaker
  private(set) var chorus: ChorusCore
  private(set) var delay: DelayCore
  private var equalizer = (FilterBand.State(), FilterBand.State(), FilterBand.State(), FilterBand.State())
  private var follower = PeakFollower(window: 4_096)

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
      render(left + done, right + done, portion)
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
  private mutating func take(_ settings: InsertionSettings) {
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

  // MARK: Stages

  @_noAllocation @_noLocks
  private mutating func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    clean(left, right, count)
    if stages.drive.isOn { driveFrames(left, right, count) }
    switch stages.modulation.kind {
    case .none: break
    case .chorus: addChorus(left, right, count)
    case .phaser:
      eachFrame(left, right, count) { core, frame, _ in core.phaser.process(frame, core.tuning.phaser) }
    case .rotary:
      eachFrame(left, right, count) { core, frame, part in
        core.tuning.approachModulationMix(core.target, by: part)
        let mix = core.tuning.modulationMix
        return frame * mix[0] + core.rotary.process(frame) * mix[1]
      }
    case .tremolo: eachFrame(left, right, count) { core, frame, _ in core.tremolo.process(frame) }
    }
    if stages.hasDelay { addDelay(left, right, count) }
    if stages.equalizer.isOn {
      eachFrame(left, right, count) { core, frame, part in
        if part > 0 { core.tuning.approachBands(core.target, by: part) }
        return core.equalize(frame)
      }
    }
    finish(left, right, count)
  }

  /// Replaces each frame by the result of a function. Its last argument is the part of the way to the next tuning that
  /// lies in the frame: 0 without a ramp.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func eachFrame(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int,
    _ process: (inout InsertionCore, SIMD2<Float>, Float) -> SIMD2<Float>
  ) {
    var frame = 0
    while frame < count {
      let output = process(&self, SIMD2(left[frame], right[frame]), part(at: frame))
      (left[frame], right[frame]) = (output[0], output[1])
      frame &+= 1
    }
  }

  /// Returns the part of the way to the next tuning that lies in a frame of the current call.
  @inline(__always) @_noAllocation @_noLocks
  private func part(at frame: Int) -> Float { rampFrames > frame ? 1 / Float(rampFrames &- frame) : 0 }

  /// Returns the gain of a fade at a frame, a curve without kinks from 0 to 1.
  @inline(__always) @_noAllocation @_noLocks
  private func fadeGain(_ frame: Int) -> Float {
    let part = Float(frame) / Float(fadeLength)
    return part * part * (3 - 2 * part)
  }

  /// Replaces NaN, and values of more than 120 dB above full scale, by 0: they would never leave a feedback loop. Fades
  /// the input in after the stages have been replaced.
  @_noAllocation @_noLocks
  private mutating func clean(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var peak: Float = 0
    var frame = 0
    while frame < count {
      if !(left[frame].magnitude <= 1e6) { left[frame] = 0 }
      if !(right[frame].magnitude <= 1e6) { right[frame] = 0 }
      peak = max(peak, max(left[frame].magnitude, right[frame].magnitude))
      if fadeIn > 0 {
        fadeIn &-= 1
        let gain = fadeGain(fadeLength &- fadeIn)
        left[frame] *= gain
        right[frame] *= gain
      }
      frame &+= 1
    }
    follower.follow(peak: peak, frames: 0)
  }

  @_noAllocation @_noLocks
  private mutating func driveFrames(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var level = tuning.driveLevel
    eachFrame(left, right, count) { core, frame, part in
      if part > 0 {
        core.tuning.approachDrive(core.target, by: part)
        level = core.tuning.driveLevel
      }
      let shaped = core.shape(frame) * level
      return core.tuning.speaker.filter(shaped, &core.speaker)
    }
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func shape(_ frame: SIMD2<Float>) -> SIMD2<Float> {
    let (gain, edge) = (Double(tuning.driveGain), Double(tuning.driveEdge))
    guard stages.drive.isMono else {
      return SIMD2(
        Float(shapers.0.shape(Double(frame[0]) * gain, edge: edge)),
        Float(shapers.1.shape(Double(frame[1]) * gain, edge: edge)))
    }
    let mono = Double((frame[0] + frame[1]) * 0.707_106_77)
    let output = Float(shapers.0.shape(mono * gain, edge: edge))
    return SIMD2(output, output) * tuning.drivePan
  }

  @_noAllocation @_noLocks
  private mutating func addChorus(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    wet.left.clear(count: count)
    wet.right.clear(count: count)
    chorus.render(inputLeft: left, inputRight: right, outputLeft: wet.left, outputRight: wet.right, count: count)
    var frame = 0
    while frame < count {
      tuning.approachModulationMix(target, by: part(at: frame))
      mixWet(left + frame, right + frame, frame, tuning.modulationMix)
      frame &+= 1
    }
  }

  @_noAllocation @_noLocks
  private mutating func addDelay(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    wet.left.clear(count: count)
    wet.right.clear(count: count)
    delay.render(left, right, output: wet, reverb: wet, chorus: wet, count: count)
    var frame = 0
    while frame < count {
      tuning.approachDelayMix(target, by: part(at: frame))
      mixWet(left + frame, right + frame, frame, tuning.delayMix)
      frame &+= 1
    }
  }

  @inline(__always) @_noAllocation @_noLocks
  private func mixWet(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frame: Int, _ mix: SIMD2<Float>
  ) {
    left.pointee = left.pointee * mix[0] + wet.left[frame] * mix[1]
    right.pointee = right.pointee * mix[0] + wet.right[frame] * mix[1]
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func equalize(_ frame: SIMD2<Float>) -> SIMD2<Float> {
    let low = tuning.bands.0.filter(frame, &equalizer.0)
    let lowMiddle = tuning.bands.1.filter(low, &equalizer.1)
    let highMiddle = tuning.bands.2.filter(lowMiddle, &equalizer.2)
    return tuning.bands.3.filter(highMiddle, &equalizer.3)
  }

  /// Applies the level and the fade-out, ends the ramp, and replaces the stages when the sound has faded out. Ramps and
  /// fades are as long as whole cells, so they end with a call.
  @_noAllocation @_noLocks
  private mutating func finish(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let isFadingOut = fadeOut > 0
    var peak: Float = 0
    var frame = 0
    while frame < count {
      tuning.approachLevel(target, by: part(at: frame))
      var gain = tuning.level
      if isFadingOut {
        fadeOut &-= 1
        gain *= fadeGain(fadeOut)
      }
      left[frame] *= gain
      right[frame] *= gain
      peak = max(peak, max(left[frame].magnitude, right[frame].magnitude))
      frame &+= 1
    }
    follower.follow(peak: peak, frames: count)
    if rampFrames > 0 {
      rampFrames &-= count
      if rampFrames == 0 { tuning = target }
    }
    guard isFadingOut, fadeOut == 0 else { return }
    if let settings = pending { take(settings) }
    pending = nil
    fadeIn = fadeLength
  }
}
