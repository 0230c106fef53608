import TactusFileAccess
import TactusSynth

// What a window shows of a unit besides its parameters.

extension PluginUnit {
  /// The presets of the current bank, ordered by bank and program.
  /// - Thread: control, any number of threads
  package var bankPresets: [BankPreset] {
    let bank = contents.withLock { $0.bank?.bank ?? $0.banks.builtIn }
    var presets: [Int: BankPreset] = [:]
    // the uppermost font with a preset wins, and in a font the first
    for layer in bank.layers.reversed() {
      for preset in layer.font.presets where preset.program < 128 {
        let offset = preset.bank == 128 && !layer.movesDrums ? 0 : layer.bankOffset
        let (number, program) = (Int(preset.bank) + offset, Int(preset.program))
        let key = number << 7 | program
        guard (0...16_383).contains(number), presets[key] == nil else { continue }
        presets[key] = BankPreset(name: layer.font.name(of: preset), bank: number, program: program)
      }
    }
    return presets.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether a loaded sequence plays instead of the lanes.
  /// - Thread: control, any number of threads
  package var playsSequence: Bool { contents.withLock { $0.sequence != nil } }
}

extension BankPreset {
  /// The bank files in the folders where systems and users keep banks.
  /// - Thread: control
  package static func files() -> [String] { BankSearch.ofProcess.run().candidates.map(\.path) }
}
