import CTactusKernels
import TactusDSP

// Ramps of pitch, tremolo and gains to their values at the next breakpoint. Filters ramp in shorter segments: see
// `VoiceUpdates+Filters.swift`.

extension VoiceUpdates {
  /// Sets the lane's pitch, filter, tremolo and gains, and starts their ramps to the next breakpoint, or to the next
  /// frame at which the lane is set to its exact curve.
  mutating func setRampTargets(_ index: Int, at now: Int64) {
    let voice = voices + index
    let (target, moves) = modulation.rampTarget(voice, from: now)
    let arrival = Modulation.firstFrame(from: target, start: voice.pointee.start)
    voice.pointee.rampTarget = arrival
    if !voice.pointee.lane.gainsAreSet { writeGains(index, at: now) }
    guard tracksPhase(index) else { return }
    let frames = target - voice.pointee.age(at: now)
    let (here, there) = modulation.line(voice, at: now, frames: frames, moves: moves)
    let hasChanged = writePitch(index, here.cents, there.cents, frames)
    if isOwn(index &>> 3) { setFilterRamp(index, at: now, target: target, moves: moves) }
    if keepsSignals(of: index) { writeTremolo(voice, here.centibels, there.centibels, frames) }
    // While the playback rate stays the same, so does the frame at which the sample ends.
    if hasChanged || voice.pointee.sampleEnd == .max {
      voice.pointee.sampleEnd = endOfSample(index, at: now, target: arrival)
    }
  }

  /// Sets the playback rate or its ramp, and returns whether the rate has changed or ramps.
  private mutating func writePitch(_ index: Int, _ from: Double, _ to: Double, _ frames: Double) -> Bool {
    let (lowest, highest) = (voices[index].lane.pitch.lowest, voices[index].lane.pitch.highest)
    let cents = max(lowest, min(highest, from))
    let change = max(lowest, min(highest, to)) - cents
    let reader = readers + index
    if change == 0 {
      let hasChanged = cents != voices[index].lane.pitch.shown || reader.pointee.isGliding
      if cents != voices[index].lane.pitch.shown {
        voices[index].lane.pitch.shown = cents
        voices[index].lane.pitch.increment = ExactMath.integer(modulation.speed(cents: cents, voices + index) + 0.5)
      }
      reader.pointee.stand(at: voices[index].lane.pitch.increment)
      return hasChanged
    }
    reader.pointee.glide(
      from: modulation.speed(cents: cents, voices + index), by: ExactMath.exp2NearZero(change / frames * (1.0 / 1200)))
    voices[index].lane.pitch.change = change
    return true
  }

  private func writeTremolo(_ voice: UnsafeMutablePointer<Voice>, _ from: Double, _ to: Double, _ frames: Double) {
    voice.pointee.lane.tremolo = LaneTremolo()
    guard voice.pointee.parameters.movesVolume else { return }
    // One octave of amplitude is 60.2 centibels.
    voice.pointee.lane.tremolo.octaves = from * 0.0166096404744368117
    if to != from { voice.pointee.lane.tremolo.fall = (to - from) / frames * 0.0166096404744368117 }
  }

  /// Ramps the gains linearly from their values at the last controller change to their new values.
  private mutating func writeGains(_ index: Int, at now: Int64) {
    let voice = voices + index
    let hasArrived = now >= voice.pointee.ramp.end
    let from = hasArrived ? Gains(voice.pointee.ramp.to) : Gains(voice.pointee.ramp.from)
    let to = Gains(voice.pointee.ramp.to)
    let frames = Double(voice.pointee.ramp.end &- voice.pointee.ramp.start)
    groups[index &>> 3].setGains(from, to, part: hasArrived ? 0 : 1 / frames, index & 7)
    voice.pointee.lane.gainsAreSet = hasArrived
  }
}

/// The gains of a lane, from its static parameters.
struct Gains: Equatable {
  let left: Double
  let right: Double
  let reverb: Double
  let chorus: Double
  let delay: Double

  @inline(__always)
  init(_ parameters: StaticParameters) {
    (left, right) = (parameters.left, parameters.right)
    (reverb, chorus, delay) = (parameters.reverb, parameters.chorus, parameters.delay)
  }
}

extension VoiceGroup {
  /// Sets a lane's gains to `from`, and its steps per frame to a fraction of the difference between `to` and `from`.
  @inline(__always)
  fileprivate mutating func setGains(_ from: Gains, _ to: Gains, part: Double, _ lane: Int) {
    gains.left[lane] = Float(from.left)
    gains.leftStep[lane] = Float((to.left - from.left) * part)
    gains.right[lane] = Float(from.right)
    gains.rightStep[lane] = Float((to.right - from.right) * part)
    gains.reverb[lane] = Float(from.reverb)
    gains.reverbStep[lane] = Float((to.reverb - from.reverb) * part)
    gains.chorus[lane] = Float(from.chorus)
    gains.chorusStep[lane] = Float((to.chorus - from.chorus) * part)
    ramping = from != to ? ramping | Self.bit(lane) : ramping & ~Self.bit(lane)
    if from.reverb != 0 || to.reverb != 0 { feedsReverb = true }
    if from.chorus != 0 || to.chorus != 0 { feedsChorus = true }
    delays.send[lane] = Float(from.delay)
    delays.step[lane] = Float((to.delay - from.delay) * part)
    if from.delay != 0 || to.delay != 0 { feedsDelay = true }
  }
}
