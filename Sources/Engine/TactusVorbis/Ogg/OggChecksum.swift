/// The checksum of Ogg pages (RFC 3533): CRC-32 with the polynomial 04C11DB7, most significant bit first, starting from 0.
enum OggChecksum {
  /// Continues a checksum over more bytes, eight at a time.
  static func extend(_ sum: UInt32, over bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let start = bytes.baseAddress else { return sum }
    return tables.withUnsafeBufferPointer { tables in
      guard let table = tables.baseAddress else { return sum }
      var sum = sum
      var offset = 0
      while bytes.count - offset >= 8 {
        let high = sum ^ UInt32(bigEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        let low = UInt32(bigEndian: start.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
        sum = four(table + 1_024, high) ^ four(table, low)
        offset += 8
      }
      while offset < bytes.count {
        sum = sum << 8 ^ table[Int(sum >> 24 ^ UInt32(bytes[offset]))]
        offset += 1
      }
      return sum
    }
  }

  /// Returns the effect of four bytes; table 0 is that of the last byte.
  private static func four(_ table: UnsafePointer<UInt32>, _ word: UInt32) -> UInt32 {
    table[768 + Int(word >> 24)] ^ table[512 + Int(word >> 16 & 255)] ^ table[256 + Int(word >> 8 & 255)]
      ^ table[Int(word & 255)]
  }

  /// Table k, at k · 256: the effect of a byte that k zero bytes follow.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var sum = UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
      tables[byte] = sum
    }
    for index in 256..<tables.count {
      let shorter = tables[index - 256]
      tables[index] = shorter << 8 ^ tables[Int(shorter >> 24)]
    }
    return tables
  }()
}
