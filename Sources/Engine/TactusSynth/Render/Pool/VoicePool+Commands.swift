import TactusDSP

// The commands of the channels; see `VoiceCommands`.

extension VoicePool {
  // MARK: Keys and pedals

  mutating func releaseKey(_ channel: Int, key: UInt8) {
    forEachVoice(of: channel, key: key) { pool, index in pool.releaseHeld(index, of: channel) }
  }

  mutating func releaseKeys(_ channel: Int) {
    forEachVoice(of: channel) { pool, index in pool.releaseHeld(index, of: channel) }
  }

  /// Handles the note-off of a voice: releases it, or sustains it if a pedal is down, or if its drum key does not
  /// receive note-offs.
  @inline(__always)
  private mutating func releaseHeld(_ index: Int, of channel: Int) {
    guard voices[index].state == .held else { return }
    if ringsOn(index, of: channel) { voices[index].isKept = true }
    if channels[channel].sustains || voices[index].isKept { sustain(index) } else { release(index, .noteOff) }
  }

  /// Whether a voice plays to the end of its sample whatever note-offs and pedals say.
  @inline(__always)
  func ringsOn(_ index: Int, of channel: Int) -> Bool {
    channels[channel].ignoresNoteOff(voices[index].key) && !readers[index].isLooping
  }

  mutating func releaseSustained(_ channel: Int) {
    forEachVoice(of: channel) { pool, index in
      guard pool.voices[index].state == .sustained, !pool.voices[index].isKept else { return }
      pool.release(index, .pedalUp)
    }
  }

  mutating func catchHeldKeys(_ channel: Int) {
    forEachVoice(of: channel) { pool, index in
      if pool.voices[index].state == .held { pool.voices[index].isKept = true }
    }
  }

  mutating func releaseCaughtKeys(_ channel: Int) {
    forEachVoice(of: channel) { pool, index in
      guard pool.voices[index].isKept, !pool.ringsOn(index, of: channel) else { return }
      pool.voices[index].isKept = false
      if pool.voices[index].state == .sustained, !pool.channels[channel].sustains { pool.release(index, .pedalUp) }
    }
  }

  mutating func fade(part: Int) {
    forEachVoice(of: part) { pool, index in pool.fade(index, .silence) }
  }

  // MARK: Changes of all voices of a channel

  mutating func channelChanged(_ channel: Int, reachesReleased: Bool) {
    forEachVoice(of: channel) { pool, index in
      if !reachesReleased, pool.hasLeftChannel(index) { return }
      pool.markDirty(index)
    }
  }

  /// Whether a voice ignores changes of its channel: it is released, or it belongs to a member of a zone and only a pedal
  /// holds it.
  private func hasLeftChannel(_ index: Int) -> Bool {
    let voice = voices + index
    if voice.pointee.state == .released { return true }
    return voice.pointee.state == .sustained && channels[Int(voice.pointee.channel)].zone.manager >= 0
  }

  mutating func tuningChanged(_ channel: Int) {
    forEachVoice(of: channel) { pool, index in
      guard let region = pool.voices[index].region else { return }
      pool.voices[index].tuning = pool.modulation.tuning(of: pool.voices + index, region)
      pool.markDirty(index)
    }
  }

  mutating func drumsChanged(_ channel: Int) {
    forEachVoice(of: channel) { pool, index in pool.invalidateScore(index) }
  }

  mutating func dampersChanged(_ channel: Int) {
    let factor = channels[channel].dampers.factor
    forEachVoice(of: channel) { pool, index in
      guard pool.voices[index].state == .released else { return }
      pool.releaseAnew(index, factor: factor)
    }
  }

  private mutating func releaseAnew(_ index: Int, factor: Double) {
    let voice = voices + index
    renderer.runPendingUpdates(index, at: frame)
    let age = voice.pointee.age(at: frame)
    voice.pointee.volume.envelope.advance(to: age, voice.pointee.volume.times)
    let length = voice.pointee.volume.times.release * factor
    voice.pointee.volume.envelope.planned.length = length
    guard voice.pointee.volume.envelope.stage == .release else { return }
    voice.pointee.volume.envelope.release(at: age, length: length, audible: voice.pointee.volume.times.audible)
    voice.pointee.volume.shownStage = .done
    invalidateScore(index)
    scheduleUpdate(index, at: frame)
  }
}
