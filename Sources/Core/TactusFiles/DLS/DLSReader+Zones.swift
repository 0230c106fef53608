extension DLSReader {
  /// Adds an instrument as a preset.
  ///
  /// Its regions are the zones of an instrument whose global zone contains the articulation. Regions that replace the
  /// articulation of the instrument as a whole are the zones of a second instrument, whose global zone contains the
  /// default articulation alone.
  mutating func add(_ instrument: DLSInstrument) {
    guard let header = instrument.header else { return }
    let firstZone = Int32(parts.presetZones.count)
    func replaces(_ region: DLSRegion) -> Bool {
      region.articulation != nil && region.replacesArticulation && instrument.articulation != nil
    }
    let shared = instrument.regions.filter { !replaces($0) }
    let own = instrument.regions.filter(replaces)
    var partners: [DLSPhaseKey: DLSPhasePartner] = [:]
    if !shared.isEmpty || own.isEmpty {
      add(shared, inheriting: instrument.articulation, of: instrument.list, &partners)
    }
    if !own.isEmpty { add(own, inheriting: nil, of: instrument.list, &partners) }
    headers.append(header)
    parts.presets.append(
      SoundFont.Preset(
        bank: header.bank, program: UInt16(clamping: header.program),
        owner: .init(
          recordOffset: instrument.list.offset, firstZone: firstZone,
          zoneCount: Int32(parts.presetZones.count) - firstZone, hasGlobalZone: false)))
  }

  private mutating func add(
    _ regions: [DLSRegion], inheriting articulation: DLSArticulation?, of list: Chunk,
    _ partners: inout [DLSPhaseKey: DLSPhasePartner]
  ) {
    let firstZone = parts.instrumentZones.count
    let whole = (articulation ?? DLSArticulation()).overriding(.standard)
    let global = expressible(whole, of: list)
    parts.instrumentZones.append(
      zone(
        nil, generators: global.generators(), modulators: whole.zoneModulators(inheriting: DLSModulator.defaults),
        shutdown: global.shutdownSeconds))
    masters = [:]
    for region in regions where region.isPhaseMaster && region.phaseGroup != 0 {
      let key = DLSPhaseKey(region)
      if masters[key] == nil { masters[key] = pitch(of: region, region.articulation?.overriding(whole) ?? whole) }
    }
    let inheritance = DLSInheritance(
      whole: whole, global: global, modulators: whole.allModulators(inheriting: DLSModulator.defaults), list: list)
    for region in regions { add(region, inheriting: inheritance, &partners) }
    parts.presetZones.append(
      zone(parts.instruments.count, generators: [], modulators: [], shutdown: nil))
    parts.instruments.append(
      SoundFont.Instrument(
        owner: .init(
          recordOffset: list.offset, firstZone: Int32(firstZone),
          zoneCount: Int32(parts.instrumentZones.count - firstZone), hasGlobalZone: true)))
  }

  /// Returns an articulation without the connection from EG2 to the cutoff if that cannot be expressed, which is
  /// reported.
  private mutating func expressible(_ articulation: DLSArticulation, of list: Chunk) -> DLSArticulation {
    var articulation = articulation
    if articulation.removeUnreachableCutoff() { parts.diagnostics.add(.connectionIgnored, "ins ", at: list.offset) }
    return articulation
  }

  private mutating func add(
    _ region: DLSRegion, inheriting instrument: DLSInheritance, _ partners: inout [DLSPhaseKey: DLSPhasePartner]
  ) {
    let global = instrument.global
    var articulation = global
    if let own = region.articulation {
      articulation = expressible(own.overriding(instrument.whole), of: instrument.list)
    }
    let playback = region.playback ?? waves[region.wave].playback
    let sample = sample(region.wave, playback)
    if (playback?.unityNote ?? 0) > 127 {
      parts.diagnostics.add(.keyInvalid, "wsmp", at: waves[region.wave].list.offset)
    }
    var generators = region.articulation == nil ? [] : articulation.generators(beyond: global)
    let gain = Int64(playback?.gain ?? 0) + Int64(articulation[.initialAttenuation] ?? 0)
    generators.append(.init(.initialAttenuation, fixed: Int32(clamping: -gain)))
    let pitch = sharedPitch(of: region, articulation, sample, &partners)
    let semitones = (pitch.cents >> 16).quotient(by: 100)
    generators.append(.init(.coarseTune, Int16(clamping: semitones)))
    generators.append(.init(.fineTune, fixed: Int32(clamping: pitch.cents - (semitones * 100) << 16)))
    generators.append(.init(.overridingRootKey, Int16(pitch.rootKey)))
    if let side = region.side { generators.append(.init(.pan, side)) }
    if let loop = playback?.loop { generators.append(.init(.sampleModes, loop.endsAtRelease ? 3 : 1)) }
    if region.keyGroup > 0 { generators.append(.init(.exclusiveClass, Int16(region.keyGroup))) }
    parts.instrumentZones.append(
      zone(
        sample, region.keys == .all ? nil : region.keys, region.velocities == .all ? nil : region.velocities,
        generators: generators,
        modulators: region.articulation?.zoneModulators(inheriting: instrument.modulators) ?? [],
        shutdown: region.articulation?.shutdown == nil ? nil : articulation.shutdownSeconds))
  }

  /// Returns the pitch that a region has by itself.
  private func pitch(of region: DLSRegion, _ articulation: DLSArticulation) -> DLSPitch {
    let playback = region.playback ?? waves[region.wave].playback
    let note = playback?.unityNote ?? 60
    return DLSPitch(
      cents: Int64(playback?.fineTune ?? 0) << 16 + Int64(articulation[.fineTune] ?? 0)
        + articulation.offset(of: .modEnvToPitch),
      rootKey: note > 127 ? 60 : UInt8(note))
  }

  /// Returns the pitch of a region. A region that plays in phase with others of its group has the pitch of their
  /// master, or of the first without a master; the samples become the halves of a stereo pair.
  private mutating func sharedPitch(
    of region: DLSRegion, _ articulation: DLSArticulation, _ sample: Int,
    _ partners: inout [DLSPhaseKey: DLSPhasePartner]
  ) -> DLSPitch {
    let own = pitch(of: region, articulation)
    guard region.phaseGroup != 0 else { return own }
    let key = DLSPhaseKey(region)
    guard let partner = partners[key] else {
      let pitch = masters[key] ?? own
      partners[key] = DLSPhasePartner(sample: sample, channel: region.channel, pitch: pitch)
      return pitch
    }
    pair(sample, region.channel, with: partner)
    return masters[key] ?? partner.pitch
  }

  /// Links two samples as the left and the right half of a stereo pair, unless one of them belongs to another pair.
  private mutating func pair(_ sample: Int, _ channel: UInt32, with partner: DLSPhasePartner) {
    guard sample != partner.sample, sample <= 0xFFFF, partner.sample <= 0xFFFF,
      channel | partner.channel == 3, channel != 3, channel != 0, partner.channel != 0,
      parts.samples[sample].channel == .mono, parts.samples[partner.sample].channel == .mono
    else { return }
    (parts.samples[sample].type, parts.samples[sample].link) = (channel == 1 ? 4 : 2, UInt16(partner.sample))
    (parts.samples[partner.sample].type, parts.samples[partner.sample].link) = (channel == 1 ? 2 : 4, UInt16(sample))
  }

  private mutating func zone(
    _ target: Int?, _ keys: SoundFont.ValueRange? = nil, _ velocities: SoundFont.ValueRange? = nil,
    generators: [SoundFont.Generator], modulators: [SoundFont.Modulator], shutdown: Float?
  ) -> SoundFont.Zone {
    let (firstGenerator, firstModulator) = (parts.generators.count, parts.modulators.count)
    parts.generators += generators
    parts.modulators += modulators
    return SoundFont.Zone(
      keyRange: keys, velocityRange: velocities, target: target,
      generators: firstGenerator..<parts.generators.count, modulators: firstModulator..<parts.modulators.count,
      shutdown: shutdown)
  }
}

/// What the regions of an instrument inherit from it.
private struct DLSInheritance {
  /// The articulation as in the file.
  var whole: DLSArticulation
  /// The articulation of the global zone, which lacks what cannot be expressed.
  var global: DLSArticulation
  /// The modulators of the articulation and of the defaults.
  var modulators: [DLSModulator]
  /// The instrument's list.
  var list: Chunk
}

/// The regions of an instrument that may play in phase.
struct DLSPhaseKey: Hashable {
  var group: UInt16
  var keys, velocities: SoundFont.ValueRange

  init(_ region: DLSRegion) { (group, keys, velocities) = (region.phaseGroup, region.keys, region.velocities) }
}

/// The first region of a phase group.
struct DLSPhasePartner {
  var sample: Int
  var channel: UInt32
  var pitch: DLSPitch
}

/// The tuning of a region, in cents as 16.16 fixed point, and its unity note.
struct DLSPitch {
  var cents: Int64
  var rootKey: UInt8
}

extension DLSRegion {
  /// The pan of a channel of a multichannel wave; nil for the articulation's pan.
  fileprivate var side: Int16? {
    switch channel {
    case 1: -500
    case 2: 500
    default: nil
    }
  }
}

extension Int64 {
  /// Returns the quotient, rounded down, for a positive divisor.
  fileprivate func quotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
