/// The state of an insertion effect on the audio thread; see ``InsertionSettings``.
///
/// Settings with the same stages are reached by a ramp of 1,024 frames. Other settings fade the effect out, replace the
/// stages, and fade in again, in 256 frames each. Everything is computed frame by frame or in cells of sixteen frames,
/// counted from the first frame, so no result depends on how the frames are divided into calls.
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
  private var rampCells = 0
  private var pending: InsertionSettings?
  /// The remaining frames of the fade before the stages are replaced, and of the fade after it.
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

  static var rampLength: Int { @_noAllocation @_noLocks get { 64 } }
  static var fadeFrames: Int { @_noAllocation @_noLocks get { 256 } }
  /// The greatest number of frames of a call of ``render(_:_:count:)``.
  package static var bufferFrames: Int { @_noAllocation @_noLocks get { 1_024 } }

  init(sampleRate: Double, memory: UnsafeMutablePointer<Float>, chorus: ChorusCore, delay: DelayCore) {
    self.sampleRate = sampleRate
    self.memory = memory
    let buffers = memory + RotarySpeaker.capacity(sampleRate: sampleRate)
    wet = DelayCore.Buses(buffers, buffers + Self.bufferFrames)
    rotary = RotarySpeaker(memory: memory, sampleRate: sampleRate)
    (self.chorus, self.delay) = (chorus, delay)
    stages = InsertionSettings()
    tuning = InsertionTuning()
    target = tuning
  }

  /// Applies new settings, at once if the effect is silent. If several arrive during a ramp, only the last are applied,
  /// when it ends.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func set(_ settings: InsertionSettings) { pending = settings }

  /// Clears all sound, and all settings.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    take(InsertionSettings())
    pending = nil
    (rampCells, fadeOut, fadeIn, cellFrame) = (0, 0, 0, 0)
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
    @_noAllocation @_noLocks get { max(follower.peak, max(delay.level, chorus.level)) }
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
    if rampCells > 0 {
      tuning.approach(target, by: 1 / Float(rampCells))
      rampCells &-= 1
      if rampCells == 0 { tuning = target }
    } else if fadeOut == 0, fadeIn == 0, let settings = pending {
      follow(settings)
    }
    switch stages.modulation.kind {
    case .phaser: phaser.beginCell(tuning.phaser)
    case .rotary: rotary.beginCell(tuning.rotary)
    case .tremolo: tremolo.beginCell(tuning.tremolo)
    case .none, .chorus: break
    }
  }

  @_noAllocation @_noLocks
  private mutating func follow(_ settings: InsertionSettings) {
    if isSilent {
      take(settings)
      pending = nil
      return
    }
    guard settings.hasSameStages(as: stages) else {
      fadeOut = Self.fadeFrames
      return
    }
    pending = nil
    stages = settings
    target = InsertionTuning(settings, sampleRate: sampleRate)
    rampCells = Self.rampLength
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
      eachFrame(left, right, count) { core, frame in core.phaser.process(frame, core.tuning.phaser) }
    case .rotary:
      eachFrame(left, right, count) { core, frame in
        let mix = core.tuning.modulationMix
        return frame * mix[0] + core.rotary.process(frame) * mix[1]
      }
    case .tremolo: eachFrame(left, right, count) { core, frame in core.tremolo.process(frame) }
    }
    if stages.hasDelay { addDelay(left, right, count) }
    if stages.equalizer.isOn {
      eachFrame(left, right, count) { core, frame in core.equalize(frame) }
    }
    finish(left, right, count)
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func eachFrame(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int,
    _ process: (inout InsertionCore, SIMD2<Float>) -> SIMD2<Float>
  ) {
    var frame = 0
    while frame < count {
      let output = process(&self, SIMD2(left[frame], right[frame]))
      (left[frame], right[frame]) = (output[0], output[1])
      frame &+= 1
    }
  }

  /// Replaces NaN, and values of more than 120 dB above full scale, by 0: they would never leave a feedback loop.
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
      frame &+= 1
    }
    follower.follow(peak: peak, frames: 0)
  }

  @_noAllocation @_noLocks
  private mutating func driveFrames(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (gain, edge) = (Double(tuning.driveGain), Double(tuning.driveEdge))
    eachFrame(left, right, count) { core, frame in
      var shaped: SIMD2<Float>
      if core.tuning.driveIsMono {
        let mono = Double((frame[0] + frame[1]) * 0.707_106_77)
        let output = Float(core.shapers.0.shape(mono * gain, edge: edge))
        shaped = SIMD2(output, output) * core.tuning.drivePan
      } else {
        shaped = SIMD2(
          Float(core.shapers.0.shape(Double(frame[0]) * gain, edge: edge)),
          Float(core.shapers.1.shape(Double(frame[1]) * gain, edge: edge)))
      }
      shaped *= core.tuning.driveLevel
      return core.tuning.speaker.filter(shaped, &core.speaker)
    }
  }

  @_noAllocation @_noLocks
  private mutating func addChorus(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    wet.left.clear(count: count)
    wet.right.clear(count: count)
    chorus.render(inputLeft: left, inputRight: right, outputLeft: wet.left, outputRight: wet.right, count: count)
    mixWet(left, right, count, tuning.modulationMix)
  }

  @_noAllocation @_noLocks
  private mutating func addDelay(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    wet.left.clear(count: count)
    wet.right.clear(count: count)
    delay.render(left, right, output: wet, reverb: wet, chorus: wet, count: count)
    mixWet(left, right, count, tuning.delayMix)
  }

  @_noAllocation @_noLocks
  private func mixWet(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, _ mix: SIMD2<Float>
  ) {
    var frame = 0
    while frame < count {
      left[frame] = left[frame] * mix[0] + wet.left[frame] * mix[1]
      right[frame] = right[frame] * mix[0] + wet.right[frame] * mix[1]
      frame &+= 1
    }
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func equalize(_ frame: SIMD2<Float>) -> SIMD2<Float> {
    let low = tuning.bands.0.filter(frame, &equalizer.0)
    let lowMiddle = tuning.bands.1.filter(low, &equalizer.1)
    let highMiddle = tuning.bands.2.filter(lowMiddle, &equalizer.2)
    return tuning.bands.3.filter(highMiddle, &equalizer.3)
  }

  /// Applies the level and the fades, and replaces the stages when the sound has faded out.
  @_noAllocation @_noLocks
  private mutating func finish(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var peak: Float = 0
    var frame = 0
    while frame < count {
      let gain = tuning.level * nextFade()
      left[frame] *= gain
      right[frame] *= gain
      peak = max(peak, max(left[frame].magnitude, right[frame].magnitude))
      frame &+= 1
    }
    follower.follow(peak: peak, frames: count)
    guard fadeOut < 0 else { return }
    fadeOut = 0
    if let settings = pending { take(settings) }
    pending = nil
    fadeIn = Self.fadeFrames
  }

  /// Returns the gain of the next frame of a fade: 1 without one, and 0 after a fade-out until the end of the cell.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func nextFade() -> Float {
    if fadeOut != 0 {
      fadeOut = fadeOut > 1 ? fadeOut &- 1 : -1
      return fadeOut < 0 ? 0 : Float(fadeOut) / Float(Self.fadeFrames)
    }
    guard fadeIn > 0 else { return 1 }
    fadeIn &-= 1
    return 1 - Float(fadeIn) / Float(Self.fadeFrames)
  }
}
