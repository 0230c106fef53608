import TactusFiles
import TactusSynth

extension Trial {
  /// The bank, written to bytes and read back.
  func bank() throws -> SoundBank {
    if let downloadable { return try downloadable.bank(layers.map(\.wave)) }
    var builder = SoundFontBuilder(name: "conformance")
    builder.version = .v2_04
    var zones: [SoundFontBuilder.Zone] = []
    if !globalGenerators.isEmpty || !globalModulators.isEmpty {
      zones.append(.init(target: nil, generators: globalGenerators, modulators: globalModulators))
    }
    for layer in layers { zones += layer.zones(in: &builder) }
    let instrument = builder.add(SoundFontBuilder.Instrument(name: "instrument", zones: zones))
    let zone = SoundFontBuilder.Zone(
      target: instrument, generators: presetGenerators, modulators: presetModulators)
    builder.add(SoundFontBuilder.Preset(name: "preset", bank: 0, program: 0, zones: [zone]))
    let font = try SoundFont(FileBytes(copying: builder.write(), name: "conformance bank"))
    return SoundBank(font, velocityFilter: velocityFilter)
  }
}

extension Trial.Layer {
  /// Returns one zone for each sample; two zones are panned hard left and hard right.
  fileprivate func zones(in builder: inout SoundFontBuilder) -> [SoundFontBuilder.Zone] {
    let channels = wave.channels
    return channels.enumerated().map { index, frames in
      let sample = builder.add(
        SoundFontBuilder.Sample(
          name: "wave \(index)", frames: frames,
          lowBytes: recording.lowByte.map { Array(repeating: $0, count: frames.count) } ?? [],
          sampleRate: recording.sampleRate, originalKey: recording.originalKey, correction: recording.correction,
          loop: recording.loop ?? wave.loop))
      var own = base
      if channels.count > 1 { own.append(.init(.pan, index == 0 ? -500 : 500)) }
      let given = Set(generators.map(\.kind))
      return .init(
        target: sample, keyRange: keys, velocityRange: velocities,
        generators: own.filter { !given.contains($0.kind) } + generators, modulators: modulators)
    }
  }

  /// The default generators: the sample is looped if the wave has a loop, and the attack is immediate.
  private var base: [SoundFont.Generator] {
    [.init(.sampleModes, wave.loop == nil ? 0 : 1), .init(.delayVolEnv, -32_768), .init(.attackVolEnv, -32_768)]
  }
}
