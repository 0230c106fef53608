import CTactusKernels
import TactusDSP

// Aiming lanes: pitch, swell and gains from where they are to where they will be at the next corner; filters, which take
// shorter pieces of the way, are in `VoiceUpdates+Filters.swift`.

extension VoiceUpdates {
  /// Sets the lane's quantities and aims them at where they will be at the next corner, or where they are set back on
  /// their curves.
  mutating func aimLane(_ index: Int, at now: Int64) {
    let voice = voices + index
    let (aim, moves) = modulation.aim(voice, from: now)
    let age = voice.pointee.age(at: now)
    let frames = aim - age
    let (here, there) = modulation.line(voice, at: now, frames: frames, moves: moves)
    let hasTurned = writePitch(index, here.cents, there.cents, frames)
    aimFilter(index, at: now, aim: aim, moves: moves)
    writeSwell(voice, here.centibels, there.centibels, frames)
    if !voice.pointee.lane.gainsAreSet { writeGains(index, at: now) }
    let arrival = Modulation.firstFrame(from: aim, start: voice.pointee.start)
    voice.pointee.refresh = arrival
    // At a speed that has not changed the sample ends when it was going to.
    if hasTurned || voice.pointee.sampleEnd == .max {
      voice.pointee.sampleEnd = endOfSample(index, at: now, aim: arrival)
    }
  }

  /// Gives whether the lane's speed is not what it was, or changes.
  private func writePitch(_ index: Int, _ from: Double, _ to: Double, _ frames: Double) -> Bool {
    let (lowest, highest) = (voices[index].lane.pitch.lowest, voices[index].lane.pitch.highest)
    let cents = max(lowest, min(highest, from))
    let change = max(lowest, min(highest, to)) - cents
    let reader = readers + index
    if change == 0 {
      let hasTurned = cents != voices[index].lane.pitch.shown || reader.pointee.isGliding
      if cents != voices[index].lane.pitch.shown {
        voices[index].lane.pitch.shown = cents
        voices[index].lane.pitch.increment = ExactMath.integer(modulation.speed(cents: cents, voices + index) + 0.5)
      }
      reader.pointee.stand(at: voices[index].lane.pitch.increment)
      return hasTurned
    }
    reader.pointee.glide(
      from: modulation.speed(cents: cents, voices + index), by: ExactMath.exp2NearZero(change / frames * (1.0 / 1200)))
    voices[index].lane.pitch.change = change
    return true
  }

  private func writeSwell(_ voice: UnsafeMutablePointer<Voice>, _ from: Double, _ to: Double, _ frames: Double) {
    voice.pointee.lane.swell = LaneSwell()
    guard voice.pointee.tone.movesVolume else { return }
    // Octaves of amplitude are 60.2 centibels.
    voice.pointee.lane.swell.octaves = from * 0.0166096404744368117
    if to != from { voice.pointee.lane.swell.fall = (to - from) / frames * 0.0166096404744368117 }
  }

  /// Lets the gains go in a straight line from where they were when something moved them to where they will be.
  private func writeGains(_ index: Int, at now: Int64) {
    let voice = voices + index
    let hasArrived = now >= voice.pointee.ramp.end
    let from = hasArrived ? Gains(voice.pointee.ramp.to) : Gains(voice.pointee.ramp.from)
    let to = Gains(voice.pointee.ramp.to)
    let frames = Double(voice.pointee.ramp.end &- voice.pointee.ramp.start)
    groups[index &>> 3].setGains(from, to, part: hasArrived ? 0 : 1 / frames, index & 7)
    voice.pointee.lane.gainsAreSet = hasArrived
  }
}

/// What of a tone goes where.
struct Gains: Equatable {
  let left: Double
  let right: Double
  let reverb: Double
  let chorus: Double

  @inline(__always)
  init(_ tone: StandingTone) { (left, right, reverb, chorus) = (tone.left, tone.right, tone.reverb, tone.chorus) }
}

extension VoiceGroup {
  /// Sets a lane's gains, and a part of the way to others as its steps.
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
  }
}
