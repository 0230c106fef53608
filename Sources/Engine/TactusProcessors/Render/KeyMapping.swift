import TactusMIDI

/// A mapping of keys that runs a ``Transpose`` or a ``Quantise`` in a chain.
struct KeyMapping: NoteMapping {
  /// How notes outside the keys 0…127 are handled; see ``Transpose/OutOfRange``.
  enum OutOfRange: BitwiseCopyable {
    case drop, clamp, fold
  }

  /// The entry of ``keys`` for a note that is dropped.
  static var dropped: Int16 { .min }

  /// The new key for each key, which may lie outside 0…127, or ``dropped``.
  let keys: UnsafePointer<Int16>
  /// A bit for each channel: whether it is exempt.
  let exempt: UInt16
  let outOfRange: OutOfRange
  /// The transposition in semitones after the mapping.
  var shift: Int16 = 0
  /// A scale that replaces ``keys``: a bit for each semitone above its root; 0 for none.
  var scale: UInt16 = 0
  /// The root of ``scale``, 0…11.
  var root: Int16 = 0

  init(keys: UnsafePointer<Int16>, exempt: UInt16, outOfRange: OutOfRange) {
    (self.keys, self.exempt, self.outOfRange) = (keys, exempt, outOfRange)
  }

  func map(_ noteOn: ChannelMessage, _ targets: inout NoteTargets) {
    if exempt &>> UInt16(noteOn.channel) & 1 == 1 { return targets.add(noteOn) }
    let key = scale == 0 ? keys[Int(noteOn.data1)] : nearest(Int16(noteOn.data1))
    guard key != Self.dropped, let moved = inRange(Int(key) &+ Int(shift)) else { return }
    targets.add(noteOn.with(key: UInt8(truncatingIfNeeded: moved)))
  }

  /// Returns the key that is played for a key of any number; nil if it is dropped.
  private func inRange(_ key: Int) -> Int? {
    if key >= 0, key < 128 { return key }
    switch outOfRange {
    case .drop: return nil
    case .clamp: return key < 0 ? 0 : 127
    case .fold: return key < 0 ? key &+ (11 &- key) / 12 &* 12 : key &- (key &- 127 &+ 11) / 12 &* 12
    }
  }

  /// Returns the nearest key of the scale, or the lower of two that are equally near, like
  /// ``Quantise/Direction/nearest``.
  private func nearest(_ key: Int16) -> Int16 {
    for distance in Int16(0)..<12 {
      if isInScale(key &- distance) { return key &- distance }
      if isInScale(key &+ distance) { return key &+ distance }
    }
    return key
  }

  private func isInScale(_ key: Int16) -> Bool {
    guard key >= 0, key < 128 else { return false }
    return scale &>> UInt16(truncatingIfNeeded: (key &- root &+ 132) % 12) & 1 == 1
  }
}

/// The scales of `Scale.named` as bits: bit n is set if the scale contains n semitones above the root.
enum ScaleMask {
  /// Returns a scale by its index in `Scale.named`; 0 beyond the end.
  static func mask(_ choice: Int) -> UInt16 {
    switch choice {
    case 0, 4: 0b1010_1011_0101
    case 1, 9: 0b0101_1010_1101
    case 2: 0b1001_1010_1101
    case 3: 0b1010_1010_1101
    case 5: 0b0110_1010_1101
    case 6: 0b0101_1010_1011
    case 7: 0b1010_1101_0101
    case 8: 0b0110_1011_0101
    case 10: 0b0101_0110_1011
    case 11: 0b0010_1001_0101
    case 12: 0b0100_1010_1001
    case 13: 0b0100_1110_1001
    case 14: 0b0101_0101_0101
    case 15: 0b1011_0110_1101
    case 16: 0b1111_1111_1111
    default: 0
    }
  }
}
