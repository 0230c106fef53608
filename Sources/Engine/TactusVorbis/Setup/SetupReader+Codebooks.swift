import TactusFiles

extension SetupReader {
  /// Reads a codebook (section 3.2.1 of the specification).
  mutating func readCodebook() throws(SampleDecodingError) -> Codebook {
    guard bits.read(24) == 0x56_4342 else { throw .unreadable }
    let dimensions = Int(bits.read(16))
    let count = Int(bits.read(24))
    guard dimensions > 0, count <= entriesLeft, !bits.isExhausted else { throw .unreadable }
    entriesLeft -= count
    let words = bits.flag() ? try readAscendingLengths(count) : try readLengths(count)
    let vectors = try readVectors(words.entries, count: count, dimensions: dimensions)
    return try words.codebook(dimensions: dimensions, vectors: vectors, memory: memory)
  }

  /// Reads the length of each entry's code word; in a sparse book, entries without a code word are marked.
  private mutating func readLengths(_ count: Int) throws(SampleDecodingError) -> CodeWords {
    var words = CodeWords()
    let isSparse = bits.flag()
    for entry in 0..<count {
      if isSparse, !bits.flag() { continue }
      try words.append(entry: entry, length: readCount(bits: 5))
      guard !bits.isExhausted else { throw .unreadable }
    }
    return words
  }

  /// Reads how many entries have each length, in ascending order of the lengths.
  private mutating func readAscendingLengths(_ count: Int) throws(SampleDecodingError) -> CodeWords {
    var words = CodeWords()
    var length = readCount(bits: 5)
    var entry = 0
    while entry < count {
      let number = Int(bits.read(bitWidth(count - entry)))
      guard number <= count - entry, length <= 32, !bits.isExhausted else { throw .unreadable }
      for _ in 0..<number {
        try words.append(entry: entry, length: length)
        entry += 1
      }
      length += 1
    }
    return words
  }

  /// Reads the vectors of a codebook, for the entries that have a code word; nil if the book has none.
  private mutating func readVectors(
    _ entries: [UInt32], count: Int, dimensions: Int
  ) throws(SampleDecodingError) -> UnsafePointer<Float>? {
    let type = bits.read(4)
    guard type > 0 else { return nil }
    let (minimum, step) = (bits.readFloat(), bits.readFloat())
    let width = readCount(bits: 4)
    let isCumulative = bits.flag()
    // a lattice uses the same values in every dimension; a tessellation stores the values of every entry
    guard type <= 2 else { throw .unreadable }
    let number = type == 1 ? Self.latticePoints(count, dimensions) : try Self.product(count, dimensions)
    let size = try Self.product(entries.count, dimensions)
    // a sparse tessellation also stores values of entries without a code word
    guard max(size, number) <= valuesLeft else { throw .unreadable }
    valuesLeft -= max(size, number)
    var steps: [UInt16] = []
    for _ in 0..<number {
      steps.append(UInt16(truncatingIfNeeded: bits.read(width)))
      guard !bits.isExhausted else { throw .unreadable }
    }
    let vectors = memory.array(Float(0), count: size)
    for rank in 0..<entries.count {
      let vector = vectors + rank * dimensions
      var rest = Int(entries[rank])
      var last: Float = 0
      for index in 0..<dimensions {
        let position = type == 1 ? rest % number : Int(entries[rank]) * dimensions + index
        vector[index] = Float(Double(steps[position]) * Double(step) + Double(minimum) + Double(last))
        if isCumulative { last = vector[index] }
        rest /= max(1, number)
      }
    }
    return UnsafePointer(vectors)
  }

  private static func product(_ first: Int, _ second: Int) throws(SampleDecodingError) -> Int {
    let (product, isBeyond) = first.multipliedReportingOverflow(by: second)
    guard !isBeyond else { throw .unreadable }
    return product
  }

  /// Returns the greatest integer that, raised to the power of the dimensions, is at most the number of entries.
  private static func latticePoints(_ count: Int, _ dimensions: Int) -> Int {
    guard dimensions > 1 else { return count }
    var points = 0
    while power(points + 1, dimensions, isAtMost: count) { points += 1 }
    return points
  }

  private static func power(_ base: Int, _ exponent: Int, isAtMost limit: Int) -> Bool {
    guard base > 1 else { return base <= limit }
    var product: Int64 = 1
    for _ in 0..<exponent {
      product *= Int64(base)  // limit and base are at most 2^24
      if product > Int64(limit) { return false }
    }
    return true
  }
}

extension PacketBits {
  /// Reads a number with a mantissa of 21 bits, an exponent of 10 and a sign.
  fileprivate mutating func readFloat() -> Float {
    let bits = read(32)
    let exponent = Int(bits >> 21 & 0x3FF) - 788
    let scale = Double(bitPattern: UInt64(exponent + 1_023) << 52)
    let magnitude = Float(Double(bits & 0x1F_FFFF) * scale)
    return bits & 0x8000_0000 == 0 ? magnitude : -magnitude
  }
}
