import TactusFiles

/// How the spectra of a group of channels are coded, apart from their floors (section 8 of the specification).
struct Residue: BitwiseCopyable {
  enum Layout: UInt32, BitwiseCopyable {
    /// The components of a vector are spread over a partition.
    case spread
    /// The components of a vector are neighbors.
    case adjacent
    /// As `adjacent`, but in one spectrum that interleaves the values of all channels.
    case interleaved
  }

  let layout: Layout
  /// The range of values that is coded.
  let begin, end: Int
  let partitionSize: Int
  /// The number of classes of partitions.
  let classCount: Int
  /// The codebook of classes: each entry stands for the classes of as many partitions as the book has dimensions.
  let classBook: Int
  /// The number of classes raised to the power of the class book's dimensions; a valid entry is less than this.
  let classEntries: Int
  /// The number of passes: each adds to the values that the previous passes have decoded.
  let passCount: Int
  /// For each class and each of eight passes, the codebook; −1 for none.
  let books: UnsafePointer<Int16>
}

extension SetupReader {
  mutating func readResidue() throws(SampleDecodingError) -> Residue {
    guard let layout = Residue.Layout(rawValue: bits.read(16)) else { throw .unreadable }
    let (begin, end) = (Int(bits.read(24)), Int(bits.read(24)))
    let partitionSize = readCount(bits: 24)
    let classCount = readCount(bits: 6)
    let classBook = try readCodebookNumber()
    let (books, passCount) = try readBooks(classCount)
    let classEntries = Self.power(classCount, codebooks[classBook].dimensions)
    return Residue(
      layout: layout, begin: begin, end: end, partitionSize: partitionSize, classCount: classCount,
      classBook: classBook, classEntries: classEntries, passCount: passCount, books: memory.copy(books))
  }

  /// Reads which passes each class has, and their codebooks.
  private mutating func readBooks(_ classCount: Int) throws(SampleDecodingError) -> (books: [Int16], passCount: Int) {
    var passes: [UInt32] = []
    for _ in 0..<classCount {
      let low = bits.read(3)
      passes.append(bits.flag() ? bits.read(5) << 3 | low : low)
    }
    var books = [Int16](repeating: -1, count: 8 * classCount)
    var passCount = 0
    for index in 0..<books.count where passes[index / 8] >> UInt32(index % 8) & 1 != 0 {
      let book = try readCodebookNumber()
      guard codebooks[book].vectors != nil else { throw .unreadable }
      books[index] = Int16(book)
      passCount = max(passCount, index % 8 + 1)
    }
    return (books, passCount)
  }

  /// Returns a power, or any number of at least 2^24 if the power is that large.
  private static func power(_ base: Int, _ exponent: Int) -> Int {
    var product = 1
    for _ in 0..<exponent where product < 1 << 24 && base > 1 { product *= base }
    return product
  }
}
