/// A small bank made in code, available as a SoundFont file for the synthesizer and as resolved regions for the golden
/// model.
///
///     let bank = TinyBank(.sine(), [.sampleModes: 1, .pan: -500])
///     let bytes = try bank.soundFont().write()
///     let (pool, regions) = bank.golden()
package struct TinyBank: Sendable {
  package var samples: [TinySample] = []
  package var instruments: [[Zone]] = []
  package var presets: [Preset] = []

  /// An empty bank.
  package init() {}

  /// One sample, one instrument with one zone, one preset with one zone: bank 0, program 0.
  package init(
    _ sample: TinySample, _ generators: [Golden.Generator: Int] = [:], modulators: [Golden.Modulator] = [],
    preset: [Golden.Generator: Int] = [:], presetModulators: [Golden.Modulator] = []
  ) {
    samples = [sample]
    instruments = [[Zone(0, generators, modulators: modulators)]]
    presets = [Preset(zones: [Zone(0, preset, modulators: presetModulators)])]
  }

  package struct Preset: Sendable {
    package var bank: Int
    package var program: Int
    package var zones: [Zone]

    package init(bank: Int = 0, program: Int = 0, zones: [Zone]) {
      (self.bank, self.program, self.zones) = (bank, program, zones)
    }
  }

  /// A zone of an instrument (target: a sample) or of a preset (target: an instrument).
  package struct Zone: Sendable {
    /// Nil for a global zone, which comes first.
    package var target: Int?
    package var generators: [Golden.Generator: Int]
    /// A link's index counts in this list.
    package var modulators: [Golden.Modulator]
    package var keys: ClosedRange<Int>
    package var velocities: ClosedRange<Int>

    package init(
      _ target: Int?, _ generators: [Golden.Generator: Int] = [:], modulators: [Golden.Modulator] = [],
      keys: ClosedRange<Int> = 0...127, velocities: ClosedRange<Int> = 0...127
    ) {
      self.target = target
      self.generators = generators
      self.modulators = modulators
      self.keys = keys
      self.velocities = velocities
    }
  }
}
