import TactusDSP
import TactusFiles

/// Collects the samples, instruments and presets of the built-in bank.
///
/// It generates no samples: it records how to generate each sample, and takes the properties that the zones need from
/// ``SampleTable``. All instruments that name the same sample set share its samples.
/// - Thread: control
final class BankMaker {
  private(set) var bank: SoundFontBuilder
  /// How each sample of the bank is generated.
  private(set) var recipes: [SampleRecipe] = []
  private let table: [String: [SampleFacts]]
  private var sets: [String: SampleSet] = [:]

  /// - Parameter table: the known properties of the samples; samples missing from the table are generated at once and
  ///   measured.
  init(name: String, table: [String: [SampleFacts]]) {
    bank = SoundFontBuilder(name: name)
    self.table = table
  }

  /// Adds all programs and drum kits.
  func addAll() {
    addPianos()
    addMallets()
    addOrgans()
    addGuitars()
    addBasses()
    addStrings()
    addEnsembles()
    addBrass()
    addReeds()
    addPipes()
    addLeads()
    addPads()
    addSynthEffects()
    addWorldInstruments()
    addPercussiveInstruments()
    addSoundEffects()
    addKits()
  }

  /// Returns the sample set with a name; `make` generates the sample for a root key. The keys ascend.
  func set(_ name: String, _ keys: [Int], _ make: @escaping @Sendable (Int) -> Wave) -> SampleSet {
    set(name, keys.map { key in { make(key) } })
  }

  /// Returns a set with one sample.
  func sound(_ name: String, _ make: @escaping @Sendable () -> Wave) -> SampleSet { set(name, [make]) }

  private func set(_ name: String, _ makes: [@Sendable () -> Wave]) -> SampleSet {
    if let known = sets[name] { return known }
    let known = table[name] ?? []
    let isKnown = known.count == makes.count
    let made = SampleSet(
      entries: makes.enumerated().map { index, make in
        add(name, isKnown ? known[index] : SampleFacts(make().normalized()), make)
      })
    sets[name] = made
    return made
  }

  /// Adds a program to bank 0, with the name and the level from ``ProgramMap``.
  func program(_ number: Int, _ layers: [Layer]) {
    let entry = ProgramMap.programs[number]
    let longest = layers.map { $0.release }.max() ?? 0
    let factor = entry.release.map { $0 / longest } ?? 1
    let layers = layers.map { $0.with { $0.release *= factor } }
    add(layers, entry.name, bank: 0, number, level: entry.level)
  }

  /// Adds a drum kit to bank 128.
  func kit(_ number: Int, _ name: String, _ kit: Kit) {
    add(kit.all, name, bank: 128, number, level: ProgramMap.kitLevel)
  }

  private func add(_ layers: [Layer], _ name: String, bank number: Int, _ program: Int, level: Double) {
    let zones = layers.flatMap { $0.with { $0.level += level }.zones() }
    let vibrato = SoundFont.Generator(.freqVibLFO, Int16(rounded(absoluteCents(Self.vibratoRate))))
    let global = SoundFontBuilder.Zone(target: nil, generators: [vibrato], modulators: Self.controllers)
    let instrument = bank.add(SoundFontBuilder.Instrument(name: name, zones: [global] + zones))
    bank.add(
      SoundFontBuilder.Preset(
        name: name, bank: UInt16(number), program: UInt16(program), zones: [.init(target: instrument)]))
  }

  /// The default rate of the modulation wheel's vibrato in hertz.
  static let vibratoRate = 5.4

  /// The additional modulators of every instrument: brightness, attack time and release time (sound controllers 74, 73
  /// and 72).
  private static let controllers: [SoundFont.Modulator] = [
    .init(.init(controller: 74, isBipolar: true), to: .initialFilterFc, 3600),
    .init(.init(controller: 73, isBipolar: true), to: .attackVolEnv, 3600),
    .init(.init(controller: 72, isBipolar: true), to: .releaseVolEnv, 3600),
  ]

  private func add(_ set: String, _ facts: SampleFacts, _ make: @escaping @Sendable () -> Wave) -> SampleSet.Entry {
    recipes.append(SampleRecipe(set: set, facts: facts, make: make))
    let index = bank.add(
      SoundFontBuilder.Sample(
        name: "\(set) \(facts.key)", blankFrames: facts.frames, sampleRate: facts.rate,
        originalKey: UInt8(facts.key), loop: facts.loop))
    return SampleSet.Entry(index: index, facts: facts)
  }
}
