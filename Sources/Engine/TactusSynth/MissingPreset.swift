/// A preset that notes needed but the bank does not contain.
public struct MissingPreset: Hashable, Sendable {
  /// The bank number as in SoundFonts: 0…127 for melodic presets, 128 for drums, 126 for the sound-effect kits of XG;
  /// higher numbers combine both bank select bytes.
  public var bank: Int
  /// The program, 0…127.
  public var program: Int
  /// The bank and program that played instead; nil for silence.
  public var substitute: Address?
  /// The number of notes that needed this preset.
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
  /// The presets missing from the bank that notes have needed since the last reset, in the order in which they were
  /// first selected; at most 128.
  /// - Thread: any, while no thread renders
  public var missingPresets: [MissingPreset] {
    leadCore?.pointee.state.missingPresets ?? []
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
