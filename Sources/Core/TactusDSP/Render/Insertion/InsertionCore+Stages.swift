// The stages of an insertion effect: each replaces the frames of a cell, or of a part of one.

extension InsertionCore {
  /// Renders frames of one cell.
  @_noAllocation @_noLocks
  mutating func renderStages(
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

  /// Returns the fraction of the remaining distance to the next tuning that a frame of the current call covers.
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
    var index = 0
    eachFrame(left, right, count) { core, dry, part in
      core.tuning.approachModulationMix(core.target, by: part)
      defer { index &+= 1 }
      return core.mixed(dry, index, core.tuning.modulationMix)
    }
  }

  @_noAllocation @_noLocks
  private mutating func addDelay(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    wet.left.clear(count: count)
    wet.right.clear(count: count)
    delay.render(left, right, output: wet, reverb: wet, chorus: wet, count: count)
    var index = 0
    eachFrame(left, right, count) { core, dry, part in
      core.tuning.approachDelayMix(core.target, by: part)
      defer { index &+= 1 }
      return core.mixed(dry, index, core.tuning.delayMix)
    }
  }

  /// Returns a dry frame mixed with a frame of the output of chorus or delay.
  @inline(__always) @_noAllocation @_noLocks
  private func mixed(_ dry: SIMD2<Float>, _ frame: Int, _ mix: SIMD2<Float>) -> SIMD2<Float> {
    dry * mix[0] + SIMD2(wet.left[frame], wet.right[frame]) * mix[1]
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
