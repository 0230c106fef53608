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
    let isNew = voice.pointee.isStale || now == voice.pointee.start
    if voice.pointee.isStale { modulate(voice) }
    if voice.pointee.volume.stage != voice.pointee.shownStage || now & (SynthLimits.resyncFrames &- 1) == 0 {
      writeEnvelope(index, at: age)
    }
    if isNew || voice.pointee.isRamping {
      writeRamps(index, at: now, isNew: isNew)
    } else if now >= voice.pointee.refresh {
      writeMotion(index, at: now)
    }
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

  /// Aims the lane's ramps at the values of the next grid point.
  private mutating func writeRamps(_ index: Int, at now: Int64, isNew: Bool) {
    let voice = voices + index
    let grid = Int64(SynthLimits.gridFrames)
    let next = (now / grid &+ 1) &* grid
    let isFirst = now == voice.pointee.start
    if isFirst {
      voice.pointee.from = laneValues(voice, at: 0)
    } else if voice.pointee.rampStart != now {
      voice.pointee.from = valuesNow(voice, at: now)
    }
    voice.pointee.rampStart = now
    let target = laneValues(voice, at: voice.pointee.age(at: next))
    voice.pointee.to = target
    let from = voice.pointee.from
    // What an event has moved arrives at the next grid point and is set to rest there.
    let arrives = target != from || voice.pointee.tone.moves
    voice.pointee.isRamping = !isFirst && arrives && (isNew || now < voice.pointee.refresh)
    voice.pointee.refresh = arrives ? next : .max
    writeLane(index, from, target, frames: next &- now)
    voice.pointee.sampleEnd = endOfSample(index, at: now)
  }

  /// Aims only what oscillators and envelope move; all else stands still. On the grid.
  private mutating func writeMotion(_ index: Int, at now: Int64) {
    let voice = voices + index
    let next = now &+ Int64(SynthLimits.gridFrames)
    let from = voice.pointee.to
    let target = laneValues(voice, at: voice.pointee.age(at: next))
    voice.pointee.from = from
    voice.pointee.to = target
    voice.pointee.rampStart = now
    voice.pointee.refresh = next
    let lane = index & 7
    let group = groups + index &>> 3
    if voice.pointee.tone.movesPitch {
      group.pointee.increment[lane] = from.increment
      group.pointee.incrementStep[lane] = (target.increment &- from.increment) / Int64(SynthLimits.gridFrames)
      voice.pointee.sampleEnd = endOfSample(index, at: now)
    }
    if voice.pointee.tone.movesFilter { writeFilter(index, from, target, part: 1 / Float(SynthLimits.gridFrames)) }
    if voice.pointee.tone.movesVolume { writeGains(index, from, target, part: 1 / Float(SynthLimits.gridFrames)) }
  }

  /// The lane's values in the middle of its running ramp, or at its end.
  private func valuesNow(_ voice: UnsafeMutablePointer<Voice>, at now: Int64) -> LaneValues {
    let grid = Int64(SynthLimits.gridFrames)
    let began = voice.pointee.rampStart
    let ends = (began / grid &+ 1) &* grid
    guard now < ends, voice.pointee.from != voice.pointee.to else { return voice.pointee.to }
    return voice.pointee.from.towards(voice.pointee.to, Double(now &- began) / Double(ends &- began))
  }

  private func writeLane(_ index: Int, _ from: LaneValues, _ to: LaneValues, frames: Int64) {
    let lane = index & 7
    let group = groups + index &>> 3
    let part = 1 / Float(frames)
    group.pointee.increment[lane] = from.increment
    group.pointee.incrementStep[lane] = (to.increment &- from.increment) / frames
    writeGains(index, from, to, part: part)
    let isFiltered = voices[index].tone.isFiltered
    group.pointee.setFiltered(lane, isFiltered)
    if isFiltered { writeFilter(index, from, to, part: part) }
  }

  @inline(__always)
  private func writeGains(_ index: Int, _ from: LaneValues, _ to: LaneValues, part: Float) {
    let lane = index & 7
    let group = groups + index &>> 3
    group.pointee.left[lane] = from.left
    group.pointee.leftStep[lane] = (to.left - from.left) * part
    group.pointee.right[lane] = from.right
    group.pointee.rightStep[lane] = (to.right - from.right) * part
    group.pointee.reverb[lane] = from.reverb
    group.pointee.reverbStep[lane] = (to.reverb - from.reverb) * part
    group.pointee.chorus[lane] = from.chorus
    group.pointee.chorusStep[lane] = (to.chorus - from.chorus) * part
    let moves =
      from.left != to.left || from.right != to.right || from.reverb != to.reverb || from.chorus != to.chorus
    let bit = VoiceGroup.bit(lane)
    group.pointee.ramping = moves ? group.pointee.ramping | bit : group.pointee.ramping & ~bit
    if from.reverb != 0 || to.reverb != 0 { group.pointee.feedsReverb = true }
    if from.chorus != 0 || to.chorus != 0 { group.pointee.feedsChorus = true }
  }

  @inline(__always)
  private func writeFilter(_ index: Int, _ from: LaneValues, _ to: LaneValues, part: Float) {
    let lane = index & 7
    let group = groups + index &>> 3
    group.pointee.filterA[lane] = from.filterA
    group.pointee.filterAStep[lane] = (to.filterA - from.filterA) * part
    group.pointee.filterB[lane] = from.filterB
    group.pointee.filterBStep[lane] = (to.filterB - from.filterB) * part
    group.pointee.filterC[lane] = from.filterC
    group.pointee.filterCStep[lane] = (to.filterC - from.filterC) * part
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
    voice.pointee.due = max(due, now &+ 1)
  }

  /// The first whole frame that is not before a corner.
  @inline(__always)
  private static func firstFrame(from corner: Double, start: Int64) -> Int64 {
    guard corner < 0x1p60 else { return .max }
    let whole = ExactMath.integer(corner)
    return start &+ (Double(whole) < corner ? whole &+ 1 : whole)
  }

  /// The frame at which a sample that does not loop has been played to its end.
  private func endOfSample(_ index: Int, at now: Int64) -> Int64 {
    let lane = index & 7
    let group = groups + index &>> 3
    guard group.pointee.looping & (1 &<< UInt8(lane)) == 0 else { return .max }
    let left = SamplePhase(point: samples[index].length) &- group.pointee.phase[lane]
    guard left > 0 else { return now }
    let speed = group.pointee.increment[lane]
    let step = group.pointee.incrementStep[lane]
    if step == 0 { return speed > 0 ? now &+ (left &+ speed &- 1) / speed : .max }
    // The ramp ends at the next grid point, where this is asked again.
    var reached: Int64 = 0
    for n in 1...Int64(SynthLimits.gridFrames) {
      reached = n &* speed &+ step &* (n &* (n &- 1) / 2)
      if reached >= left { return now &+ n }
    }
    return .max
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
    group.pointee.setFiltered(index & 7, false)
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
