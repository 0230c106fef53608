import TactusMIDI

/// Other keys for keys: ``Transpose`` and ``Quantise`` at work.
struct KeyMapping: NoteMapping {
  /// The key that each key becomes; −1: none.
  let keys: UnsafeMutablePointer<Int16>
  /// A bit for each channel that stays as it is.
  let exempt: UInt16
  /// The scale that has been set on the audio thread: its root and its place in `Scale.named`.
  private var root: Int16 = 0
  private var scale: Int16 = 0

  init(keys: UnsafeMutablePointer<Int16>, exempt: UInt16) { (self.keys, self.exempt) = (keys, exempt) }

  func map(_ noteOn: ChannelMessage, _ targets: inout NoteTargets) {
    let isExempt = exempt &>> UInt16(noteOn.channel) & 1 == 1
    let key = isExempt ? Int16(noteOn.data1) : keys[Int(noteOn.data1)]
    if key >= 0 { targets.add(noteOn.with(key: UInt8(truncatingIfNeeded: key))) }
  }

  /// Moves every key by semitones; keys that would leave 0…127 are left out.
  func transpose(by semitones: Int) {
    for key in 0..<128 {
      let moved = key &+ semitones
      keys[key] = moved >= 0 && moved < 128 ? Int16(truncatingIfNeeded: moved) : -1
    }
  }

  /// Moves every key to the nearest one of a scale from another root on.
  mutating func quantise(root: Int16) {
    self.root = root
    quantise()
  }

  /// The same with another scale.
  mutating func quantise(scale: Int16) {
    self.scale = scale
    quantise()
  }

  private func quantise() {
    let mask = ScaleMask.mask(Int(scale))
    for key in 0..<128 {
      var distance = 0
      // of two equally near the lower one, as ``Quantise/Direction/nearest``
      while distance < 12 {
        if isIn(mask, key &- distance) { break }
        if isIn(mask, key &+ distance) {
          distance = -distance
          break
        }
        distance &+= 1
      }
      keys[key] = Int16(truncatingIfNeeded: key &- distance)
    }
  }

  private func isIn(_ mask: UInt16, _ key: Int) -> Bool {
    guard key >= 0, key < 128 else { return false }
    let above = (key &- Int(root) &+ 132) % 12
    return mask &>> UInt16(truncatingIfNeeded: above) & 1 == 1
  }
}

/// The scales of `Scale.named` as bits: bit n says that n semitones above the root are in.
enum ScaleMask {
  static func mask(_ place: Int) -> UInt16 {
    switch place {
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
    default: 0b1111_1111_1111
    }
  }
}
