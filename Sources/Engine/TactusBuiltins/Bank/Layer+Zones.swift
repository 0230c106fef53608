import TactusDSP
import TactusFiles

extension Layer {
  /// Returns the zones of the layer: one for each sample of the set that at least one key of the layer uses.
  func zones() -> [SoundFontBuilder.Zone] {
    if let fixedKey {
      let index = set.entries.indices.first { range(of: $0).contains(fixedKey + transpose) }
      return index.map { [zone(set.entries[$0], keys.lowerBound, keys.upperBound)] } ?? []
    }
    return set.entries.indices.compactMap { index in
      let reach = range(of: index)
      let low = max(keys.lowerBound, reach.lowerBound - transpose)
      let high = min(keys.upperBound, reach.upperBound - 1 - transpose)
      guard low <= high else { return nil }
      return zone(set.entries[index], low, high)
    }
  }

  /// Returns the range of keys, after transposition, that use the sample at `index` in the set.
  private func range(of index: Int) -> Range<Int> {
    let entries = set.entries
    let key = entries[index].key
    let next = index + 1 < entries.count ? entries[index + 1].key : 300
    let last = index > 0 ? entries[index - 1].key : -300
    let isLast = index + 1 == entries.count
    switch choice {
    case .below: return (index == 0 ? -300 : key)..<next
    case .above: return (last + 1)..<(isLast ? 300 : key + 1)
    case .nearest:
      let high = isLast ? 300 : key + (next - key) * 2 / 5
      let low = index == 0 ? -300 : last + (key - last) * 2 / 5 + 1
      return low..<(high + 1)
    }
  }

  private func zone(_ sample: SampleSet.Entry, _ low: Int, _ high: Int) -> SoundFontBuilder.Zone {
    var list = GeneratorList()
    pitch(&list, sample)
    level(&list, sample)
    envelope(&list, sample)
    filter(&list)
    oscillators(&list)
    if sample.loop != nil { list.add(.sampleModes, 1) }
    if start > 0, let loop = sample.loop {
      let offset = loop.lowerBound + Int(start * Double(loop.count))
      list.add(.startAddrsOffset, offset % 32768)
      list.add(.startAddrsCoarseOffset, offset / 32768)
    }
    return SoundFontBuilder.Zone(
      target: sample.index, keyRange: .init(low: UInt8(low), high: UInt8(high)),
      velocityRange: .init(low: UInt8(velocities.lowerBound), high: UInt8(velocities.upperBound)),
      generators: list.generators, modulators: modulators())
  }

  private func pitch(_ list: inout GeneratorList, _ sample: SampleSet.Entry) {
    let cents = transpose * 100 + tune
    let semitones = (cents >= 0 ? cents + 50 : cents - 49) / 100
    list.add(.coarseTune, scale == 0 ? semitones - transpose : semitones)
    list.add(.fineTune, cents - semitones * 100)
    if scale != 100 { list.add(.scaleTuning, scale, evenIfZero: true) }
    if let fixedKey { list.add(.keynum, fixedKey, evenIfZero: true) }
  }

  private func level(_ list: inout GeneratorList, _ sample: SampleSet.Entry) {
    let excess = evened ? sample.facts.loudness - SampleSet.targetLoudness : 0
    // Synthesizers apply only 0.4 dB of attenuation per dB of this generator, as the original hardware did.
    let centibels = (excess - level) * 10 / 0.4
    list.add(.initialAttenuation, min(1440, max(0, rounded(centibels))))
    let position = pan + keyPan * Double(sample.key - transpose - 64) / 44
    list.add(.pan, rounded(max(-500, min(500, position * 500))))
    list.add(.chorusEffectsSend, rounded(chorus * 1000))
    list.add(.reverbEffectsSend, rounded(reverb * 1000))
    list.add(.exclusiveClass, exclusiveClass)
  }

  private func envelope(_ list: inout GeneratorList, _ sample: SampleSet.Entry) {
    list.add(.delayVolEnv, seconds: delay)
    list.add(.attackVolEnv, seconds: attack)
    list.add(.holdVolEnv, seconds: hold)
    list.add(.releaseVolEnv, seconds: release)
    var fall = decay
    if fall == nil, sample.facts.fall > 0.01 { fall = 100 / sample.facts.fall }
    guard let fall else { return }
    let isOwn = decay == nil
    // The decay time applies at the sample's root key, or at middle C if the layer sets its own decay. The key tracking
    // is relative to that key.
    let pivot = isOwn ? sample.key - transpose : 60
    list.add(.decayVolEnv, min(8000, timecents(fall) - decayTracking * (60 - pivot)))
    list.add(.keynumToVolEnvDecay, decayTracking)
    list.add(.sustainVolEnv, isOwn && sustain == 0 ? 1000 : rounded(sustain * 10))
  }

  private func filter(_ list: inout GeneratorList) {
    guard let cutoff else { return }
    // This is the cutoff at key 0 and velocity 0. The key and velocity modulators raise it; at middle C and velocity
    // 100 it reaches `cutoff`.
    let atRest = absoluteCents(cutoff) - tracking * 6000 - Double(velocityToCutoff) * 100 / 128
    list.add(.initialFilterFc, max(1500, min(13500, rounded(atRest))))
    list.add(.initialFilterQ, rounded(resonance * 10))
    list.add(.modEnvToFilterFc, sweepToCutoff)
    list.add(.modLfoToFilterFc, tremoloToCutoff)
  }

  private func oscillators(_ list: inout GeneratorList) {
    if sweepToCutoff != 0 || sweepToPitch != 0 {
      list.add(.modEnvToPitch, sweepToPitch)
      list.add(.attackModEnv, seconds: sweepAttack)
      list.add(.decayModEnv, seconds: sweepDecay)
      list.add(.sustainModEnv, rounded((1 - sweepSustain) * 1000))
      list.add(.releaseModEnv, seconds: max(0.1, release))
    }
    if vibratoRate != BankMaker.vibratoRate { list.add(.freqVibLFO, rounded(absoluteCents(vibratoRate))) }
    list.add(.delayVibLFO, seconds: vibratoDelay)
    list.add(.vibLfoToPitch, vibrato)
    if tremolo != 0 || tremoloToCutoff != 0 || tremoloToPitch != 0 {
      list.add(.freqModLFO, rounded(absoluteCents(tremoloRate)))
      list.add(.delayModLFO, seconds: tremoloDelay)
      list.add(.modLfoToVolume, rounded(tremolo * 10))
      list.add(.modLfoToPitch, tremoloToPitch)
    }
  }

  private func modulators() -> [SoundFont.Modulator] {
    var list: [SoundFont.Modulator] = []
    if velocityToCutoff != 0 {
      list.append(.init(.init(.velocity), to: .initialFilterFc, Int16(velocityToCutoff)))
    }
    if tracking != 0, cutoff != nil {
      list.append(.init(.init(.key), to: .initialFilterFc, Int16(rounded(tracking * 12800))))
    }
    if velocityToLevel != 0 {
      let loud = SoundFont.ModulatorSource(.velocity, .concave, isNegative: true)
      list.append(.init(loud, to: .initialAttenuation, Int16(960 + velocityToLevel)))
    }
    if velocityToAttack != 0 {
      list.append(.init(.init(.velocity), to: .attackVolEnv, Int16(velocityToAttack)))
    }
    return list
  }
}

/// A list of generators whose amounts are given in practical units.
struct GeneratorList {
  private(set) var generators: [SoundFont.Generator] = []

  /// Adds a generator unless it has its default value.
  mutating func add(_ kind: GeneratorKind, _ amount: Int, evenIfZero: Bool = false) {
    guard amount != 0 || evenIfZero else { return }
    generators.append(.init(kind, Int16(max(-32768, min(32767, amount)))))
  }

  /// Adds a time, unless it is at most 1 ms, which is the default.
  mutating func add(_ kind: GeneratorKind, seconds: Double) {
    guard seconds > 0.001 else { return }
    generators.append(.init(kind, Int16(max(-12000, min(8000, timecents(seconds))))))
  }
}

/// Converts a time to timecents.
func timecents(_ seconds: Double) -> Int { rounded(1200 * ExactMath.log2(seconds)) }
/// Converts a frequency to absolute cents.
func absoluteCents(_ hertz: Double) -> Double { 1200 * ExactMath.log2(hertz / 8.175798915643707) }
/// Rounds to the nearest integer.
func rounded(_ x: Double) -> Int { Int(ExactMath.integer(ExactMath.nearest(x))) }
