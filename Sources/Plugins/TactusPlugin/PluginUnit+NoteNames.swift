import TactusFiles
import TactusMIDI
import TactusSynth

// The names of the keys of drum kits, and of the bank's presets, for hosts.

extension PluginUnit {
  /// Returns the names of the keys of the drum kit that a part plays, by key; empty for a part without a kit.
  ///
  /// Keys of the percussion map of General MIDI have their names there; other keys have those of their samples. Keys
  /// without a sound have none. If the bank lacks the kit, the percussion map is returned.
  ///
  /// - Parameter part: 0…15.
  /// - Thread: control, any number of threads
  public func noteNames(ofPart part: Int) -> [Int: String] { drumKit(ofPart: part).map { noteNames(ofKit: $0) } ?? [:] }

  /// Returns the names of the keys of a drum kit; see ``noteNames(ofPart:)``.
  ///
  /// - Parameter kit: the program of the kit, 0…127.
  /// - Thread: control, any number of threads
  package func noteNames(ofKit kit: Int) -> [Int: String] {
    let usual = Dictionary(uniqueKeysWithValues: GeneralMIDI.drums.enumerated().map { (35 + $0.offset, $0.element) })
    guard let (font, preset) = preset(bank: 128, program: kit) else { return usual }
    var names: [Int: String] = [:]
    for region in RegionSummary(preset, of: font).items {
      for key in Int(region.keys.low)...max(Int(region.keys.low), Int(region.keys.high)) where key < 128 {
        if names[key] == nil { names[key] = usual[key] ?? font.name(of: region.sample) }
      }
    }
    return names
  }

  /// Returns the program of the drum kit that a part plays; nil if it plays none.
  package func drumKit(ofPart part: Int) -> Int? {
    guard let bankIndex = descriptor.index(ofParameter: "bank\(part + 1)"),
      let programIndex = descriptor.index(ofParameter: "program\(part + 1)"),
      Int(value(ofParameter: bankIndex)) == 128
    else { return nil }
    return Int(value(ofParameter: programIndex))
  }

  /// The presets of the bank that plays, ordered by bank and program.
  /// - Thread: control, any number of threads
  public var bankPresets: [BankPreset] {
    guard descriptor.kind == .instrument else { return [] }
    var found: [BankPreset] = []
    var numbers: Set<[Int]> = []
    for (font, preset, bank) in presetsByPriority where numbers.insert([bank, Int(preset.program)]).inserted {
      found.append(BankPreset(name: font.name(of: preset), bank: bank, program: Int(preset.program)))
    }
    return found.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
  }

  /// Returns the names of the presets of a bank number, by program.
  func presetNames(inBank number: Int) -> [Int: String] {
    var names: [Int: String] = [:]
    for (font, preset, bank) in presetsByPriority where bank == number && names[Int(preset.program)] == nil {
      names[Int(preset.program)] = font.name(of: preset)
    }
    return names
  }

  private func preset(bank: Int, program: Int) -> (SoundFont, SoundFont.Preset)? {
    presetsByPriority.first { $0.2 == bank && Int($0.1.program) == program }.map { ($0.0, $0.1) }
  }

  /// All presets with their bank numbers: the uppermost font with a preset wins, and in a font the first.
  private var presetsByPriority: [(SoundFont, SoundFont.Preset, Int)] {
    let bank = contents.withLock { $0.bank?.bank ?? $0.banks.builtIn }
    return bank.layers.reversed().flatMap { layer in
      layer.font.presets.filter { $0.program < 128 }.map { (layer.font, $0, layer.bank(of: $0)) }
    }
  }
}
