import TactusFiles
import TactusSynth

extension DLSBuilder {
  /// A bank that sounds like a SoundFont: each pair of a preset zone and an instrument zone is a region, with its
  /// summed generators and the modulators of the instrument as connections.
  ///
  /// It leaves out what DLS cannot express: fixed keys and velocities, links between modulators, modulators of presets,
  /// and the lower bytes of 24-bit samples.
  package init(twinOf font: SoundFont) {
    self.init(name: font.info.name)
    for index in font.samples.indices { font.generator?.generate(sample: index) }
    var known: [TwinWave: Int] = [:]
    for index in font.selectablePresets where font.presets[index].program < 128 {
      instruments.append(twin(of: font.presets[index], of: font, &known))
    }
  }

  private mutating func twin(
    of preset: SoundFont.Preset, of font: SoundFont, _ known: inout [TwinWave: Int]
  ) -> Instrument {
    let isDrums = preset.bank == 128
    let bank = UInt32(preset.bank)
    let locale = isDrums ? 1 << 31 : bank < 128 ? bank : (bank >> 7) << 8 | bank & 127
    var instrument = Instrument(name: font.name(of: preset), locale: locale, program: UInt32(preset.program))
    let items = RegionSummary(preset, of: font).items
    for (item, zones) in zip(items, Self.zones(of: preset, font)) {
      guard let part = TwinWave(item, font) else { continue }
      let wave = known[part] ?? waves.count
      if wave == waves.count {
        known[part] = wave
        waves.append(part.wave(of: font, item.sample))
      }
      instrument.regions.append(Region(twinOf: item, wave: wave, part, font, zones))
    }
    return instrument
  }

  /// The zones of each region of a preset: the instrument's global zone and its local zone.
  private static func zones(of preset: SoundFont.Preset, _ font: SoundFont) -> [[SoundFont.Zone]] {
    preset.localZones.flatMap { index -> [[SoundFont.Zone]] in
      let presetZone = font.presetZones[index]
      guard let target = presetZone.target else { return [] }
      let instrument = font.instruments[target]
      let global = instrument.globalZone.map { [font.instrumentZones[$0]] } ?? []
      return instrument.localZones.compactMap { index in
        let zone = font.instrumentZones[index]
        let isEmpty =
          zone.keyRange.intersection(presetZone.keyRange).isEmpty
          || zone.velocityRange.intersection(presetZone.velocityRange).isEmpty
        guard !isEmpty, let sample = zone.target, font.samples[sample].isUsable else { return nil }
        return global + [zone]
      }
    }
  }
}

/// A part of a sample: the points from a region's start to its end.
private struct TwinWave: Hashable {
  var frames: Range<Int>
  var sampleRate: Int

  init?(_ item: RegionSummary.Item, _ font: SoundFont) {
    func offset(_ fine: GeneratorKind, _ coarse: GeneratorKind) -> Int {
      item.amount(fine) + 32_768 * item.amount(coarse)
    }
    let limit = font.pool.frameCount
    let start = min(max(0, item.sample.start + offset(.startAddrsOffset, .startAddrsCoarseOffset)), limit)
    let end = min(max(0, item.sample.end + offset(.endAddrsOffset, .endAddrsCoarseOffset)), limit)
    guard end > start else { return nil }
    (frames, sampleRate) = (start..<end, item.sample.sampleRate)
  }

  func wave(of font: SoundFont, _ sample: SoundFont.SampleHeader) -> DLSBuilder.Wave {
    .init(
      name: font.name(of: sample),
      frames: Array(UnsafeBufferPointer(start: font.pool.frames + frames.lowerBound, count: frames.count)),
      sampleRate: sampleRate)
  }
}

extension DLSBuilder.Region {
  fileprivate init(
    twinOf item: RegionSummary.Item, wave: Int, _ part: TwinWave, _ font: SoundFont, _ zones: [SoundFont.Zone]
  ) {
    self.init(wave: wave)
    (keys, velocities) = (item.keys, item.velocities)
    keyGroup = UInt16(item.amount(.exclusiveClass))
    var playback = DLSBuilder.Playback(unityNote: UInt16(item.rootKey))
    let tuning = 100 * item.amount(.coarseTune) + item.amount(.fineTune) + Int(item.sample.correction)
    playback.fineTune = Int16(tuning)
    playback.gain = Int32((-0.4 * Double(item.amount(.initialAttenuation)) * 65_536).rounded())
    let mode = item.amount(.sampleModes) & 3
    if mode & 1 != 0, let loop = item.sample.loop {
      let from =
        loop.lowerBound + item.amount(.startloopAddrsOffset) + 32_768 * item.amount(.startloopAddrsCoarseOffset)
      let to = loop.upperBound + item.amount(.endloopAddrsOffset) + 32_768 * item.amount(.endloopAddrsCoarseOffset)
      let (first, last) = (max(from, part.frames.lowerBound), min(to, part.frames.upperBound))
      if last > first { playback.loop = first - part.frames.lowerBound..<last - part.frames.lowerBound }
      playback.endsAtRelease = mode == 3
    }
    self.playback = playback
    connections = Self.constants(of: item) + Self.standard
    for zone in zones { connections += font.modulators[zone.modulators].compactMap { DLSConnection($0) } }
  }

  /// What SoundFont adds to every voice, and DLS does not.
  private static let standard: [DLSConnection] = [
    SoundFont.Modulator.modulationWheelToVibrato, .pressureToVibrato, .reverbToSend, .chorusToSend,
  ].compactMap { DLSConnection($0) }

  private static func constants(of item: RegionSummary.Item) -> [DLSConnection] {
    func fixed(_ amount: Int) -> Int32 { Int32(clamping: amount << 16) }
    func time(_ kind: GeneratorKind, _ scaling: GeneratorKind?) -> Int32 {
      let amount = item.amount(kind)
      guard amount != -32_768 else { return .min }
      return fixed(amount + 60 * (scaling.map { item.amount($0) } ?? 0))
    }
    let times: [(DLSConnection.Destination, GeneratorKind, GeneratorKind?)] = [
      (.modLFODelay, .delayModLFO, nil), (.vibLFODelay, .delayVibLFO, nil), (.volumeDelay, .delayVolEnv, nil),
      (.volumeAttack, .attackVolEnv, nil), (.volumeHold, .holdVolEnv, .keynumToVolEnvHold),
      (.volumeDecay, .decayVolEnv, .keynumToVolEnvDecay), (.volumeRelease, .releaseVolEnv, nil),
      (.modDelay, .delayModEnv, nil), (.modAttack, .attackModEnv, nil), (.modHold, .holdModEnv, .keynumToModEnvHold),
      (.modDecay, .decayModEnv, .keynumToModEnvDecay), (.modRelease, .releaseModEnv, nil),
    ]
    let values: [(DLSConnection.Destination, GeneratorKind)] = [
      (.pan, .pan), (.chorus, .chorusEffectsSend), (.reverb, .reverbEffectsSend), (.modLFOFrequency, .freqModLFO),
      (.vibLFOFrequency, .freqVibLFO), (.filterCutoff, .initialFilterFc), (.filterQ, .initialFilterQ),
    ]
    let depths: [(DLSConnection.Source, DLSConnection.Destination, GeneratorKind)] = [
      (.modLFO, .pitch, .modLfoToPitch), (.modLFO, .gain, .modLfoToVolume), (.modLFO, .filterCutoff, .modLfoToFilterFc),
      (.vibLFO, .pitch, .vibLfoToPitch), (.modEnvelope, .pitch, .modEnvToPitch),
      (.modEnvelope, .filterCutoff, .modEnvToFilterFc),
    ]
    var list = times.map { DLSConnection(to: $0.0, time($0.1, $0.2)) }
    list += times.compactMap { destination, _, scaling in
      scaling.map { DLSConnection(.key, to: destination, fixed(-128 * item.amount($0))) }
    }
    list += values.map { DLSConnection(to: $0.0, fixed(item.amount($0.1))) }
    list += depths.map { DLSConnection($0.0, to: $0.1, fixed(item.amount($0.2))) }
    list.append(DLSConnection(.key, to: .pitch, fixed(128 * item.amount(.scaleTuning))))
    let sustain = 1_000.0 * (960 - Double(min(960, item.amount(.sustainVolEnv)))) / 960
    list.append(DLSConnection(to: .volumeSustain, Int32((sustain * 65_536).rounded())))
    list.append(DLSConnection(to: .modSustain, fixed(1_000 - item.amount(.sustainModEnv))))
    return list
  }
}

extension DLSConnection {
  /// The connection that corresponds to a modulator; nil if there is none.
  package init?(_ modulator: SoundFont.Modulator) {
    guard modulator.isEvaluable, modulator.transform == 0, let kind = modulator.destinationKind,
      let source = Source(modulator.source), let control = Source(modulator.amountSource)
    else { return nil }
    let lfo: (Source, Destination)? =
      switch kind {
      case .modLfoToPitch: (.modLFO, .pitch)
      case .modLfoToVolume: (.modLFO, .gain)
      case .modLfoToFilterFc: (.modLFO, .filterCutoff)
      case .vibLfoToPitch: (.vibLFO, .pitch)
      case .modEnvToPitch: (.modEnvelope, .pitch)
      case .modEnvToFilterFc: (.modEnvelope, .filterCutoff)
      default: nil
      }
    let destination = lfo?.1 ?? Self.destination(of: kind)
    guard let destination, lfo == nil || control == .none else { return nil }
    let sign = kind == .initialAttenuation || kind == .sustainModEnv ? -1.0 : kind == .sustainVolEnv ? -1 / 0.96 : 1
    let factor = Self.factor(modulator.source) * Self.factor(modulator.amountSource)
    let scale = Int32(max(-2e9, min(2e9, (Double(modulator.amount) * sign * factor * 65_536).rounded())))
    if let lfo {
      self.init(
        lfo.0, by: source, to: destination, scale, Transform(rawValue: Self.bits(modulator.source, inControl: true)))
    } else {
      let bits = Self.bits(modulator.source, inControl: false) | Self.bits(modulator.amountSource, inControl: true)
      self.init(source, by: control, to: destination, scale, Transform(rawValue: bits))
    }
  }

  private static func destination(of kind: GeneratorKind) -> Destination? {
    let known: [Destination] = [
      .gain, .pitch, .pan, .chorus, .reverb, .modLFOFrequency, .modLFODelay, .vibLFOFrequency, .vibLFODelay,
      .volumeAttack, .volumeDecay, .volumeRelease, .volumeSustain, .volumeDelay, .volumeHold, .modAttack, .modDecay,
      .modRelease, .modSustain, .modDelay, .modHold, .filterCutoff, .filterQ,
    ]
    return known.first { $0.generator == kind }
  }

  private static func bits(_ source: SoundFont.ModulatorSource, inControl: Bool) -> UInt16 {
    let shift: UInt16 = inControl ? 4 : 10
    let (bipolar, inverted): (UInt16, UInt16) = inControl ? (0x0100, 0x0200) : (0x4000, 0x8000)
    return UInt16(source.curve?.rawValue ?? 0) << shift | (source.isBipolar ? bipolar : 0)
      | (source.isNegative ? inverted : 0)
  }

  /// DLS divides values of seven bits by 128, SoundFont by 127.
  private static func factor(_ source: SoundFont.ModulatorSource) -> Double {
    guard !source.isNone, source.index != .pitchWheel, source.curve == .linear else { return 1 }
    return source.isBipolar ? 64.0 / 63 : 128.0 / 127
  }
}

extension DLSConnection.Source {
  fileprivate init?(_ source: SoundFont.ModulatorSource) {
    if source.isController {
      self = .controller(source.number)
      return
    }
    guard let index = source.index else { return nil }
    switch index {
    case .none: self = .none
    case .velocity: self = .velocity
    case .key: self = .key
    case .polyPressure: self = .polyPressure
    case .channelPressure: self = .channelPressure
    case .pitchWheel: self = .pitchWheel
    case .pitchWheelSensitivity: self = .bendRange
    case .link: return nil
    }
  }
}
