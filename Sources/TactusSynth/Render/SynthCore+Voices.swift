import CTactusKernels
import TactusDSP

// The life of a voice: what it does when its turn comes.

extension SynthCore {
  /// A voice's turn: corners of its envelopes, the end of its sample, new ramps.
  mutating func service(_ index: Int, at now: Int64) {
    let voice = voices + index
    let age = voice.pointee.age(at: now)
    if now >= voice.pointee.sampleEnd {
      voice.pointee.volume.stage = .done
    } else {
      voice.pointee.volume.advance(to: age, voice.pointee.volumeTimes)
    }
    guard voice.pointee.volume.stage != .done else {
      free(index)
      return
    }
    voice.pointee.modulation.advance(to: age, voice.pointee.modulationTimes)
    if now >= voice.pointee.filterWake {
      voice.pointee.filterWake = .max
      voice.pointee.isStale = true
    }
    let isNew = voice.pointee.isStale || now == voice.pointee.start
    if voice.pointee.isStale { modulate(voice, at: now) }
    if voice.pointee.volume.stage != voice.pointee.shownStage || now & (SynthLimits.resyncFrames &- 1) == 0 {
      writeEnvelope(index, at: age)
    }
    if isNew || now >= voice.pointee.refresh { writeLane(index, at: now) }
    schedule(index, at: now)
  }

  /// Sets the lane's envelope on the curve's exact value.
  private mutating func writeEnvelope(_ index: Int, at age: Double) {
    let envelope = voices[index].volume
    voices[index].shownStage = envelope.stage
    let motion = envelope.motion
    let lane = index & 7
    let group = groups + index &>> 3
    group.pointee.level[lane] = Float(envelope.level(at: age))
    group.pointee.levelFactor[lane] = motion.factor
    group.pointee.levelStep[lane] = motion.step
  }

  /// Sets the lane's quantities and aims them at where they will be at the next grid point or corner.
  private mutating func writeLane(_ index: Int, at now: Int64) {
    let voice = voices + index
    let (aim, moves) = aim(voice, from: now)
    let age = voice.pointee.age(at: now)
    let hasTurned: Bool
    if now < voice.pointee.standingEnd {
      var here = standing(voice, at: now)
      var there = standing(voice, at: now, ahead: aim - age)
      hasTurned = write(index, from: &here, at: age, to: &there, aim, moves: moves)
    } else {
      hasTurned = write(index, from: &voice.pointee.to, at: age, to: &voice.pointee.to, aim, moves: moves)
    }
    voice.pointee.gainsRest = now >= voice.pointee.standingEnd
    let arrival = Self.firstFrame(from: aim, start: voice.pointee.start)
    voice.pointee.refresh = arrival
    // At a speed that has not changed the sample ends when it was going to.
    if hasTurned || voice.pointee.sampleEnd == .max {
      voice.pointee.sampleEnd = endOfSample(index, at: now, aim: arrival)
    }
  }

  /// Writes pitch, filter, swell and gains from one age of the voice to another; gives whether the speed has turned.
  @inline(__always)
  private mutating func write(
    _ index: Int, from here: UnsafePointer<StandingTone>, at age: Double, to there: UnsafePointer<StandingTone>,
    _ aim: Double, moves: Bool
  ) -> Bool {
    let voice = voices + index
    let frames = aim - age
    let before = motion(voice, here, at: age)
    let after = moves ? motion(voice, there, at: aim) : before
    let hasTurned = writePitch(index, here.pointee.cents + before.cents, there.pointee.cents + after.cents, frames)
    writeFilter(index, here, there, before.cutoff, after.cutoff, frames)
    writeSwell(index, before.centibels, after.centibels, frames)
    if !voice.pointee.gainsRest { writeGains(index, here, there, frames) }
    return hasTurned
  }

  /// Gives whether the lane's speed is not what it was, or changes.
  private func writePitch(_ index: Int, _ from: Double, _ to: Double, _ frames: Double) -> Bool {
    let (lowest, highest) = (voices[index].lowestCents, voices[index].highestCents)
    let cents = max(lowest, min(highest, from))
    let change = max(lowest, min(highest, to)) - cents
    let reader = readers + index
    if change == 0 {
      let hasTurned = cents != voices[index].shownCents || reader.pointee.isGliding
      if cents != voices[index].shownCents {
        voices[index].shownCents = cents
        voices[index].increment = ExactMath.integer(speed(cents: cents, voices + index) + 0.5)
      }
      reader.pointee.increment = voices[index].increment
      reader.pointee.isGliding = false
      return hasTurned
    }
    reader.pointee.speed = speed(cents: cents, voices + index)
    reader.pointee.speedFactor = ExactMath.exp2NearZero(change / frames * (1.0 / 1200))
    reader.pointee.isGliding = true
    voices[index].glide = change
    return true
  }

  private func writeFilter(
    _ index: Int, _ here: UnsafePointer<StandingTone>, _ there: UnsafePointer<StandingTone>, _ before: Double,
    _ after: Double, _ frames: Double
  ) {
    let lane = index & 7
    let group = groups + index &>> 3
    let runs = voices[index].tone.runsFilter
    group.pointee.setFilter(lane, runs: runs, isInPath: voices[index].tone.isFiltered)
    guard runs else { return }
    let cutoff = warped(here.pointee.cutoff + before)
    let change = warped(there.pointee.cutoff + after) - cutoff
    group.pointee.filterG[lane] = ExactMath.exp2Single(cutoff)
    group.pointee.filterGFactor[lane] = change == 0 ? 1 : Float(ExactMath.exp2NearZero(change / frames))
    group.pointee.filterK[lane] = Float(here.pointee.damping)
    group.pointee.filterKStep[lane] = Float((there.pointee.damping - here.pointee.damping) / frames)
    group.pointee.filterGain[lane] = Float(here.pointee.filterGain)
    group.pointee.filterGainStep[lane] = Float((there.pointee.filterGain - here.pointee.filterGain) / frames)
    let bit = VoiceGroup.bit(lane)
    let sweeps = change != 0 || there.pointee.damping != here.pointee.damping
    group.pointee.sweeping = sweeps ? group.pointee.sweeping | bit : group.pointee.sweeping & ~bit
  }

  private func writeSwell(_ index: Int, _ before: Double, _ after: Double, _ frames: Double) {
    let lane = index & 7
    let group = groups + index &>> 3
    let bit = VoiceGroup.bit(lane)
    guard voices[index].tone.movesVolume else {
      group.pointee.swell[lane] = 1
      group.pointee.swellFactor[lane] = 1
      group.pointee.swelling &= ~bit
      return
    }
    group.pointee.swell[lane] = Float(ExactMath.gain(attenuationCentibels: -before))
    group.pointee.swellFactor[lane] = Float(ExactMath.gain(attenuationCentibels: (before - after) / frames))
    group.pointee.swelling |= bit
  }

  private func writeGains(
    _ index: Int, _ here: UnsafePointer<StandingTone>, _ there: UnsafePointer<StandingTone>, _ frames: Double
  ) {
    let lane = index & 7
    let group = groups + index &>> 3
    let part = 1 / frames
    group.pointee.left[lane] = Float(here.pointee.left)
    group.pointee.leftStep[lane] = Float((there.pointee.left - here.pointee.left) * part)
    group.pointee.right[lane] = Float(here.pointee.right)
    group.pointee.rightStep[lane] = Float((there.pointee.right - here.pointee.right) * part)
    group.pointee.reverb[lane] = Float(here.pointee.reverb)
    group.pointee.reverbStep[lane] = Float((there.pointee.reverb - here.pointee.reverb) * part)
    group.pointee.chorus[lane] = Float(here.pointee.chorus)
    group.pointee.chorusStep[lane] = Float((there.pointee.chorus - here.pointee.chorus) * part)
    let bit = VoiceGroup.bit(lane)
    let moves =
      here.pointee.left != there.pointee.left || here.pointee.right != there.pointee.right
      || here.pointee.reverb != there.pointee.reverb || here.pointee.chorus != there.pointee.chorus
    group.pointee.ramping = moves ? group.pointee.ramping | bit : group.pointee.ramping & ~bit
    if here.pointee.reverb != 0 || there.pointee.reverb != 0 { group.pointee.feedsReverb = true }
    if here.pointee.chorus != 0 || there.pointee.chorus != 0 { group.pointee.feedsChorus = true }
  }

  /// When the voice has to act next.
  private func schedule(_ index: Int, at now: Int64) {
    let voice = voices + index
    let corner = Self.firstFrame(from: voice.pointee.volume.end, start: voice.pointee.start)
    var due = min(min(voice.pointee.sampleEnd, corner), voice.pointee.refresh)
    switch voice.pointee.volume.stage {
    case .attack, .decay, .release:
      due = min(due, (now / SynthLimits.resyncFrames &+ 1) &* SynthLimits.resyncFrames)
    default: break
    }
    due = min(due, voice.pointee.filterWake)
    voice.pointee.due = max(due, now &+ 1)
  }

  /// The frame at which a sample that does not loop has been played to its end; beyond `aim` it is asked again then.
  private func endOfSample(_ index: Int, at now: Int64, aim: Int64) -> Int64 {
    let reader = readers + index
    guard !reader.pointee.isLooping else { return .max }
    let phase = reader.pointee.phase
    let end = SamplePhase(point: reader.pointee.sample.length)
    guard phase < end else { return now }
    if !reader.pointee.isGliding {
      let speed = reader.pointee.increment
      return now &+ (end &- phase &+ speed &- 1) / speed
    }
    var speed = reader.pointee.speed
    let count = aim &- now
    // Not even at its highest speed would it get there: no need to look closer.
    let fastest = speed * Double(ExactMath.exp2Single(max(0, voices[index].glide) * (1.0 / 1200) + 0.01))
    if Double(end &- phase) > fastest * Double(count &+ 1) { return .max }
    let last = tactus_glide(
      phase, &speed, reader.pointee.speedFactor, Int32(truncatingIfNeeded: count), rows.phases)
    guard last >= end else { return .max }
    for n in 1..<Int(count) where rows.phases[n] >= end { return now &+ Int64(n) }
    return aim
  }

  /// Takes a voice out of its lane and its channel's list.
  mutating func free(_ index: Int) {
    let voice = voices + index
    guard voice.pointee.state != .free else { return }
    if voice.pointee.state != .fading { soundingVoices &-= 1 }
    unlink(index)
    voice.pointee.state = .free
    voice.pointee.due = .max
    let group = groups + index &>> 3
    group.pointee.setActive(index & 7, false)
    group.pointee.setFilter(index & 7, runs: false, isInPath: false)
    group.pointee.clear(index & 7)
    if group.pointee.active == 0 {
      group.pointee.feedsReverb = false
      group.pointee.feedsChorus = false
    }
  }

  mutating func link(_ index: Int, to channel: Int) {
    let first = channels[channel].firstVoice
    voices[index].next = first
    voices[index].previous = -1
    if first >= 0 { voices[Int(first)].previous = Int32(index) }
    channels[channel].firstVoice = Int32(index)
  }

  private mutating func unlink(_ index: Int) {
    let next = voices[index].next
    let previous = voices[index].previous
    if next >= 0 { voices[Int(next)].previous = previous }
    if previous >= 0 {
      voices[Int(previous)].next = next
    } else {
      channels[Int(voices[index].channel)].firstVoice = next
    }
  }
}
