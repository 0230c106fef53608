/// The held pitches: their pitch classes, and the lowest key.
///
/// - Thread: any
public struct HeldPitches: Hashable, Sendable {
  /// A bit for each pitch class, starting with C at bit 0.
  public var pitchClasses: UInt16
  /// The lowest key, 0…127; nil if none is held.
  public var lowestKey: UInt8?

  /// Creates the pitches of keys.
  public init(keys: some Sequence<UInt8>) {
    (pitchClasses, lowestKey) = (0, nil)
    for key in keys {
      pitchClasses |= 1 << UInt16(key % 12)
      lowestKey = min(key, lowestKey ?? key)
    }
  }

  /// Creates the pitches from the word that the audio side publishes: the pitch classes in the lower 16 bits, and the
  /// lowest key (128 for none) in the bits above.
  init(word: Int) {
    pitchClasses = UInt16(truncatingIfNeeded: word) & 0xFFF
    let key = word >> 16 & 0xFF
    lowestKey = key < 128 ? UInt8(key) : nil
  }

  /// The pitch class of the lowest key, 0…11.
  public var bass: Int? { lowestKey.map { Int($0) % 12 } }
}
