/// A codebook: code words, the numbers of the entries that they stand for, and for vector quantization an entry's vector
/// (section 3 of the specification).
///
/// Code words of up to `tableBits` bits are looked up in a table, longer ones in a sorted list.
struct Codebook: BitwiseCopyable {
  /// The number of components of a vector, at least 1.
  let dimensions: Int
  let tableBits: Int
  /// For each value of the next `tableBits` bits: the rank of the entry times 64, plus the length of the code word; 0 if
  /// the code word is longer.
  let table: UnsafePointer<UInt32>
  /// The code words of more than `tableBits` bits in ascending order, with their first bit in the most significant bit.
  /// `longItems` holds for each of them the value that the table would contain.
  let longWords: UnsafePointer<UInt32>
  let longItems: UnsafePointer<UInt32>
  let longCount: Int
  /// The numbers of the entries that have a code word, in ascending order; an entry's rank is its index here.
  let entries: UnsafePointer<UInt32>
  /// The vectors of these entries, one after the other; nil for a codebook without vectors.
  let vectors: UnsafePointer<Float>?

  /// Reads a code word and returns the rank of its entry; −1 if the packet has ended.
  @inline(__always) func decodeRank(_ bits: inout PacketBits) -> Int {
    let word = bits.peek()
    var item = table[Int(word & ((1 &<< UInt32(truncatingIfNeeded: tableBits)) &- 1))]
    if item == 0 { item = longItem(word) }
    bits.skip(Int(item & 63))
    return bits.isExhausted || item == 0 ? -1 : Int(item &>> 6)
  }

  /// Reads a code word and returns the number of its entry; −1 if the packet has ended.
  func decodeEntry(_ bits: inout PacketBits) -> Int {
    let rank = decodeRank(&bits)
    return rank < 0 ? -1 : Int(entries[rank])
  }

  /// Returns the table item for the long code word that these bits begin with; 0 if there is none.
  private func longItem(_ bits: UInt32) -> UInt32 {
    let word = bits.bitsReversed
    var (low, high) = (0, longCount)
    // the last code word that is not greater
    while low < high {
      let middle = (low + high) / 2
      if longWords[middle] <= word { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? longItems[low - 1] : 0
  }
}

extension UInt32 {
  /// The number with its bits in the opposite order.
  var bitsReversed: UInt32 {
    var x = byteSwapped
    x = (x >> 4 & 0x0F0F_0F0F) | (x & 0x0F0F_0F0F) << 4
    x = (x >> 2 & 0x3333_3333) | (x & 0x3333_3333) << 2
    return (x >> 1 & 0x5555_5555) | (x & 0x5555_5555) << 1
  }
}

/// How much memory the codebooks of a stream may take, so that a few damaged bytes cannot claim gigabytes.
enum CodebookLimits {
  /// Returns the greatest numbers of entries and of vector components for the length of a setup header. The headers that
  /// encoders write have up to two entries and five components for each byte.
  static func limits(headerBytes: Int) -> (entries: Int, values: Int) {
    let bytes = min(headerBytes, 1 << 20)
    return (4_096 + 16 * bytes, 16_384 + 64 * bytes)
  }
}
