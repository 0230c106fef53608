import TactusFiles

extension TinyBank {
  /// Zero points after each sample, in the file as in the golden model's pool.
  static let guardPoints = 46

  /// The bank as the SoundFont writer takes it.
  package func soundFont() -> SoundFontBuilder {
    var builder = SoundFontBuilder(name: "Tiny")
    if samples.contains(where: { !$0.lowBytes.isEmpty }) { builder.version = .v2_04 }
    for sample in samples {
      builder.add(
        SoundFontBuilder.Sample(
          name: sample.name, frames: sample.points, lowBytes: sample.lowBytes, sampleRate: sample.rate,
          originalKey: UInt8(sample.rootKey), correction: Int8(sample.correction), loop: sample.loop))
    }
    for (index, zones) in instruments.enumerated() {
      builder.add(SoundFontBuilder.Instrument(name: "instrument \(index)", zones: zones.map(\.written)))
    }
    for (index, preset) in presets.enumerated() {
      builder.add(
        SoundFontBuilder.Preset(
          name: "preset \(index)", bank: UInt16(preset.bank), program: UInt16(preset.program),
          zones: preset.zones.map(\.written)))
    }
    return builder
  }
}

extension TinyBank.Zone {
  fileprivate var written: SoundFontBuilder.Zone {
    SoundFontBuilder.Zone(
      target: target, keyRange: .init(keys), velocityRange: .init(velocities),
      generators: generators.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { generator, amount in
        GeneratorKind(rawValue: UInt16(generator.rawValue)).map { SoundFont.Generator($0, Int16(amount)) }
      },
      modulators: modulators.map {
        SoundFont.Modulator(
          source: .init(rawValue: $0.source), destination: $0.destination, amount: Int16($0.amount),
          amountSource: .init(rawValue: $0.amountSource), transform: $0.transform)
      })
  }
}
