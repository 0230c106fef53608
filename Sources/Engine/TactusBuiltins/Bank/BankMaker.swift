import TactusDSP
import TactusFiles

/// Collects the samples, instruments and presets of the built-in bank.
///
/// Sample sets are generated on first use, and shared by all instruments that name them.
/// - Thread: control
final class BankMaker {
  private(set) var bank: SoundFontBuilder
  private var sets: [String: SampleSet] = [:]

  init(name: String) { bank = SoundFontBuilder(name: name) }

  /// Returns the sample set with a name; `make` generates it on first use.
  func set(_ name: String, _ make: () -> [Wave]) -> SampleSet {
    if let known = sets[name] { return known }
    let waves = make().sorted { $0.key < $1.key }
    let made = SampleSet(entries: waves.map { add($0.normalized(), "\(name) \($0.key)") })
    sets[name] = made
    return made
  }

  /// Returns a set with one sample.
  func sound(_ name: String, _ make: () -> Wave) -> SampleSet { set(name) { [make()] } }

  /// Adds a program to bank 0, with the name and the level from ``ProgramMap``.
  func program(_ number: Int, _ layers: [Layer]) {
    let entry = ProgramMap.programs[number]
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

  private func add(_ wave: Wave, _ name: String) -> SampleSet.Entry {
    let frames = wave.points.map { Int16(max(-32767, min(32767, rounded(Double($0) * 32767)))) }
    let index = bank.add(
      SoundFontBuilder.Sample(
        name: name, frames: frames, sampleRate: rounded(wave.rate), originalKey: UInt8(wave.key), loop: wave.loop))
    return SampleSet.Entry(
      index: index, key: wave.key, loop: wave.loop, fall: wave.fall, loudness: Loudness.of(wave))
  }
}
