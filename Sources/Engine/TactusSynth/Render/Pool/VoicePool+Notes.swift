import TactusDSP

// Starting and releasing notes, and allocating lanes for them.

extension VoicePool {
  mutating func startNote(_ channel: Int, preset: Int32, key: UInt8, velocity: UInt8) {
    let isCaught = isCaught(channel, key)
    releaseRepeated(channel, key)
    guard preset >= 0 else {
      counters.silentNotes &+= 1
      recordMissing(channel, key: key, velocity: velocity, .noPreset)
      return
    }
    noteCount &+= 1
    let tables = bank
    // If the note had more voices than the polyphony, its voices would only steal each other.
    let started = tables.forEachRegion(of: preset, key: key, velocity: velocity, atMost: polyphony) {
      startVoice(channel, tables.regions + $0, key: key, velocity: velocity, isKept: isCaught)
    }
    if started == 0 {
      counters.silentNotes &+= 1
      recordMissing(channel, key: key, velocity: velocity, .noRegion, note: noteCount)
    }
  }

  /// Whether the sostenuto pedal holds the damper of a key, so that it also sustains the key's next note.
  private func isCaught(_ channel: Int, _ key: UInt8) -> Bool {
    guard channels[channel].controllers[Channel.sostenutoPedal] >= 64 else { return false }
    var index = keyLists.heads[VoiceTable.keyList(channel, key)]
    while index >= 0 {
      let voice = voices + Int(index)
      let isDown = voice.pointee.state == .held || voice.pointee.state == .sustained
      if voice.pointee.channel == Int32(truncatingIfNeeded: channel), isDown, voice.pointee.isKept,
        !ringsOn(Int(index), of: channel)
      {
        return true
      }
      index = keyLists.links[Int(index)].next
    }
    return false
  }

  private mutating func startVoice(
    _ channel: Int, _ region: UnsafePointer<Region>, key: UInt8, velocity: UInt8, isKept: Bool
  ) {
    var exclusive = Int32(region.pointee.generators[Gen.exclusiveClass])
    if let drum = channels[channel].changedDrumKey(key) { exclusive = drum.pointee.exclusiveClass(exclusive) }
    if exclusive != 0 { choke(channel, exclusive) }
    if soundingVoices >= polyphony { steal() }
    // Prepares the voice in the spare element after the end of the pool, because the voice's lane can be chosen only
    // when it is known whether the voice needs a filter.
    let candidate = voices + renderer.groupCount &* 8
    candidate.pointee = Voice()
    candidate.pointee.state = .held
    candidate.pointee.isKept = isKept
    candidate.pointee.key = key
    candidate.pointee.velocity = velocity
    candidate.pointee.channel = Int32(channel)
    candidate.pointee.route = channels[channel].route
    if let routes {
      candidate.pointee.route.choose(
        routes.pointee.output(of: channel, key: key, isDrums: channels[channel].isDrums))
    }
    candidate.pointee.note = noteCount
    candidate.pointee.exclusiveClass = exclusive
    candidate.pointee.region = region
    candidate.pointee.bank = bankNumber
    candidate.pointee.start = frame
    candidate.pointee.softening = channels[channel].softens ? SynthLimits.softPedalCentibels : 0
    if channels[channel].overrides & ChannelOverrides.hasNoteExpressions != 0 {
      candidate.pointee.expression.values = expressions.expression(channel, key)
    }
    if channels[channel].overrides & ChannelOverrides.isTuned != 0 {
      candidate.pointee.tuning = modulation.tuning(of: candidate, region)
    }
    modulation.prepare(candidate, region)
    if channels[channel].portamento.sourceKey >= 0 {
      modulation.startGlide(candidate, region, from: channels[channel].portamento.sourceKey)
    }
    guard let sample = laneSample(region) else {
      let isDecoded = region.pointee.decoded.map { DecodedSample.isReady($0) } ?? true
      return recordMissing(
        channel, key: key, velocity: velocity, isDecoded ? .emptySample : .notDecoded, note: noteCount, region: region)
    }
    let index = findLane(filtered: candidate.pointee.parameters.runsFilter)
    // The lane may hold the partially rendered block of an ended voice, which has not been mixed yet.
    if partialBlocks[index &>> 3].lanes & VoiceGroup.bit(index & 7) != 0 || !renderer.isOwn(index &>> 3) {
      renderer.advanceGroup(index &>> 3, to: frame)
    }
    voices[index] = candidate.pointee
    startLane(index, sample)
    renderer.updates.table.link(index, to: channel)
    invalidateScore(index)
    renderer.updates.table.soundingVoices &+= 1
    counters.voicesStarted &+= 1
    recordStart(index)
    counters.peakVoices = max(counters.peakVoices, soundingVoices)
    scheduleUpdate(index, at: frame)
  }

  /// Returns the sample that a region's lane reads, with the zone's offsets applied; nil if it is not decoded or if the
  /// offsets make it empty.
  private mutating func laneSample(_ region: UnsafePointer<Region>) -> LaneSample? {
    var r = region.pointee
    if let decoded = r.decoded {
      guard DecodedSample.isReady(decoded) else {
        counters.undecodedVoices &+= 1
        return nil
      }
      (r.pool, r.poolLength, r.end) = (decoded.pointee.points, decoded.pointee.length, decoded.pointee.length)
    }
    let start = Self.clamp(r.start &+ modulation.offset(Gen.startOffset, Gen.startCoarseOffset), 0, r.poolLength)
    let end = Self.clamp(r.end &+ modulation.offset(Gen.endOffset, Gen.endCoarseOffset), 0, r.poolLength)
    guard end > start else { return nil }
    return LaneSample(r, loop(of: r, around: start, end), from: start, to: end)
  }

  /// Returns a region's loop with the zone's offsets applied; empty if the region does not loop. The loop is limited to
  /// the sample, or to the zone's start and end if these lie outside the sample.
  private func loop(of r: Region, around start: Int64, _ end: Int64) -> Range<Int64> {
    guard r.loopMode == 1 || r.loopMode == 3 else { return 0..<0 }
    let (lowest, highest) = (min(start, max(0, r.start)), max(end, min(r.end, r.poolLength)))
    let from = r.loopStart &+ modulation.offset(Gen.startLoopOffset, Gen.startLoopCoarseOffset)
    let to = r.loopEnd &+ modulation.offset(Gen.endLoopOffset, Gen.endLoopCoarseOffset)
    let loop = (Self.clamp(from, lowest, highest), Self.clamp(to, lowest, highest))
    return loop.1 > loop.0 ? Range(uncheckedBounds: loop) : 0..<0
  }

  @inline(__always)
  private static func clamp(_ point: Int64, _ lowest: Int64, _ highest: Int64) -> Int64 {
    min(max(lowest, point), highest)
  }

  private mutating func startLane(_ index: Int, _ sample: LaneSample) {
    let lane = index & 7
    if renderer.sounds(index &>> 3) {
      renderer.beginPartialBlock(index, at: frame)
    } else {
      renderer.groupFrames[index &>> 3] = frame
    }
    let group = groups + index &>> 3
    readers[index] = LaneReader(sample, loopWindow: renderer.updates.loopWindows + index &* UnrolledLoopWindow.points)
    group.pointee.begin(lane)
    renderer.groupEnd = max(renderer.groupEnd, index &>> 3 &+ 1)
    group.pointee.setFilter(lane, runs: voices[index].parameters.runsFilter, moves: false)
    group.pointee.setKind(lane, isFiltered: voices[index].parameters.runsFilter)
    renderer.updates.startEqualizer(index)
    let insertion = voices[index].route.insertion
    if insertion > 0 { group.pointee.feedsInsertions |= 1 &<< (insertion &- 1) }
  }

  // MARK: Releasing

  /// Releases the voices of a key that is struck again.
  private mutating func releaseRepeated(_ channel: Int, _ key: UInt8) {
    forEachVoice(of: channel, key: key) { pool, index in
      let state = pool.voices[index].state
      if state == .held || state == .sustained {
        pool.release(index, .repeatedKey)
      } else if state == .released, pool.voices[index].volume.envelope.planned.start < .infinity {
        pool.beginRelease(index)
      }
    }
  }

  /// Marks a voice as sustained: its key is up, and a pedal holds it.
  mutating func sustain(_ index: Int) {
    keepExpression(index)
    voices[index].state = .sustained
    renderer.updates.table.record(.sustain, index, at: frame)
    invalidateScore(index)
  }

  /// Stores the expression of a voice's own channel at the note-off; see ``Modulation``.
  private func keepExpression(_ index: Int) {
    let channel = channels + Int(voices[index].channel)
    voices[index].atRelease = ReleaseExpression(
      pitchBend: channel.pointee.pitchBend, pressure: channel.pointee.zone.pressure,
      timbre: channel.pointee.zone.timbre)
  }

  /// Starts the release of both envelopes: at this frame, or when the voice has sounded for
  /// ``SynthSettings/shortestNote``, unless its key has been struck again.
  mutating func release(_ index: Int, _ reason: VoiceEvent.Reason) {
    let voice = voices + index
    guard voice.pointee.state == .held || voice.pointee.state == .sustained else { return }
    renderer.advance(index, to: frame)
    renderer.updates.table.record(.release, index, at: frame, reason)
    let channel = channels + Int(voice.pointee.channel)
    if voice.pointee.state == .held { keepExpression(index) }
    voice.pointee.state = .released
    if voice.pointee.needsModulation { applyModulation(index) }
    voice.pointee.volume.envelope.planned.length =
      voice.pointee.volume.times.release * channel.pointee.dampers.factor
    let earliest = reason == .repeatedKey ? 0 : modulation.shortestNote
    beginRelease(index, earliest: earliest)
  }

  /// Starts the release of both envelopes at this frame, or at an age of the voice that is still to come. The time of the
  /// volume envelope's release is in its plan.
  private mutating func beginRelease(_ index: Int, earliest: Double = 0) {
    let voice = voices + index
    let age = voice.pointee.age(at: frame)
    renderer.advance(index, to: frame)
    invalidateScore(index)
    voice.pointee.volume.envelope.advance(to: age, voice.pointee.volume.times)
    voice.pointee.movers.envelope.advance(to: age, voice.pointee.movers.times)
    let length = voice.pointee.volume.envelope.planned.length
    if age < earliest {
      voice.pointee.volume.envelope.planRelease(at: earliest, length: length)
      voice.pointee.movers.envelope.planRelease(at: earliest, length: voice.pointee.movers.times.release)
    } else {
      voice.pointee.volume.envelope.release(at: age, length: length, audible: voice.pointee.volume.times.audible)
      voice.pointee.movers.envelope.release(at: age, length: voice.pointee.movers.times.release)
      renderer.updates.leaveReleasedLoop(index, at: frame)
    }
    voice.pointee.volume.shownStage = .done
    voice.pointee.rampTarget = frame
    scheduleUpdate(index, at: frame)
  }

  /// Fades a voice out within a few milliseconds; `kind` is steal, choke, replace or silence.
  mutating func fade(_ index: Int, _ kind: VoiceEvent.Kind, byNote: UInt64 = 0) {
    let voice = voices + index
    guard voice.pointee.state != .fading, voice.pointee.state != .free else { return }
    renderer.runPendingUpdates(index, at: frame)
    renderer.updates.table.record(kind, index, at: frame, byNote: byNote)
    voice.pointee.state = .fading
    invalidateScore(index)
    renderer.updates.table.soundingVoices &-= 1
    let age = voice.pointee.age(at: frame)
    voice.pointee.volume.envelope.advance(to: age, voice.pointee.volume.times)
    let seconds = voice.pointee.region?.pointee.units.fadeSeconds ?? SynthLimits.fadeSeconds
    voice.pointee.volume.envelope.release(at: age, length: seconds * modulation.sampleRate)
    voice.pointee.volume.shownStage = .done
    scheduleUpdate(index, at: frame)
  }

  /// Chokes the voices of an exclusive class on a channel, except those of the note that triggers it.
  private mutating func choke(_ channel: Int, _ exclusive: Int32) {
    let note = noteCount
    forEachVoice(of: channel) { pool, index in
      guard pool.voices[index].exclusiveClass == exclusive, pool.voices[index].note != note else { return }
      pool.fade(index, .choke, byNote: note)
    }
  }
}
