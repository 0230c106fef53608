import TactusFiles

/// The code words of a codebook, derived from their lengths (section 3.2.1 of the specification): in the order of the
/// entries, each takes the lowest free word of its length of which no other code word is a prefix.
struct CodeWords {
  /// The numbers of the entries that have a code word.
  private(set) var entries: [UInt32] = []
  /// Their code words, the first bit in the most significant bit.
  private var words: [UInt32] = []
  private var lengths: [UInt8] = []
  /// For each depth of the tree of code words, the word of the free branch at that depth, if there is any; there is
  /// never more than one. A new code word takes the deepest branch that is not below its length.
  private var branches = [UInt32](repeating: 0, count: 33)
  /// Bit n is set if there is a free branch of depth n.
  private var free: UInt64 = 1
  private(set) var longest = 0

  /// Assigns a code word of the given length, 1 to 32, to the next entry.
  mutating func append(entry: Int, length: Int) throws(SampleDecodingError) {
    let usable = free & ((2 << UInt64(length)) - 1)
    guard usable != 0 else { throw .unreadable }  // more words than the tree has room for
    let depth = 63 - usable.leadingZeroBitCount
    let word = branches[depth]
    free &= ~(1 << UInt64(depth))
    if depth < length {
      for other in depth + 1...length {
        branches[other] = word | 1 << UInt32(32 - other)
        free |= 1 << UInt64(other)
      }
    }
    entries.append(UInt32(entry))
    words.append(word)
    lengths.append(UInt8(length))
    longest = max(longest, length)
  }

  /// Builds the tables of a codebook.
  ///
  /// The tree must be full, with one exception: a single code word has one bit, of any value.
  consuming func codebook(
    dimensions: Int, vectors: UnsafePointer<Float>?, memory: SetupMemory
  ) throws(SampleDecodingError) -> Codebook {
    let isSingle = words.count == 1 && lengths[0] == 1
    guard free == 0 || words.isEmpty || isSingle else { throw .unreadable }
    let bits = min(max(longest, 1), Self.maximumTableBits)
    let table = memory.array(UInt32(0), count: 1 << bits)
    var long: [UInt64] = []
    for rank in 0..<words.count {
      let length = Int(lengths[rank])
      guard length <= bits else {
        long.append(UInt64(words[rank]) << 32 | UInt64(rank))
        continue
      }
      var index = Int(words[rank].bitsReversed)
      while index < 1 << bits {
        table[index] = UInt32(rank) << 6 | UInt32(length)
        index += 1 << length
      }
    }
    if isSingle { table[1] = table[0] }
    long.sort()
    return Codebook(
      dimensions: dimensions, tableBits: bits, table: UnsafePointer(table),
      longWords: memory.copy(long.map { UInt32($0 >> 32) }),
      longItems: memory.copy(
        long.map { item in
          let rank = Int(item & 0xFFFF_FFFF)
          return UInt32(rank) << 6 | UInt32(lengths[rank])
        }),
      longCount: long.count, entries: memory.copy(entries), vectors: vectors)
  }

  private static let maximumTableBits = 9
}
