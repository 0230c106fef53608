extension MIDIFile.KeySignature {
  /// The key signature of the second word of a flex data message "Set Key Signature": sharps in bits 28…31 and the
  /// tonic's letter in bits 24…27, from 1 for A to 7 for G. Nil for other tonics than those of the major and minor key
  /// with these sharps, such as those of modes and unknown ones.
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

  /// The letter of the tonic, 1 for A to 7 for G. The letters of a circle of fifths are four letters apart; the minor
  /// key's tonic is two letters below that of the major key.
  private var tonic: UInt32 {
    let letter = 2 + 4 * Int(sharps) - (isMinor ? 2 : 0)  // C is the letter 2, counted from 0
    return UInt32((letter % 7 + 7) % 7) + 1
  }
}
