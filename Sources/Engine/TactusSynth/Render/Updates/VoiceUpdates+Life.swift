import CTactusKernels
import TactusDSP

// The scheduled updates of voices, and the end of a voice.

extension VoiceUpdates {
  /// Updates a voice: advances its envelopes, ends it if its sample or envelope has ended, and starts new ramps.
  mutating func update(_ index: Int, at now: Int64) {
    let voice = voices + index
    let age = voice.pointee.age(at: now)
    if now < voice.pointee.sampleEnd {
      voice.pointee.volume.envelope.advance(to: age, voice.pointee.volume.times)
      leaveReleasedLoop(index, at: now)
    }
    if now >= voice.pointee.sampleEnd { voice.pointee.volume.envelope.stage = .done }
    guard voice.pointee.volume.envelope.stage != .done else {
      free(index, at: now, endReason(index, at: now))
      return
    }
    voice.pointee.movers.envelope.advance(to: age, voice.pointee.movers.times)
    if now >= voice.pointee.filterWake {
      voice.pointee.filterWake = .max
      voice.pointee.needsModulation = true
    }
    var retargets = voice.pointee.needsModulation || now == voice.pointee.start || now >= voice.pointee.rampTarget
    if voice.pointee.needsModulation { remodulate(index, at: now) }
    let hasChanged = voice.pointee.volume.envelope.stage != voice.pointee.volume.shownStage
    retargets = retargets || hasChanged && voice.pointee.parameters.movesVolume
    if retargets { setRampTargets(index, at: now) }
    if retargets || hasChanged {
      voice.pointee.volume.shownStage = voice.pointee.volume.envelope.stage
      if isOwn(index &>> 3) { setLevel(index, at: now) } else if keepsSignals { levels[index].postpone(at: now) }
    }
    scheduleNextUpdate(index, after: now)
  }

  /// Sets the level of a voice to the curve that its envelope and its tremolo follow from a frame on.
  @inline(__always)
  mutating func setLevel(_ index: Int, at now: Int64) {
    let voice = voices + index
    levels[index].set(
      voice.pointee.volume.envelope.levelCurve(from: voice.pointee.age(at: now)), voice.pointee.lane.tremolo, at: now,
      curves + index &>> 3, index & 7)
  }

  /// Leaves a loop that lasts until the release (loop mode 3), once the release has begun.
  mutating func leaveReleasedLoop(_ index: Int, at now: Int64) {
    let voice = voices + index
    guard voice.pointee.volume.envelope.stage == .release, readers[index].isLooping,
      voice.pointee.region?.pointee.loopMode == 3, voice.pointee.state == .released
    else { return }
    readers[index].leaveLoop()
    voice.pointee.rampTarget = now
    // A zone may end inside its loop.
    if readers[index].hasEnded { voice.pointee.sampleEnd = now }
  }

  /// Recomputes a sounding voice's parameters.
  mutating func remodulate(_ index: Int, at now: Int64) {
    modulation.modulate(voices + index, at: now)
    followEqualizer(index, at: now)
    table.invalidateScore(index)
  }

  /// Schedules the voice's next update.
  private mutating func scheduleNextUpdate(_ index: Int, after now: Int64) {
    let voice = voices + index
    let breakpoint = Modulation.firstFrame(from: voice.pointee.volume.envelope.end, start: voice.pointee.start)
    let next = min(min(voice.pointee.sampleEnd, breakpoint), min(voice.pointee.rampTarget, voice.pointee.filterWake))
    nextUpdates[index] = max(next, now &+ 1)
    setUpdateLimit(index)
  }

  /// Finds the frame up to which the voice must be rendered before an event for another voice: the first frame at which
  /// it may end or read its channel.
  mutating func setUpdateLimit(_ index: Int) {
    let voice = voices + index
    var limit = voice.pointee.filterWake
    // Any update may set the pitch to its exact curve and find that the sample ends sooner.
    if !readers[index].isLooping { limit = min(limit, nextUpdates[index]) }
    if voice.pointee.volume.envelope.stage == .done {
      limit = nextUpdates[index]
    } else if voice.pointee.volume.envelope.stage == .release || voice.pointee.volume.times.sustain >= 960
      || voice.pointee.volume.envelope.planned.start < .infinity
    {
      limit = min(
        limit, Modulation.firstFrame(from: voice.pointee.volume.envelope.end, start: voice.pointee.start))
    }
    updateLimits[index] = limit
  }

  /// Returns the frame at which a sample without a loop ends, or .max if that is after `target`; the next update then
  /// computes it again.
  mutating func endOfSample(_ index: Int, at now: Int64, target: Int64) -> Int64 {
    let reader = readers + index
    guard !reader.pointee.isLooping else { return .max }
    let phase = reader.pointee.phase
    let end = SamplePhase(point: reader.pointee.sample.end)
    guard phase < end else { return now }
    if !reader.pointee.isGliding {
      let speed = reader.pointee.increment
      return now &+ (end &- phase &+ speed &- 1) / speed
    }
    var slide = reader.pointee.slide
    let count = target &- now
    // Skips the exact search if even the highest rate would not reach the end.
    let fastest =
      slide.speed * Double(ExactMath.exp2Single(max(0, voices[index].lane.pitch.change) * (1.0 / 1200) + 0.01))
    if Double(end &- phase) > fastest * Double(count &+ 1) { return .max }
    let last = ctactus_glide(&slide, phase, Int32(truncatingIfNeeded: count), buffers.phases)
    guard last >= end else { return .max }
    for n in 1..<Int(count) where buffers.phases[n] >= end { return now &+ Int64(n) }
    return target
  }

  /// Returns why a voice ends by itself.
  private mutating func endReason(_ index: Int, at now: Int64) -> VoiceEvent.Reason {
    if now >= voices[index].sampleEnd { return .sampleEnd }
    return voices[index].state == .fading ? .fadeEnd : .envelopeEnd
  }

  /// Frees a voice's lane and removes it from its lists.
  mutating func free(_ index: Int, at now: Int64, _ reason: VoiceEvent.Reason) {
    guard voices[index].state != .free else { return }
    table.record(.end, index, at: now, reason)
    table.free(index)
    nextUpdates[index] = .max
    updateLimits[index] = .max
    nextFilterUpdates[index] = .max
    groups[index &>> 3].end(index & 7)
  }
}
