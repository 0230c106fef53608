import TactusDSP

// From generators and modulators to what a lane is set to.

extension SynthCore {
  /// Sums a voice's generators and modulators and derives its tone.
  mutating func modulate(_ voice: UnsafeMutablePointer<Voice>) {
    guard let region = voice.pointee.region else { return }
    sumGenerators(voice, region)
    let channel = channels + Int(voice.pointee.channel)
    voice.pointee.isStale = false
    setPitch(voice, region, channel)
    setFilterAndGain(voice)
    setLFORates(voice)
    voice.pointee.still = stillValues(voice)
    if region.pointee.modulatesTimes { setTimes(voice, region) }
  }

  /// Derives the lengths of the envelopes' stages; each counts when its stage begins.
  func setTimes(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    let key = Float(60) - Float(effectiveKey(voice, region))
    voice.pointee.volumeTimes = EnvelopeTimes(
      delay: frames(values[Gen.delayVolEnv], 5_000), attack: frames(values[Gen.attackVolEnv], 8_000),
      hold: frames(values[Gen.holdVolEnv] + values[Gen.keyToVolHold] * key, 5_000),
      decay: frames(values[Gen.decayVolEnv] + values[Gen.keyToVolDecay] * key, 8_000),
      release: frames(values[Gen.releaseVolEnv], 8_000), sustain: value(Gen.sustainVolEnv, 0, 1_440))
    voice.pointee.modulationTimes = EnvelopeTimes(
      delay: frames(values[Gen.delayModEnv], 5_000), attack: frames(values[Gen.attackModEnv], 8_000),
      hold: frames(values[Gen.holdModEnv] + values[Gen.keyToModHold] * key, 5_000),
      decay: frames(values[Gen.decayModEnv] + values[Gen.keyToModDecay] * key, 8_000),
      release: frames(values[Gen.releaseModEnv], 8_000), sustain: 1 - value(Gen.sustainModEnv, 0, 1_000) * 0.001)
  }

  /// Timecents as frames; −32768 is no time at all.
  @inline(__always)
  func frames(_ timecents: Float, _ highest: Float) -> Double {
    guard timecents > -32_768 else { return 0 }
    return ExactMath.exp2(Double(max(-12_000, min(highest, timecents))) * (1.0 / 1200)) * sampleRate
  }

  /// `values` becomes the region's generators plus what its modulators add.
  mutating func sumGenerators(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    let generators = region.pointee.generators
    for index in 0..<Gen.count { values[index] = Float(generators[index]) }
    // The hardware's register steps made it 0.4; banks are written by ear with that (soundfont.md §5.36).
    values[Gen.attenuation] *= 0.4
    let inputs = ModulationInputs(
      channel: UnsafePointer(channels + Int(voice.pointee.channel)), concave: UnsafePointer(concave),
      playedKey: voice.pointee.key, key: effectiveKey(voice, region), velocity: effectiveVelocity(voice, region))
    let count = Int(region.pointee.modulatorCount)
    for index in 0..<count { links[index] = 0 }
    for index in 0..<count {
      let modulator = region.pointee.modulators[index]
      var value = modulator.source & 0xFF == 127 ? links[index] : inputs.value(of: modulator.source)
      value *= modulator.amount * inputs.value(of: modulator.amountSource)
      if modulator.transform == 2, value < 0 { value = -value }
      if modulator.destination & 0x8000 != 0 {
        links[Int(modulator.destination & 0x7FFF)] += value
      } else {
        values[Int(modulator.destination)] += value
      }
    }
  }

  /// The key that counts for pitch, envelopes and modulators.
  @inline(__always)
  func effectiveKey(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) -> UInt8 {
    let fixed = region.pointee.generators[Gen.keynum]
    return fixed >= 0 ? UInt8(truncatingIfNeeded: fixed & 127) : voice.pointee.key
  }

  @inline(__always)
  private func effectiveVelocity(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) -> UInt8 {
    let fixed = region.pointee.generators[Gen.velocity]
    return fixed > 0 ? UInt8(truncatingIfNeeded: fixed & 127) : voice.pointee.velocity
  }

  @inline(__always)
  private func value(_ generator: Int, _ low: Float, _ high: Float) -> Double {
    Double(max(low, min(high, values[generator])))
  }

  private mutating func setPitch(
    _ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>, _ channel: UnsafeMutablePointer<Channel>
  ) {
    let root = Double(region.pointee.rootKey)
    let key = Double(effectiveKey(voice, region))
    let scale = value(Gen.scaleTuning, 0, 1200)
    var cents = (key - root) * scale + 100 * value(Gen.coarseTune, -120, 120)
    // Modulators of pitch (the wheel among them) arrive in fine tune and may exceed its own range.
    cents += Double(values[Gen.fineTune]) + Double(region.pointee.correction)
    cents += Double(channel.pointee.fineTuning + channel.pointee.coarseTuning)
    voice.pointee.tone.pitch = cents
    voice.pointee.tone.modLfoToPitch = value(Gen.modLfoToPitch, -12_000, 12_000)
    voice.pointee.tone.vibLfoToPitch = value(Gen.vibLfoToPitch, -12_000, 12_000)
    voice.pointee.tone.modEnvToPitch = value(Gen.modEnvToPitch, -12_000, 12_000)
    voice.pointee.tone.movesPitch =
      values[Gen.modLfoToPitch] != 0 || values[Gen.vibLfoToPitch] != 0 || values[Gen.modEnvToPitch] != 0
  }

  private mutating func setFilterAndGain(_ voice: UnsafeMutablePointer<Voice>) {
    let resonance = value(Gen.filterQ, 0, 960)
    let cutoff = value(Gen.filterCutoff, 1_500, 13_500)
    voice.pointee.tone.cutoff = cutoff
    voice.pointee.tone.modLfoToFilter = value(Gen.modLfoToFilter, -12_000, 12_000)
    voice.pointee.tone.modEnvToFilter = value(Gen.modEnvToFilter, -12_000, 12_000)
    voice.pointee.tone.movesFilter = values[Gen.modLfoToFilter] != 0 || values[Gen.modEnvToFilter] != 0
    voice.pointee.tone.movesVolume = values[Gen.modLfoToVolume] != 0
    let isOpen = cutoff >= 13_500 && resonance == 0 && !voice.pointee.tone.movesFilter
    // Once closed it stays in the path, so that opening it again does not jump.
    voice.pointee.tone.isFiltered = voice.pointee.tone.isFiltered || !isOpen
    voice.pointee.tone.damping = Self.damping(resonance: resonance)

    let attenuation = min(1_440, max(0, values[Gen.attenuation] + voice.pointee.softening))
    voice.pointee.tone.attenuation = attenuation
    // 96 dB and more is silence: a volume of 0 is not heard.
    let isSilent = attenuation >= 960
    let gain = isSilent ? 0 : ExactMath.gain(attenuationCentibels: Double(attenuation) + resonance * 0.5)
    voice.pointee.tone.gain = gain * unitGain
    let angle = (value(Gen.pan, -500, 500) + 500) * (0.25 / 1000)
    voice.pointee.tone.panLeft = ExactMath.cosTurns(angle)
    voice.pointee.tone.panRight = ExactMath.sinTurns(angle)
    voice.pointee.tone.modLfoToVolume = value(Gen.modLfoToVolume, -960, 960)
    voice.pointee.tone.reverb = Float(value(Gen.reverbSend, 0, 1000)) * 0.001
    voice.pointee.tone.chorus = Float(value(Gen.chorusSend, 0, 1000)) * 0.001
  }

  private func setLFORates(_ voice: UnsafeMutablePointer<Voice>) {
    let age = max(0, voice.pointee.age(at: frame))
    voice.pointee.modLFO.setRate(Self.hertz(cents: value(Gen.freqModLfo, -16_000, 4_500)) / sampleRate, at: age)
    voice.pointee.vibLFO.setRate(Self.hertz(cents: value(Gen.freqVibLfo, -16_000, 4_500)) / sampleRate, at: age)
  }

  /// 1/Q of the low-pass whose peak lies `resonance` centibels above its gain at zero frequency.
  ///
  /// With G = 10^(cB/200) the peak of a second-order low-pass is q²/√(q² − ¼) = G, so q² = (G² + G·√(G² − 1))/2.
  @inline(__always)
  private static func damping(resonance: Double) -> Double {
    let peak = ExactMath.gain(attenuationCentibels: -resonance)
    let q2 = (peak * peak + peak * ExactMath.squareRoot(peak * peak - 1)) * 0.5
    return 1 / ExactMath.squareRoot(q2)
  }

  /// Absolute cents as a frequency: 6900 is 440 Hz.
  @inline(__always)
  static func hertz(cents: Double) -> Double { 8.17579891564370733 * ExactMath.ratio(cents: cents) }

  /// What the lane is set to at a frame of the voice's life.
  func laneValues(_ voice: UnsafeMutablePointer<Voice>, at age: Double) -> LaneValues {
    var lane = voice.pointee.still
    guard voice.pointee.tone.moves else { return lane }
    let lfo = voice.pointee.modLFO.value(at: age)
    let envelope = voice.pointee.tone.modEnvToPitch != 0 || voice.pointee.tone.modEnvToFilter != 0 ? modulationLevel(voice, at: age) : 0
    if voice.pointee.tone.movesPitch {
      var cents = voice.pointee.tone.pitch + lfo * voice.pointee.tone.modLfoToPitch + envelope * voice.pointee.tone.modEnvToPitch
      if voice.pointee.tone.vibLfoToPitch != 0 { cents += voice.pointee.vibLFO.value(at: age) * voice.pointee.tone.vibLfoToPitch }
      lane.increment = increment(cents: cents, region: voice.pointee.region)
    }
    if voice.pointee.tone.movesFilter {
      let cutoff = voice.pointee.tone.cutoff + lfo * voice.pointee.tone.modLfoToFilter + envelope * voice.pointee.tone.modEnvToFilter
      setFilter(&lane, cutoff: cutoff, damping: voice.pointee.tone.damping)
    }
    if voice.pointee.tone.movesVolume {
      let gain = Float(ExactMath.gain(attenuationCentibels: -lfo * voice.pointee.tone.modLfoToVolume))
      lane.left *= gain
      lane.right *= gain
    }
    return lane
  }

  /// The lane's values without oscillators and envelope.
  private func stillValues(_ voice: UnsafeMutablePointer<Voice>) -> LaneValues {
    var lane = LaneValues()
    lane.increment = increment(cents: voice.pointee.tone.pitch, region: voice.pointee.region)
    lane.left = Float(voice.pointee.tone.gain * voice.pointee.tone.panLeft)
    lane.right = Float(voice.pointee.tone.gain * voice.pointee.tone.panRight)
    lane.reverb = voice.pointee.tone.reverb
    lane.chorus = voice.pointee.tone.chorus
    if voice.pointee.tone.isFiltered { setFilter(&lane, cutoff: voice.pointee.tone.cutoff, damping: voice.pointee.tone.damping) }
    return lane
  }

  /// The modulation envelope at a frame, which may lie beyond its present stage.
  private func modulationLevel(_ voice: UnsafeMutablePointer<Voice>, at age: Double) -> Double {
    var envelope = voice.pointee.modulation
    envelope.advance(to: age, voice.pointee.modulationTimes)
    return envelope.level(at: age)
  }

  /// Points per output frame in 32.32 fixed point.
  private func increment(cents: Double, region: UnsafePointer<Region>?) -> Int64 {
    guard let region else { return 0 }
    let ratio = ExactMath.ratio(cents: cents) * region.pointee.sampleRate / sampleRate
    return max(1, ExactMath.integer(min(ratio, 4_096) * 0x1p32 + 0.5))
  }

  private func setFilter(_ lane: inout LaneValues, cutoff: Double, damping: Double) {
    let steps = (max(1_500, min(13_500, cutoff)) - 1_500) * (1 / SynthLimits.warpStep)
    let index = Int(truncatingIfNeeded: ExactMath.integer(steps))
    let low = warp[index]
    let g = low + (warp[index &+ 1] - low) * (steps - Double(index))
    let a = 1 / (1 + g * (g + damping))
    lane.filterA = Float(a)
    lane.filterB = Float(g * a)
    lane.filterC = Float(g * g * a)
  }
}
