extension MIDIFile.KeySignature {
  /// Reads the second word of the flex data message "Set Key Signature". Bits 28…31 contain the number of sharps, bits
  /// 24…27 the letter of the tonic: 1 is A, 7 is G. The result is nil if the tonic is unknown, or belongs neither to the
  /// major nor to the minor key with these sharps, as in the church modes.
  ///
  /// Source: M2-104-UM, "Set Key Signature Message".
  init?(flexData word: UInt32) {
    let sharps = Int8(truncatingIfNeeded: Int32(bitPattern: word) >> 28)
    guard sharps >= -7 else { return nil }
    for isMinor in [false, true] {
      self.init(sharps: sharps, isMinor: isMinor)
      if tonic == word >> 24 & 15 { return }
    }
    return nil
  }

  /// The second word of the message.
  var flexData: UInt32 { UInt32(bitPattern: Int32(sharps)) << 28 | tonic << 24 }

  /// The letter of the tonic: 1 is A, 7 is G. Each sharp raises the tonic by a fifth, which is four letters. The minor
  /// key's tonic is two letters below that of the major key.
  private var tonic: UInt32 {
    let letter = 2 + 4 * Int(sharps) - (isMinor ? 2 : 0)  // C is the letter 2, counted from 0
    return UInt32((letter % 7 + 7) % 7) + 1
  }
}
