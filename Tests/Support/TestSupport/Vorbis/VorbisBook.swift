/// A random codebook whose tree of code words is full.
package struct VorbisBook {
  private let dimensions: Int
  /// The lengths of the code words; 0 for entries that have none.
  private var lengths: [Int] = []
  private let lookup: Int
  private let multiplicands: [Int]
  private let width: Int
  private let isCumulative: Bool
  /// The range of the vectors' components.
  private let range: ClosedRange<Double>

  /// - Parameters:
  ///   - entries: the number of entries with a code word
  ///   - lookup: the type of the vectors: 0 none, 1 a lattice, 2 one vector per entry
  ///   - range: the range of the vectors' components, or of the distances between them if the book is cumulative
  package init(
    entries: Int, dimensions: Int, lookup: Int, range: ClosedRange<Double> = -0.001...0.001,
    isCumulative: Bool? = nil, _ random: inout SeededGenerator
  ) {
    self.range = range
    self.dimensions = dimensions
    self.lookup = lookup
    lengths = Self.lengths(entries, &random)
    if random.oneIn(3) {
      lengths.sort()
    } else if lookup > 0, random.oneIn(2) {
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        lengths.insert(0, at: Int.random(in: 0...lengths.count, using: &random))
      }
    }
    let number = lookup == 1 ? Self.points(lengths.count, dimensions) : lengths.count * dimensions
    let width = Int.random(in: 2...7, using: &random)
    self.width = width
    multiplicands = (0..<(lookup == 0 ? 0 : number)).map { _ in
      Int.random(in: 0..<1 << width, using: &random)
    }
    self.isCumulative = isCumulative ?? random.oneIn(3)
  }

  /// The lengths of the leaves of a random tree.
  private static func lengths(_ count: Int, _ random: inout SeededGenerator) -> [Int] {
    var leaves = [0]
    while leaves.count < count {
      // often the last, which makes long code words
      let leaf = random.oneIn(3) ? leaves.count - 1 : Int.random(in: 0..<leaves.count, using: &random)
      guard leaves[leaf] < 30 else { continue }
      leaves[leaf] += 1
      leaves.append(leaves[leaf])
    }
    return count == 1 ? [1] : leaves.shuffled(using: &random)
  }

  /// The greatest number whose power is at most `count`.
  private static func points(_ count: Int, _ dimensions: Int) -> Int {
    var points = 1
    while (0..<dimensions).reduce(1, { product, _ in min(count + 1, product * (points + 1)) }) <= count { points += 1 }
    return points
  }

  /// Writes the book in the form that a setup header contains.
  package func write(to bits: inout BitWriter) {
    bits.put(0x56_4342, 24)
    bits.put(dimensions, 16)
    bits.put(lengths.count, 24)
    let isAscending = !lengths.contains(0) && zip(lengths, lengths.dropFirst()).allSatisfy { $0 <= $1 }
    bits.put(isAscending)
    if isAscending { writeAscending(&bits) } else { writeAny(&bits) }
    bits.put(lookup, 4)
    guard lookup > 0 else { return }
    bits.put(range.lowerBound)
    bits.put((range.upperBound - range.lowerBound) / Double(1 << width))
    bits.put(width - 1, 4)
    bits.put(isCumulative)
    for multiplicand in multiplicands { bits.put(multiplicand, width) }
  }

  private func writeAny(_ bits: inout BitWriter) {
    let isSparse = lengths.contains(0)
    bits.put(isSparse)
    for length in lengths {
      if isSparse { bits.put(length > 0) }
      if length > 0 { bits.put(length - 1, 5) }
    }
  }

  private func writeAscending(_ bits: inout BitWriter) {
    bits.put(lengths[0] - 1, 5)
    var (length, done) = (lengths[0], 0)
    while done < lengths.count {
      let count = lengths.count { $0 == length }
      bits.put(count, Int.bitWidth - (lengths.count - done).leadingZeroBitCount)
      done += count
      length += 1
    }
  }
}
