import TactusFiles

extension SoundBank {
  /// A preset that a program change can select.
  public struct Preset: Hashable, Sendable {
    /// The bank number, 0…65,535; 128 for drum kits.
    public var bank: Int
    /// The program, 0…127.
    public var program: Int
    /// The name in the SoundFont.
    public var name: String
    /// The index in the bank's stack of the SoundFont that contains the preset; 0 is the bottom.
    public var layer: Int
  }

  /// The presets of all SoundFonts in the stack, in ascending order of bank and program. If several SoundFonts have a
  /// preset with the same number, only that of the uppermost is listed.
  /// - Complexity: O(presets)
  /// - Thread: any
  public var presets: [Preset] {
    Self.addresses(of: layers).map { item in
      Preset(
        bank: Int(item.address) / 128, program: Int(item.address) % 128,
        name: layers[item.layer].font.name(of: item.preset), layer: item.layer)
    }
  }
}
