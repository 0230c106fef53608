import TactusDSP

// Mono mode and legato for voices. The channel decides which key sounds.

extension VoicePool {
  mutating func holds(_ channel: Int, key: UInt8) -> Bool {
    var isHeld = false
    forEachVoice(of: channel, key: key) { pool, index in
      isHeld = isHeld || pool.voices[index].state == .held
    }
    return isHeld
  }

  mutating func nextHeldKey(_ channel: Int, after last: inout UInt64) -> HeldKey? {
    var next = UInt64.max
    var found = HeldKey()
    let note = last
    forEachVoice(of: channel) { pool, index in
      let voice = pool.voices + index
      guard voice.pointee.state == .held, voice.pointee.note > note, voice.pointee.note < next else { return }
      next = voice.pointee.note
      found = HeldKey(key: voice.pointee.key, velocity: voice.pointee.velocity)
    }
    guard next != .max else { return nil }
    last = next
    return found
  }

  mutating func fadeDisplaced(_ channel: Int, by key: UInt8?) {
    let isMono = channels[channel].playsMono
    forEachVoice(of: channel) { pool, index in
      let voice = pool.voices + index
      let isDisplaced = isMono ? voice.pointee.state == .sustained : false
      guard isDisplaced || (voice.pointee.state == .held && (isMono || voice.pointee.key == key)) else { return }
      pool.fade(index, .replace)
    }
  }

  mutating func moveNote(_ channel: Int, preset: Int32, from old: UInt8, to new: UInt8) -> Bool {
    guard canMove(channel, preset: preset, from: old, to: new) else { return false }
    forEachVoice(of: channel, key: old) { pool, index in
      if pool.voices[index].state == .held { pool.move(index, to: new) }
    }
    return true
  }

  private mutating func canMove(_ channel: Int, preset: Int32, from old: UInt8, to new: UInt8) -> Bool {
    guard preset >= 0 else { return false }
    let entry = bank.presets[preset]
    let zones = Int(entry.firstRegion)..<(Int(entry.firstRegion) &+ Int(entry.regionCount))
    var velocity: UInt8 = 0
    var isOfPreset = true
    forEachVoice(of: channel, key: old) { pool, index in
      let voice = pool.voices + index
      guard voice.pointee.state == .held, let region = voice.pointee.region else { return }
      velocity = voice.pointee.velocity
      let zone = region - pool.bank.regions
      if zone < zones.lowerBound || zone >= zones.upperBound { isOfPreset = false }
    }
    guard velocity > 0, isOfPreset else { return false }
    for zone in zones {
      let range = bank.ranges[zone]
      if range.contains(key: old, velocity: velocity) != range.contains(key: new, velocity: velocity) { return false }
    }
    return true
  }

  /// Moves a voice to another key, with or without portamento; without it, the pitch ramps and reaches its target at a
  /// multiple of 64 frames.
  private mutating func move(_ index: Int, to key: UInt8) {
    let voice = voices + index
    renderer.advanceGroup(index &>> 3, to: frame)
    let age = voice.pointee.age(at: frame)
    let channel = Int(voice.pointee.channel)
    let source = channels[channel].portamento.sourceKey
    let before = modulation.staticParameters(voice, at: frame).cents + voice.pointee.glide(at: age)
    renderer.updates.table.setKey(index, key)
    renderer.updates.table.record(.move, index, at: frame)
    if channels[channel].overrides & ChannelOverrides.isTuned != 0, let region = voice.pointee.region {
      voice.pointee.tuning = modulation.tuning(of: voice, region)
    }
    renderer.updates.remodulate(index, at: frame)
    groups[index &>> 3].setKind(index & 7, isFiltered: voice.pointee.parameters.runsFilter)
    if Gains(voice.pointee.ramp.from) != Gains(voice.pointee.ramp.to) { groups[index &>> 3].announceRamp(index & 7) }
    if source >= 0 {
      voice.pointee.ramp.from.cents = voice.pointee.ramp.to.cents
      modulation.glide(voice, cents: before - voice.pointee.ramp.to.cents, keys: source &- Int32(key), at: frame)
    } else {
      // an interrupted portamento ends; the ramp begins where it was
      voice.pointee.ramp.from.cents += voice.pointee.glide(at: age)
      voice.pointee.portamento.end = 0
    }
    voice.pointee.rampTarget = frame
    scheduleUpdate(index, at: frame)
  }
}
