/// The pitches that are held: their pitch classes, and which is the lowest.
///
/// - Thread: any
public struct HeldPitches: Hashable, Sendable {
  /// A bit for each pitch class, C first.
  public var pitchClasses: UInt16
  /// The lowest key, 0…127; nil if none is held.
  public var lowestKey: UInt8?

  /// The pitches of these keys.
  public init(keys: some Sequence<UInt8>) {
    (pitchClasses, lowestKey) = (0, nil)
    for key in keys {
      pitchClasses |= 1 << UInt16(key % 12)
      lowestKey = min(key, lowestKey ?? key)
    }
  }

  /// What the audio side has published: the classes in the lower 16 bits, the lowest key above them, 128 for none.
  init(word: Int) {
    pitchClasses = UInt16(truncatingIfNeeded: word) & 0xFFF
    let key = word >> 16 & 0xFF
    lowestKey = key < 128 ? UInt8(key) : nil
  }

  /// The pitch class of the lowest key, 0…11.
  public var bass: Int? { lowestKey.map { Int($0) % 12 } }
}
