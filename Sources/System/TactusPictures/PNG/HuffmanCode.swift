/// A canonical Huffman code (RFC 1951 §3.2.2).
package struct HuffmanCode {
  /// The code length of each symbol in bits; 0 for symbols that do not occur.
  package private(set) var lengths: [UInt8]
  /// The code words, with the first bit in the lowest position.
  package private(set) var words: [Int]

  /// Creates the best code for symbol frequencies, with code words of at most `longest` bits. There are always at least
  /// two code words, because some decoders reject a code with only one.
  package init(frequencies: [Int], longest: Int) {
    var frequencies = frequencies
    let missing = 2 - frequencies.count { $0 > 0 }
    for index in frequencies.indices.filter({ frequencies[$0] == 0 }).prefix(max(0, missing)) { frequencies[index] = 1 }
    lengths = Self.lengths(frequencies, longest)
    words = Self.words(lengths, longest)
  }

  /// Returns the lengths that result from the Huffman tree over the symbols sorted by frequency.
  private static func lengths(_ frequencies: [Int], _ longest: Int) -> [UInt8] {
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }.sorted {
      (frequencies[$0], $0) < (frequencies[$1], $1)
    }
    var weights = symbols.map { frequencies[$0] }
    var parents = [Int](repeating: 0, count: symbols.count)
    // There are two queues in ascending order: `weights` contains first the symbols, then the sums computed so far.
    var (leaf, sum) = (0, symbols.count)
    func takeLightest() -> Int {
      if leaf < symbols.count, sum >= weights.count || weights[leaf] <= weights[sum] {
        leaf += 1
        return leaf - 1
      }
      sum += 1
      return sum - 1
    }
    while weights.count < 2 * symbols.count - 1 {
      let (a, b) = (takeLightest(), takeLightest())
      (parents[a], parents[b]) = (weights.count, weights.count)
      weights.append(weights[a] + weights[b])
      parents.append(0)
    }
    var depths = [Int](repeating: 0, count: weights.count)
    for node in (0..<weights.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
    var counts = [Int](repeating: 0, count: longest + 1)
    for depth in depths[..<symbols.count] { counts[min(depth, longest)] += 1 }
    makeRoom(&counts, longest)
    // The rarest symbols get the longest code words.
    var result = [UInt8](repeating: 0, count: frequencies.count)
    var next = symbols.makeIterator()
    for length in (1...longest).reversed() {
      for _ in 0..<counts[length] { if let symbol = next.next() { result[symbol] = UInt8(length) } }
    }
    return result
  }

  /// Corrects the lengths. After some code words have been shortened to `longest` bits, all code words together may
  /// need more than the available code space. Each step lengthens a shorter code word by one bit and makes one of the
  /// longest code words its sibling, which frees the space that this longest code word had.
  private static func makeRoom(_ counts: inout [Int], _ longest: Int) {
    var room = (1...longest).reduce(0) { $0 + counts[$1] << (longest - $1) }
    while room > 1 << longest {
      guard let shorter = (1..<longest).last(where: { counts[$0] > 0 }) else { return }
      counts[longest] -= 1
      counts[shorter] -= 1
      counts[shorter + 1] += 2
      room -= 1
    }
  }

  private static func words(_ lengths: [UInt8], _ longest: Int) -> [Int] {
    var words = [Int](repeating: 0, count: lengths.count)
    var word = 0
    for length in 1...longest {
      for symbol in lengths.indices where Int(lengths[symbol]) == length {
        words[symbol] = reversed(word, length)
        word += 1
      }
      word <<= 1
    }
    return words
  }

  private static func reversed(_ word: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 << 1 | word >> $1 & 1 }
  }
}
