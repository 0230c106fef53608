import TactusDSP

// What the channels ask of the voices: see `VoiceCommands`.

extension VoiceEngine {
  // MARK: Keys and pedals

  mutating func releaseKey(_ channel: Int, key: UInt8) {
    forEachVoice(of: channel, key: key) { engine, index in engine.releaseHeld(index, of: channel) }
  }

  mutating func releaseKeys(_ channel: Int) {
    forEachVoice(of: channel) { engine, index in engine.releaseHeld(index, of: channel) }
  }

  /// The key of a voice has gone up.
  @inline(__always)
  private mutating func releaseHeld(_ index: Int, of channel: Int) {
    guard voices[index].state == .held else { return }
    if channels[channel].sustains || voices[index].isKept { sustain(index) } else { release(index) }
  }

  mutating func releaseSustained(_ channel: Int) {
    forEachVoice(of: channel) { engine, index in
      guard engine.voices[index].state == .sustained, !engine.voices[index].isKept else { return }
      engine.release(index)
    }
  }

  mutating func catchHeldKeys(_ channel: Int) {
    forEachVoice(of: channel) { engine, index in
      if engine.voices[index].state == .held { engine.voices[index].isKept = true }
    }
  }

  mutating func releaseCaughtKeys(_ channel: Int) {
    forEachVoice(of: channel) { engine, index in
      guard engine.voices[index].isKept else { return }
      engine.voices[index].isKept = false
      if engine.voices[index].state == .sustained, !engine.channels[channel].sustains { engine.release(index) }
    }
  }

  mutating func fade(part: Int) {
    forEachVoice(of: part) { engine, index in engine.fade(index) }
  }

  // MARK: What a channel says of all its voices

  mutating func channelChanged(_ channel: Int, reachesReleased: Bool) {
    forEachVoice(of: channel) { engine, index in
      if !reachesReleased, engine.voices[index].state == .released { return }
      engine.refresh(index)
    }
  }

  mutating func tuningChanged(_ channel: Int) {
    forEachVoice(of: channel) { engine, index in
      engine.voices[index].tuning = engine.channels[channel].tuning.cents(of: engine.voices[index].key, engine.modulation.tunings)
      engine.refresh(index)
    }
  }

  mutating func drumsChanged(_ channel: Int) {
    forEachVoice(of: channel) { engine, index in engine.forgetScore(index) }
  }

  mutating func dampersChanged(_ channel: Int) {
    let stretch = channels[channel].damperStretch
    forEachVoice(of: channel) { engine, index in
      guard engine.voices[index].state == .released else { return }
      engine.releaseAnew(index, stretch: stretch)
    }
  }

  private mutating func releaseAnew(_ index: Int, stretch: Double) {
    let voice = voices + index
    takeTurns(index)
    let age = voice.pointee.age(at: frame)
    voice.pointee.volume.advance(to: age, voice.pointee.volumeTimes)
    guard voice.pointee.volume.stage == .release else { return }
    voice.pointee.volume.release(
      at: age, length: voice.pointee.volumeTimes.release * stretch, audible: voice.pointee.volumeTimes.audible)
    voice.pointee.shownStage = .done
    forgetScore(index)
    call(index, at: frame)
  }
}
