/// A preset that notes required but the bank does not have.
public struct MissingPreset: Hashable, Sendable {
  /// The bank number as in SoundFonts: 0…127 for melodic presets, 128 for drums, 126 for the sound-effect kits of XG;
  /// higher numbers combine both bank select bytes.
  public var bank: Int
  /// The program, 0…127.
  public var program: Int
  /// The bank and program that played instead; nil for silence.
  public var substitute: Address?
  /// The number of notes that required this preset.
  public var notes: Int

  /// The bank number and program of a preset.
  public struct Address: Hashable, Sendable {
    /// The bank number: 0…127 for melodic presets, 128 for drums.
    public var bank: Int
    /// The program, 0…127.
    public var program: Int
  }
}

extension SoundFontSynth {
  /// The presets that notes have required since the last reset and the bank does not have, in the order of their first
  /// selection; at most 128.
  /// - Thread: any, while no thread renders
  public var missingPresets: [MissingPreset] {
    firstCore?.pointee.state.missingPresets ?? []
  }
}

extension ChannelState {
  /// The missing presets in their public form.
  /// - Thread: control
  var missingPresets: [MissingPreset] {
    (0..<missingCount).compactMap { index in
      let entry = missing[index]
      guard entry.notes > 0 else { return nil }
      let address = entry.preset < 0 ? nil : Int(presets[entry.preset].address)
      return MissingPreset(
        bank: Int(entry.bank), program: Int(entry.program),
        substitute: address.map { .init(bank: $0 / 128, program: $0 % 128) }, notes: entry.notes)
    }
  }
}
