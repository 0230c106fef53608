import TactusDSP

// The generator offsets that a channel with overrides adds to its voices.

extension Modulation {
  /// Adds the channel's overrides to `values`; called only for channels that have overrides.
  func addOverrides(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    let channel = channels + Int(voice.pointee.channel)
    let overrides = channel.pointee.overrides
    if overrides & ChannelOverrides.changesGenerators != 0 {
      addShape(channel.pointee.shape, region)
      addSoundControllers(channel, voice, region)
    }
    if let drum = channel.pointee.changedDrumKey(voice.pointee.key) { addDrumKey(drum.pointee, voice, region) }
    if overrides & ChannelOverrides.changesModulationDepth != 0 { deepenModulation(channel, region) }
    if overrides & ChannelOverrides.isMember != 0 { addZone(channel, voice) }
    if overrides & ChannelOverrides.changesSound != 0 { addSound(channel.pointee.shape.sound, region) }
    if overrides & ChannelOverrides.hasNoteExpressions != 0 { addExpression(voice.pointee.expression.values, channel) }
    values[Gen.fineTune] += voice.pointee.tuning
  }

  private func addShape(_ shape: ChannelShape, _ region: UnsafePointer<Region>) {
    var fixes = shape.fixes
    while fixes != 0 {
      let generator = fixes.trailingZeroBitCount
      values[generator] += shape.fixed[generator] - Double(region.pointee.generators[generator])
      fixes &= fixes &- 1
    }
    for generator in 0..<Gen.count { values[generator] += shape.added[generator] }
  }

  /// Applies sound controllers 71…78 to a region whose bank has no modulators for them; 64 changes nothing.
  ///
  /// Source: GM2 §3.3 names the controllers and leaves their ranges to the manufacturer. In each direction, the ranges
  /// here are four octaves of cutoff, a factor of 16 for times, 19 dB of resonance, an octave of vibrato rate and 64
  /// cents of vibrato depth.
  private func addSoundControllers(
    _ channel: UnsafePointer<Channel>, _ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>
  ) {
    for number in 71...78 where region.pointee.ownSoundControllers & (1 &<< UInt8(number &- 71)) == 0 {
      let value = number == 74 ? timbre(channel, voice) : channel.pointee.controllers[number]
      let steps = Double(value) - 64
      if steps != 0 { addSoundController(number, steps, region) }
    }
  }

  private func addSoundController(_ number: Int, _ steps: Double, _ region: UnsafePointer<Region>) {
    switch number {
    case 71: values[Gen.filterQ] += 3 * steps
    case 72: lengthen(Gen.releaseVolEnv, Gen.releaseModEnv, 75 * steps)
    case 73: lengthen(Gen.attackVolEnv, Gen.attackModEnv, 75 * steps)
    case 74: values[Gen.filterCutoff] += 75 * steps
    case 75: lengthen(Gen.decayVolEnv, Gen.decayModEnv, 75 * steps)
    case 76: values[Gen.freqVibLfo] += 1_200 * (1.0 / 64) * steps
    case 77: deepenVibrato(by: steps, region)
    default: lengthen(Gen.delayVibLfo, Gen.delayVibLfo, 75 * steps)
    }
  }

  /// Adds cents to the zone's vibrato depth, which grows or shrinks, but does not change its sign.
  func deepenVibrato(by cents: Double, _ region: UnsafePointer<Region>) {
    let depth = Double(region.pointee.generators[Gen.vibLfoToPitch])
    let changed = depth < 0 ? min(0, depth - cents) : max(0, depth + cents)
    values[Gen.vibLfoToPitch] += changed - depth
  }

  /// Adds timecents to two times; a time of −32768 (zero) is lengthened from the shortest time, −12000.
  func lengthen(_ first: Int, _ second: Int, _ timecents: Double) {
    lengthen(first, timecents)
    if second != first { lengthen(second, timecents) }
  }

  private func lengthen(_ generator: Int, _ timecents: Double) {
    if values[generator] <= -32_768 {
      if timecents > 0 { values[generator] = timecents - 12_000 }
    } else {
      values[generator] += timecents
    }
  }

  private func addDrumKey(_ drum: DrumKey, _ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    values[Gen.fineTune] += Double(drum.coarse) * 100 + Double(drum.fine)
    values[Gen.filterCutoff] += Double(drum.cutoff) * 75
    values[Gen.filterQ] += Double(drum.resonance) * 3
    if drum.attack != 0 { lengthen(Gen.attackVolEnv, Gen.attackModEnv, Double(drum.attack) * 75) }
    if drum.decay != 0 { lengthen(Gen.decayVolEnv, Gen.decayModEnv, Double(drum.decay) * 75) }
    // The same curve as velocity and volume: the amplitude is (level/127)².
    if drum.level < 127 { values[Gen.attenuation] += 960 * concave[127 &- Int(drum.level)] }
    if drum.level > 127 { values[Gen.attenuation] -= 120.411_998_265_592_5 * ExactMath.log2(Double(drum.level) / 127) }
    if drum.pan < 128 { setPan(drum.pan, voice, region) }
    values[Gen.reverbSend] *= Double(drum.reverb) * (1.0 / 127)
    values[Gen.chorusSend] *= Double(drum.chorus) * (1.0 / 127)
  }

  /// Returns the send to the delay, which banks cannot set.
  func delaySend(_ channel: UnsafePointer<Channel>, _ voice: UnsafeMutablePointer<Voice>) -> Double {
    let send = Double(channel.pointee.controllers[94]) * (1.0 / 127)
    guard let drum = channel.pointee.changedDrumKey(voice.pointee.key) else { return send }
    return send * Double(drum.pointee.delay) * (1.0 / 127)
  }

  /// Replaces the bank's pan of a drum; the pan of the part is added, as to the bank's. 64 is the center. 0 is a
  /// pseudo-random pan, to which no other is added; it depends on key and velocity alone, so every bounce of the song,
  /// or of a part of it, has the same pan.
  private func setPan(_ position: UInt8, _ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    guard position > 0 else {
      let stroke = UInt64(voice.pointee.key) &<< 7 | UInt64(voice.pointee.velocity)
      values[Gen.pan] = Double((stroke &* 0x9E37_79B9_7F4A_7C15) &>> 54) - 500  // Fibonacci hashing: 0…1023
      return
    }
    let steps = Double(position) - 64
    values[Gen.pan] += steps * (500.0 / 63) - Double(region.pointee.generators[Gen.pan])
  }

  /// Applies RPN 5: scales the modulation wheel's vibrato by its depth range relative to the default of 50 cents.
  private func deepenModulation(_ channel: UnsafePointer<Channel>, _ region: UnsafePointer<Region>) {
    let factor = channel.pointee.modulationDepth * (1.0 / 50) - 1
    let inputs = ModulationInputs(
      channel: channel, pressure: 0, timbre: 64, concave: concave, playedKey: 0, key: 0, velocity: 0)
    for index in 0..<Int(region.pointee.modulatorCount) {
      let modulator = region.pointee.modulators[index]
      guard modulator.source & 0xFF == 0x81, modulator.amountSource & 0xFF == 0, modulator.transform == 0 else {
        continue
      }
      let target = Int(modulator.destination)
      guard target == Gen.vibLfoToPitch || target == Gen.modLfoToPitch else { continue }
      values[target] += inputs.value(of: modulator.source) * Double(modulator.amount) * factor
    }
  }

  /// Adds the manager's pitch bend and tuning to a member's voice. After the note-off, a note keeps the pitch bend that its
  /// own channel had then.
  private func addZone(_ channel: UnsafePointer<Channel>, _ voice: UnsafeMutablePointer<Voice>) {
    guard channel.pointee.zone.manager >= 0 else { return }
    let manager = channels + Int(channel.pointee.zone.manager)
    let bend = Double(manager.pointee.pitchBend &- 8_192) * (1.0 / 8_192)
    values[Gen.fineTune] += bend * manager.pointee.bendRange
    values[Gen.fineTune] += manager.pointee.fineTuning + manager.pointee.coarseTuning
    guard hasLeft(channel, voice) else { return }
    let since = Double(voice.pointee.atRelease.pitchBend &- channel.pointee.pitchBend) * (1.0 / 8_192)
    values[Gen.fineTune] += since * channel.pointee.bendRange
  }

  /// Returns the pressure that applies to a voice. After the note-off, a member's voice keeps the pressure that its own
  /// channel had then; the manager's pressure still applies.
  func pressure(_ channel: UnsafePointer<Channel>, _ voice: UnsafeMutablePointer<Voice>) -> UInt8 {
    guard hasLeft(channel, voice) else { return channel.pointee.pressure }
    return max(voice.pointee.atRelease.pressure, channels[Int(channel.pointee.zone.manager)].pressure)
  }

  /// Returns the controller 74 that applies to a voice, like ``pressure(_:_:)``.
  func timbre(_ channel: UnsafePointer<Channel>, _ voice: UnsafeMutablePointer<Voice>) -> UInt8 {
    guard hasLeft(channel, voice) else { return channel.pointee.controllers[74] }
    let managers = Int(channels[Int(channel.pointee.zone.manager)].controllers[74])
    return UInt8(truncatingIfNeeded: max(0, min(127, Int(voice.pointee.atRelease.timbre) &+ managers &- 64)))
  }

  /// Whether a voice belongs to a member of an MPE zone and its key is up.
  private func hasLeft(_ channel: UnsafePointer<Channel>, _ voice: UnsafeMutablePointer<Voice>) -> Bool {
    guard channel.pointee.zone.manager >= 0 else { return false }
    return voice.pointee.state == .released || voice.pointee.state == .sustained
  }

  /// Lets a bypassed filter run inaudibly for some frames before it is inserted into the signal path, which avoids a
  /// click.
  ///
  /// During this warm-up, the parameters keep the filter open. Returns whether the filter needs the warm-up.
  func wakesFilter(_ voice: UnsafeMutablePointer<Voice>, _ parameters: inout StaticParameters, at now: Int64) -> Bool {
    if voice.pointee.filterWake == .max {
      guard !voice.pointee.parameters.runsFilter else { return false }
      voice.pointee.filterWake = Self.nextGrid(after: now &+ SynthLimits.filterWarmUpFrames)
    }
    parameters.cutoff = wakeCutoff
    parameters.damping = StaticParameters().damping
    parameters.filterGain = 1
    parameters.modLfoToFilter = 0
    parameters.modEnvToFilter = 0
    return true
  }
}
