import CTactusKernels
import TactusDSP

// The life of a voice: what it does when its turn comes.

extension VoiceUpdates {
  /// A voice's turn: corners of its envelopes, the end of its sample, new ramps.
  mutating func service(_ index: Int, at now: Int64) {
    let voice = voices + index
    let age = voice.pointee.age(at: now)
    if now >= voice.pointee.sampleEnd {
      voice.pointee.volume.envelope.stage = .done
    } else {
      voice.pointee.volume.envelope.advance(to: age, voice.pointee.volume.times)
    }
    guard voice.pointee.volume.envelope.stage != .done else {
      free(index)
      return
    }
    voice.pointee.movers.envelope.advance(to: age, voice.pointee.movers.times)
    if now >= voice.pointee.filterWake {
      voice.pointee.filterWake = .max
      voice.pointee.isStale = true
    }
    var aims = voice.pointee.isStale || now == voice.pointee.start || now >= voice.pointee.refresh
    if voice.pointee.isStale { remodulate(index, at: now) }
    let hasTurned = voice.pointee.volume.envelope.stage != voice.pointee.volume.shownStage
    aims = aims || hasTurned && voice.pointee.tone.movesVolume
    if aims { aimLane(index, at: now) }
    if aims || hasTurned {
      voice.pointee.volume.shownStage = voice.pointee.volume.envelope.stage
      levels[index].set(
        voice.pointee.volume.envelope.course(from: age), voice.pointee.lane.swell, at: now, curves + index &>> 3,
        index & 7)
    }
    schedule(index, after: now)
  }

  /// Derives a sounding voice's parameters anew.
  mutating func remodulate(_ index: Int, at now: Int64) {
    modulation.modulate(voices + index, at: now)
    table.forgetScore(index)
  }

  /// When the voice has to act next.
  private func schedule(_ index: Int, after now: Int64) {
    let voice = voices + index
    let corner = Modulation.firstFrame(from: voice.pointee.volume.envelope.end, start: voice.pointee.start)
    let due = min(min(voice.pointee.sampleEnd, corner), min(voice.pointee.refresh, voice.pointee.filterWake))
    dues[index] = max(due, now &+ 1)
    setDeadline(index)
  }

  /// Finds out how long a voice's turns may wait for its row to be filled while events come that are not for it: until it
  /// may end, or looks at its channel.
  func setDeadline(_ index: Int) {
    let voice = voices + index
    var deadline = voice.pointee.filterWake
    // Any turn may set the pitch back on its curve, and find that the sample ends sooner.
    if !readers[index].isLooping { deadline = min(deadline, dues[index]) }
    if voice.pointee.volume.envelope.stage == .done {
      deadline = dues[index]
    } else if voice.pointee.volume.envelope.stage == .release || voice.pointee.volume.times.sustain >= 960 {
      deadline = min(
        deadline, Modulation.firstFrame(from: voice.pointee.volume.envelope.end, start: voice.pointee.start))
    }
    deadlines[index] = deadline
  }

  /// The frame at which a sample that does not loop has been played to its end; beyond `aim` it is asked again then.
  func endOfSample(_ index: Int, at now: Int64, aim: Int64) -> Int64 {
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
    let count = aim &- now
    // Not even at its highest speed would it get there: no need to look closer.
    let fastest =
      slide.speed * Double(ExactMath.exp2Single(max(0, voices[index].lane.pitch.change) * (1.0 / 1200) + 0.01))
    if Double(end &- phase) > fastest * Double(count &+ 1) { return .max }
    let last = tactus_glide(&slide, phase, Int32(truncatingIfNeeded: count), rows.phases)
    guard last >= end else { return .max }
    for n in 1..<Int(count) where rows.phases[n] >= end { return now &+ Int64(n) }
    return aim
  }

  /// Takes a voice out of its lane and its lists.
  mutating func free(_ index: Int) {
    guard voices[index].state != .free else { return }
    table.free(index)
    dues[index] = .max
    deadlines[index] = .max
    filterDues[index] = .max
    groups[index &>> 3].end(index & 7)
  }
}
