/// A preset that notes asked for and the bank does not have.
public struct MissingPreset: Hashable, Sendable {
  /// Its bank in the numbers of SoundFonts: 0…127 for melody, 128 for drums, 126 for the sound-effect kits of XG; above
  /// for both bank selects as one number.
  public var bank: Int
  /// Its program, 0…127.
  public var program: Int
  /// The bank and program that played instead; nil for silence.
  public var substitute: Address?
  /// How many notes asked for it.
  public var notes: Int

  /// Where a preset stands.
  public struct Address: Hashable, Sendable {
    /// 0…127 for melody, 128 for drums.
    public var bank: Int
    /// 0…127.
    public var program: Int
  }
}

extension SoundFontSynth {
  /// What notes have asked for since the last reset and the bank does not have, in the order in which channels came upon them; at most
  /// 128.
  /// - Thread: any, while nobody renders
  public var missingPresets: [MissingPreset] {
    firstCore?.pointee.state.missingPresets ?? []
  }
}

extension ChannelState {
  /// The list for people of what was missing.
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
