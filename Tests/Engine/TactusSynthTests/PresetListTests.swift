import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// `SoundBank.presets` lists each preset number once, with the name from the highest layer that contains it.
@Suite struct PresetListTests {
  @Test func aStackListsWhatCanBeSelected() throws {
    let seed = seed(of: "aStackListsWhatCanBeSelected")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(20) {
      let layers = try (0..<3).map { _ in
        SoundBank.Layer(
          try random.font(isWild: random.oneIn(2)), bankOffset: random.pick([0, 0, 1]), movesDrums: random.oneIn(2))
      }
      let presets = SoundBank(layers).presets
      // by brute force: the highest layer of each number, and the first preset of the number in it
      for bank in 0..<130 {
        for program in 0..<128 {
          let wanted = layers.indices.reversed().lazy.compactMap { index -> (Int, String)? in
            let layer = layers[index]
            let found = layer.font.presets.first { preset in
              let isMoved = preset.bank != 128 || layer.movesDrums
              return preset.program == program && Int(preset.bank) + (isMoved ? layer.bankOffset : 0) == bank
            }
            return found.map { (index, layer.font.name(of: $0)) }
          }.first
          let found = presets.filter { $0.bank == bank && $0.program == program }
          #expect(found.count == (wanted == nil ? 0 : 1), "seed \(seed): \(bank):\(program)")
          #expect(found.first?.layer == wanted?.0 && found.first?.name == wanted?.1, "seed \(seed): \(bank):\(program)")
        }
      }
    }
  }
}
