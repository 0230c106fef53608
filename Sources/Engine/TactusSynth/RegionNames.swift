import TactusFiles

/// The names of the presets and samples of a bank's regions, for display.
///
/// - Thread: control
struct RegionNames {
  private let bank: SoundBank
  /// The presets, each with the index of its SoundFont in the stack, in ascending order of bank and program.
  private let presets: [SoundBank.AddressedPreset]
  /// The regions that have been looked up.
  private var found: [Int: VoiceEvent.Region] = [:]

  init(_ bank: SoundBank) {
    self.bank = bank
    presets = SoundBank.addresses(of: bank.layers)
  }

  /// Returns the names of a region, or nil if the bank has no region with this index.
  mutating func region(_ index: Int) -> VoiceEvent.Region? {
    if let region = found[index] { return region }
    guard let sample = bank.sampleName(ofRegion: index), let entry = presetIndex(ofRegion: index) else { return nil }
    let item = presets[entry]
    let region = VoiceEvent.Region(
      index: index, bank: Int(item.address / 128), program: Int(item.address % 128),
      preset: bank.layers[item.layer].font.name(of: item.preset), sample: sample)
    found[index] = region
    return region
  }

  /// Returns the index of the preset to which a region belongs; the regions of a preset are consecutive.
  private func presetIndex(ofRegion region: Int) -> Int? {
    let entries = bank.presetEntries
    var (low, high) = (0, min(entries.count, presets.count))
    while low < high {
      let middle = (low + high) / 2
      if Int(entries[middle].firstRegion + entries[middle].regionCount) <= region {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < entries.count ? low : nil
  }
}
