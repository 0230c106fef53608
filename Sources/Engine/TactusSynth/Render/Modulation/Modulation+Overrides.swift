import TactusDSP

// What a channel with overrides adds to its voices' generators.

extension Modulation {
  /// Adds to `values` what the channel's overrides say; called for channels that have any.
  func addOverrides(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    let channel = channels + Int(voice.pointee.channel)
    let overrides = channel.pointee.overrides
    if overrides & ChannelOverrides.changesGenerators != 0 {
      addShape(channel.pointee.shape, region)
      addSoundControllers(channel, region)
    }
    if overrides & ChannelOverrides.hasDrumKeys != 0, channel.pointee.isDrums {
      addDrumKey(channel.pointee.drumKeys[Int(voice.pointee.key)], voice)
    }
    if overrides & ChannelOverrides.changesModulationDepth != 0 { deepenModulation(channel, region) }
    if overrides & ChannelOverrides.isMember != 0 { addZone(channel, voice) }
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

  /// Sound controllers 71…78, 64 for no change, in a region whose bank has no modulators for them.
  ///
  /// Source: GM2 §3.3 names them and leaves their laws to the maker; these are four octaves of cutoff and times to each
  /// side, 19 dB of resonance, an octave of vibrato rate and 64 cents of vibrato depth.
  private func addSoundControllers(_ channel: UnsafePointer<Channel>, _ region: UnsafePointer<Region>) {
    for number in 71...78 where region.pointee.ownSoundControllers & (1 &<< UInt8(number &- 71)) == 0 {
      let steps = Double(channel.pointee.controllers[number]) - 64
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
    case 77:
      // What the zone has of vibrato grows or shrinks, but does not turn round.
      let depth = Double(region.pointee.generators[Gen.vibLfoToPitch])
      let changed = depth < 0 ? min(0, depth - steps) : max(0, depth + steps)
      values[Gen.vibLfoToPitch] += changed - depth
    default: lengthen(Gen.delayVibLfo, Gen.delayVibLfo, 75 * steps)
    }
  }

  /// Adds timecents to times; "no time at all" grows from the shortest that there is.
  private func lengthen(_ first: Int, _ second: Int, _ timecents: Double) {
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

  private func addDrumKey(_ drum: DrumKey, _ voice: UnsafeMutablePointer<Voice>) {
    values[Gen.fineTune] += Double(drum.coarse) * 100 + Double(drum.fine)
    values[Gen.filterCutoff] += Double(drum.cutoff) * 75
    values[Gen.filterQ] += Double(drum.resonance) * 3
    if drum.attack != 0 { lengthen(Gen.attackVolEnv, Gen.attackModEnv, Double(drum.attack) * 75) }
    if drum.decay != 0 { lengthen(Gen.decayVolEnv, Gen.decayModEnv, Double(drum.decay) * 75) }
    // As velocity and volume: the amplitude is (level/127)².
    if drum.level < 127 { values[Gen.attenuation] += 960 * concave[127 &- Int(drum.level)] }
    if drum.pan < 128 { values[Gen.pan] = pan(of: drum.pan, voice) }
    values[Gen.reverbSend] *= Double(drum.reverb) * (1.0 / 127)
    values[Gen.chorusSend] *= Double(drum.chorus) * (1.0 / 127)
  }

  /// A drum's place: 64 in the middle; 0 is anywhere, by key and velocity: the same each time the song is played, and in
  /// a part of it too.
  private func pan(of position: UInt8, _ voice: UnsafeMutablePointer<Voice>) -> Double {
    guard position > 0 else {
      let stroke = UInt64(voice.pointee.key) &<< 7 | UInt64(voice.pointee.velocity)
      return Double((stroke &* 0x9E37_79B9_7F4A_7C15) &>> 54) - 500  // Fibonacci hashing: 0…1023
    }
    let steps = Double(position) - 64
    return steps * (500.0 / 63)
  }

  /// RPN 5: what the modulation wheel gives in vibrato, in the proportion of its depth to the default of 50 cents.
  private func deepenModulation(_ channel: UnsafePointer<Channel>, _ region: UnsafePointer<Region>) {
    let factor = channel.pointee.modulationDepth * (1.0 / 50) - 1
    let inputs = ModulationInputs(
      channel: channel, concave: concave, playedKey: 0, key: 0, velocity: 0)
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

  /// The manager's pitch bend and tuning reach a member's voice; a released note keeps the pitch bend of its own channel.
  private func addZone(_ channel: UnsafePointer<Channel>, _ voice: UnsafeMutablePointer<Voice>) {
    guard channel.pointee.zone.manager >= 0 else { return }
    let manager = channels + Int(channel.pointee.zone.manager)
    let bend = Double(manager.pointee.pitchBend &- 8_192) * (1.0 / 8_192)
    values[Gen.fineTune] += bend * manager.pointee.bendRange
    values[Gen.fineTune] += manager.pointee.fineTuning + manager.pointee.coarseTuning
    guard voice.pointee.state == .released else { return }
    let since = Double(voice.pointee.pitchBendAtRelease &- channel.pointee.pitchBend) * (1.0 / 8_192)
    values[Gen.fineTune] += since * channel.pointee.bendRange
  }

  /// Lets a filter that was asleep run unheard for some frames before it comes into the path, so that it does not click:
  /// until then the tone stays open. Gives whether it has to.
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
