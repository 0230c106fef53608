import TactusDSP

// Derives the parameters of a lane from generators and modulators.

extension Modulation {
  /// Sums a voice's generators and modulators and derives its parameters. Static parameters ramp to their new values,
  /// which they reach at a multiple of 64 frames (see `arrival(after:)`); those of a new voice apply at once.
  func modulate(_ voice: UnsafeMutablePointer<Voice>, at now: Int64) {
    guard let region = voice.pointee.region else { return }
    sumGenerators(voice, region)
    voice.pointee.needsModulation = false
    setLFORates(voice, at: now)
    let isNew = now <= voice.pointee.start
    let before = isNew ? StaticParameters() : staticParameters(voice, at: now)
    var target = StaticParameters()
    setMotion(voice, &target, before)
    setStaticParameters(&target, voice, region, channels + Int(voice.pointee.channel), isNew: isNew, at: now)
    voice.pointee.ramp.from = isNew ? target : before
    voice.pointee.ramp.to = target
    voice.pointee.ramp.start = now
    voice.pointee.lane.gainsAreSet = false
    voice.pointee.ramp.end = isNew ? now : Self.arrival(after: now)
    let overrides = channels[Int(voice.pointee.channel)].overrides
    if region.pointee.modulatesTimes || overrides != 0 { setTimes(voice, region) }
    setAudible(voice, region)
    if overrides & ChannelOverrides.hasNoteExpressions != 0 { scaleGains(voice, isNew: isNew) }
  }

  /// Computes how far the envelope may fall before the voice is inaudible. The limit includes the gain that controllers
  /// could still add: a voice that a controller made quiet can become loud again before its envelope ends.
  private func setAudible(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    let loudest = max(voice.pointee.ramp.to.left, voice.pointee.ramp.to.right) * 32_768
    var octaves = loudest > 0 ? ExactMath.log2(loudest) - noiseFloor : 0
    // expressions of the note could raise it by a factor of four
    if channels[Int(voice.pointee.channel)].overrides & ChannelOverrides.hasNoteExpressions != 0 { octaves += 2 }
    let attenuation = values[Gen.attenuation] + voice.pointee.softening
    var lifted = 0.0
    let quietened = partAttenuation(channels + Int(voice.pointee.channel))
    if attenuation + quietened > SynthLimits.liftCentibels {
      let least = max(0, attenuation - lift(voice, region)) + SynthLimits.liftCentibels
      lifted = ExactMath.log2(unitGain * 32_768) - noiseFloor - least * (1 / VolumeEnvelope.centibelsPerOctave)
    }
    voice.pointee.volume.times.audible = min(VolumeEnvelope.fullScale, max(0, max(octaves, lifted)))
    guard voice.pointee.state != .fading else { return }
    voice.pointee.volume.envelope.extend(
      audible: voice.pointee.volume.times.audible, sustain: voice.pointee.volume.times.sustain)
  }

  /// Returns by how many centibels the channel's controllers could raise the level of a voice.
  private func lift(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) -> Double {
    let inputs = inputs(voice, region)
    var lift = 0.0
    for index in 0..<Int(region.pointee.modulatorCount) {
      let modulator = region.pointee.modulators[index]
      guard modulator.destination == UInt16(Gen.attenuation), modulator.isMovable else { continue }
      var now = inputs.value(of: modulator.source) * Double(modulator.amount) * inputs.value(of: modulator.amountSource)
      if modulator.transform == 2 { now = abs(now) }
      lift += max(0, now - Double(modulator.least))
    }
    return lift
  }

  /// Derives the lengths of the envelope stages; each takes effect when its stage begins.
  func setTimes(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    let key = Double(60) - Double(effectiveKey(voice, region))
    voice.pointee.volume.times = EnvelopeTimes(
      delay: delay(values[Gen.delayVolEnv]), attack: frames(values[Gen.attackVolEnv], 8_000),
      hold: frames(values[Gen.holdVolEnv], 5_000, value(Gen.keyToVolHold, -1_200, 1_200) * key),
      decay: frames(values[Gen.decayVolEnv], 8_000, value(Gen.keyToVolDecay, -1_200, 1_200) * key),
      release: frames(values[Gen.releaseVolEnv], 8_000), sustain: value(Gen.sustainVolEnv, 0, 1_440))
    voice.pointee.movers.times = EnvelopeTimes(
      delay: delay(values[Gen.delayModEnv]), attack: frames(values[Gen.attackModEnv], 8_000),
      hold: frames(values[Gen.holdModEnv], 5_000, value(Gen.keyToModHold, -1_200, 1_200) * key),
      decay: frames(values[Gen.decayModEnv], 8_000, value(Gen.keyToModDecay, -1_200, 1_200) * key),
      release: frames(values[Gen.releaseModEnv], 8_000), sustain: 1 - value(Gen.sustainModEnv, 0, 1_000) * 0.001)
  }

  /// Converts timecents, plus an offset for the key, to frames; −32768 is zero for every key.
  @inline(__always)
  func frames(_ timecents: Double, _ highest: Double, _ byKey: Double = 0) -> Double {
    guard timecents > -32_768 else { return 0 }
    return ExactMath.ratio(cents: max(-12_000, min(highest, timecents + byKey))) * sampleRate
  }

  /// Converts a delay to frames. The shortest delay, which is the default, counts as zero, so that a note starts on its
  /// own frame and not 1 ms later.
  @inline(__always)
  func delay(_ timecents: Double) -> Double { timecents <= -12_000 ? 0 : frames(timecents, 5_000) }

  /// Sets `values` to the region's generators plus the sum of its modulators.
  private func sumGenerators(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    let generators = region.pointee.generators
    for index in 0..<Gen.count { values[index] = Double(generators[index]) }
    if let fractions = region.pointee.units.fractions {
      for index in 0..<Gen.count { values[index] += Double(fractions[index]) * 0x1p-16 }
    }
    values[Gen.attenuation] *= region.pointee.units.attenuationFactor
    let inputs = inputs(voice, region)
    let count = Int(region.pointee.modulatorCount)
    for index in 0..<count { links[index] = 0 }
    for index in 0..<count {
      let modulator = region.pointee.modulators[index]
      var value = modulator.source & 0xFF == 127 ? links[index] : inputs.value(of: modulator.source)
      value *= Double(modulator.amount) * inputs.value(of: modulator.amountSource)
      if modulator.transform == 2, value < 0 { value = -value }
      if modulator.destination & 0x8000 != 0 {
        links[Int(modulator.destination & 0x7FFF)] += value
      } else {
        values[Int(modulator.destination)] += value
      }
    }
    if channels[Int(voice.pointee.channel)].overrides != 0 { addOverrides(voice, region) }
  }

  /// Returns the inputs of a voice's modulators.
  private func inputs(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) -> ModulationInputs {
    let channel = channels + Int(voice.pointee.channel)
    return ModulationInputs(
      channel: channel, pressure: pressure(channel, voice), timbre: timbre(channel, voice), concave: concave,
      playedKey: voice.pointee.key, key: effectiveKey(voice, region), velocity: effectiveVelocity(voice, region))
  }

  /// Returns the key used for pitch, envelopes and modulators.
  @inline(__always)
  func effectiveKey(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) -> UInt8 {
    let fixed = region.pointee.generators[Gen.keynum]
    return fixed >= 0 ? UInt8(truncatingIfNeeded: fixed & 127) : voice.pointee.key
  }

  /// Returns the offset of a voice's key from equal temperament in its channel's tuning, in cents. A key that a
  /// generator sets has its own.
  func tuning(of voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) -> Double {
    channels[Int(voice.pointee.channel)].tuning.cents(of: effectiveKey(voice, region), tunings)
  }

  @inline(__always)
  private func effectiveVelocity(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) -> UInt8 {
    let fixed = region.pointee.generators[Gen.velocity]
    return fixed > 0 ? UInt8(truncatingIfNeeded: fixed & 127) : voice.pointee.velocity
  }

  @inline(__always)
  private func value(_ generator: Int, _ low: Double, _ high: Double) -> Double {
    max(low, min(high, values[generator]))
  }

  // MARK: Static parameters

  private func setStaticParameters(
    _ parameters: inout StaticParameters, _ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>,
    _ channel: UnsafePointer<Channel>, isNew: Bool, at now: Int64
  ) {
    let interval = Double(effectiveKey(voice, region)) - Double(region.pointee.rootKey)
    parameters.cents = interval * value(Gen.scaleTuning, 0, 1200) + 100 * value(Gen.coarseTune, -120, 120)
    // Pitch modulators, including pitch bend, add to fine tune and may exceed its range.
    parameters.cents += values[Gen.fineTune] + Double(region.pointee.correction)
    parameters.cents += channel.pointee.fineTuning + channel.pointee.coarseTuning + channel.pointee.systemTuning
    let resonance = value(Gen.filterQ, 0, 960)
    parameters.cutoff = value(Gen.filterCutoff, 1_500, 13_500)
    parameters.damping = Self.damping(resonance: resonance)
    parameters.filterGain = resonance > 0 ? ExactMath.gain(attenuationCentibels: resonance * 0.5) : 1
    var isOpen = parameters.cutoff >= 13_500 && resonance == 0 && !voice.pointee.parameters.movesFilter
    if !isOpen, !isNew, !voice.pointee.parameters.isFiltered, wakesFilter(voice, &parameters, at: now) { isOpen = true }
    // A filter that has closed stays in the signal path, so that opening it again does not click.
    voice.pointee.parameters.isFiltered = voice.pointee.parameters.isFiltered || !isOpen
    voice.pointee.parameters.runsFilter = voice.pointee.parameters.isFiltered || region.pointee.modulatesFilter
    if voice.pointee.filterWake != .max { voice.pointee.parameters.runsFilter = true }
    if voice.pointee.parameters.runsFilter { voice.pointee.parameters.hasRunFilter = true }
    // A later ramp starts from this cutoff.
    if isOpen, !region.pointee.modulatesFilter { parameters.cutoff = wakeCutoff }

    let asked = values[Gen.attenuation] + voice.pointee.softening
    let attenuation = min(1_440, max(region.pointee.units.leastAttenuation, asked))
    voice.pointee.parameters.attenuation = attenuation
    // An attenuation of 96 dB or more is silence, so a volume of 0 is silent.
    let isSilent = attenuation >= 960
    var gain = isSilent ? 0 : unitGain * ExactMath.gain(attenuationCentibels: attenuation)
    if channel.pointee.overrides & ChannelOverrides.changesSound != 0 { gain *= partGain(channel) }
    let angle = (value(Gen.pan, -500, 500) + 500) * (0.25 / 1000)
    parameters.left = gain * ExactMath.cos2Pi(angle)
    parameters.right = gain * ExactMath.sin2Pi(angle)
    parameters.reverb = value(Gen.reverbSend, 0, 1000) * 0.001
    parameters.chorus = value(Gen.chorusSend, 0, 1000) * 0.001
    if channel.pointee.overrides & ChannelOverrides.feedsDelay != 0 { parameters.delay = delaySend(channel, voice) }
  }

  /// Returns the static parameters at frame `now + ahead`, interpolated while they ramp after a controller change.
  func staticParameters(_ voice: UnsafeMutablePointer<Voice>, at now: Int64, ahead: Double = 0) -> StaticParameters {
    let start = voice.pointee.ramp.start
    let end = voice.pointee.ramp.end
    guard now < end else { return voice.pointee.ramp.to }
    return voice.pointee.ramp.from.towards(
      voice.pointee.ramp.to, min(1, (Double(now &- start) + ahead) / Double(end &- start)))
  }

  /// Returns 1/Q of the low-pass whose peak lies `resonance` centibels above its gain at 0 Hz.
  ///
  /// With G = 10^(cB/200) the peak of a second-order low-pass is q²/√(q² − ¼) = G, so q² = (G² + G·√(G² − 1))/2.
  @inline(__always)
  private static func damping(resonance: Double) -> Double {
    guard resonance > 0 else { return 1.41421356237309505 }
    let peak = ExactMath.gain(attenuationCentibels: -resonance)
    let q2 = (peak * peak + peak * ExactMath.squareRoot(peak * peak - 1)) * 0.5
    return 1 / ExactMath.squareRoot(q2)
  }

  /// Converts absolute cents to hertz: 6900 is 440 Hz.
  @inline(__always)
  static func hertz(cents: Double) -> Double { 8.17579891564370733 * ExactMath.ratio(cents: cents) }

  /// Returns the first multiple of 64 frames after a frame.
  @inline(__always)
  static func nextGrid(after now: Int64) -> Int64 {
    let grid = Int64(SynthLimits.gridFrames)
    return (now / grid &+ 1) &* grid
  }

  /// Returns the end of a ramp that a controller change starts at a frame: the first multiple of 64 frames that is at
  /// least 32 frames later. A shorter ramp would click.
  @inline(__always)
  static func arrival(after now: Int64) -> Int64 { nextGrid(after: now &+ SynthLimits.shortestRampFrames &- 1) }

  // MARK: LFOs and modulation envelope

  /// Sets the modulation depths of LFOs and envelope, and determines which of them affect the voice: those with a
  /// nonzero depth now or before the ramp.
  private func setMotion(
    _ voice: UnsafeMutablePointer<Voice>, _ parameters: inout StaticParameters, _ before: StaticParameters
  ) {
    parameters.modLfoToPitch = value(Gen.modLfoToPitch, -12_000, 12_000)
    parameters.vibLfoToPitch = value(Gen.vibLfoToPitch, -12_000, 12_000)
    parameters.modEnvToPitch = value(Gen.modEnvToPitch, -12_000, 12_000)
    parameters.modLfoToFilter = value(Gen.modLfoToFilter, -12_000, 12_000)
    parameters.modEnvToFilter = value(Gen.modEnvToFilter, -12_000, 12_000)
    parameters.modLfoToVolume = value(Gen.modLfoToVolume, -960, 960)
    let modPitch = parameters.modLfoToPitch != 0 || before.modLfoToPitch != 0
    let vibPitch = parameters.vibLfoToPitch != 0 || before.vibLfoToPitch != 0
    let envPitch = parameters.modEnvToPitch != 0 || before.modEnvToPitch != 0
    let modFilter = parameters.modLfoToFilter != 0 || before.modLfoToFilter != 0
    let envFilter = parameters.modEnvToFilter != 0 || before.modEnvToFilter != 0
    let volume = parameters.modLfoToVolume != 0 || before.modLfoToVolume != 0
    voice.pointee.parameters.movesPitch = modPitch || vibPitch || envPitch
    voice.pointee.parameters.movesFilter = modFilter || envFilter
    voice.pointee.parameters.movesVolume = volume
    voice.pointee.parameters.usesModLfo = modPitch || modFilter || volume
    voice.pointee.parameters.usesVibLfo = vibPitch
    voice.pointee.parameters.usesModEnv = envPitch || envFilter
  }

  private func setLFORates(_ voice: UnsafeMutablePointer<Voice>, at now: Int64) {
    let age = max(0, voice.pointee.age(at: now))
    let mod = Self.hertz(cents: value(Gen.freqModLfo, -16_000, 4_500)) / sampleRate
    let vib = Self.hertz(cents: value(Gen.freqVibLfo, -16_000, 4_500)) / sampleRate
    if mod != voice.pointee.movers.modLFO.rate { voice.pointee.movers.modLFO.setRate(mod, at: age) }
    if vib != voice.pointee.movers.vibLFO.rate { voice.pointee.movers.vibLFO.setRate(vib, at: age) }
  }

  /// Returns the offsets of LFOs, envelope and portamento at the voice's age, which may lie beyond the envelope's
  /// current stage.
  func motion(
    _ voice: UnsafeMutablePointer<Voice>, _ depth: UnsafePointer<StaticParameters>, at age: Double
  ) -> ModulationOffsets {
    var motion = ModulationOffsets()
    if voice.pointee.parameters.usesModLfo {
      let lfo = voice.pointee.movers.modLFO.value(at: age)
      motion.cents += lfo * depth.pointee.modLfoToPitch
      motion.centibels = lfo * depth.pointee.modLfoToVolume
    }
    if voice.pointee.parameters.usesVibLfo {
      motion.cents += voice.pointee.movers.vibLFO.value(at: age) * depth.pointee.vibLfoToPitch
    }
    if voice.pointee.parameters.usesModEnv {
      var envelope = voice.pointee.movers.envelope
      envelope.advance(to: age, voice.pointee.movers.times)
      let level = envelope.level(at: age)
      motion.cents += level * depth.pointee.modEnvToPitch
    }
    if age < voice.pointee.portamento.end { motion.cents += voice.pointee.glide(at: age) }
    return motion
  }
}
