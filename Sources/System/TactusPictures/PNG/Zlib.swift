/// Compresses bytes to a zlib stream (RFC 1950, RFC 1951): finds matches with short hash chains, and uses dynamic
/// Huffman codes for each block. It exists because not every platform has a system library for this.
package struct Zlib {
  /// The literals and matches of one block. A literal is a byte, and a match is length << 16 | distance.
  private var tokens: [UInt32] = []
  private var bits = BitWriter()

  private static let blockTokens = 1 << 15
  private static let window = 1 << 15
  /// The maximum number of earlier positions examined for the longest match.
  private static let chain = 24

  package static func compress(_ data: [UInt8]) -> [UInt8] {
    var zlib = Zlib()
    zlib.bits.bytes = [0x78, 0x9C]
    zlib.deflate(data)
    var result = zlib.bits.finished()
    result.append(bigEndian: adler32(data))
    return result
  }

  private mutating func deflate(_ data: [UInt8]) {
    var heads = [Int32](repeating: -1, count: 1 << 15)
    var previous = [Int32](repeating: -1, count: Self.window)
    var position = 0
    func remember(_ index: Int) {
      guard index + 3 <= data.count else { return }
      let hash = Self.hash(data, index)
      previous[index % Self.window] = heads[hash]
      heads[hash] = Int32(truncatingIfNeeded: index)
    }
    while position < data.count {
      let match = Self.longest(data, position, heads, previous)
      if match.length >= 3 {
        tokens.append(UInt32(match.length) << 16 | UInt32(match.distance))
        for index in position..<position + match.length { remember(index) }
        position += match.length
      } else {
        tokens.append(UInt32(data[position]))
        remember(position)
        position += 1
      }
      if tokens.count == Self.blockTokens { writeBlock(isLast: position == data.count) }
    }
    if !tokens.isEmpty || data.isEmpty { writeBlock(isLast: true) }
  }

  private static func hash(_ data: [UInt8], _ index: Int) -> Int {
    let word = UInt32(data[index]) << 16 | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2])
    return Int((word &* 0x9E37_79B1) >> 17)
  }

  private static func longest(
    _ data: [UInt8], _ position: Int, _ heads: [Int32], _ previous: [Int32]
  ) -> (length: Int, distance: Int) {
    guard position + 3 <= data.count else { return (0, 0) }
    let limit = min(258, data.count - position)
    var best = (length: 0, distance: 0)
    var candidate = Int(heads[hash(data, position)])
    for _ in 0..<chain {
      guard candidate >= 0, position - candidate < window else { break }
      if best.length == 0 || data[candidate + best.length] == data[position + best.length] {
        var length = 0
        while length < limit, data[candidate + length] == data[position + length] { length += 1 }
        if length > best.length { best = (length, position - candidate) }
        if length == limit { break }
      }
      let next = Int(previous[candidate % window])
      guard next < candidate else { break }  // a later position has taken over the slot
      candidate = next
    }
    return best
  }

  /// Writes a block with dynamic codes (RFC 1951 §3.2.7).
  private mutating func writeBlock(isLast: Bool) {
    var literals = [Int](repeating: 0, count: 286)
    var distances = [Int](repeating: 0, count: 30)
    literals[256] = 1
    for token in tokens {
      if token < 1 << 16 {
        literals[Int(token)] += 1
      } else {
        literals[DeflateSymbol.length(Int(token >> 16)).code + 257] += 1
        distances[DeflateSymbol.distance(Int(token & 0xFFFF)).code] += 1
      }
    }
    let literalCode = HuffmanCode(frequencies: literals, longest: 15)
    let distanceCode = HuffmanCode(frequencies: distances, longest: 15)
    bits.write(isLast ? 1 : 0, 1)
    bits.write(2, 2)
    writeLengths(literalCode.lengths, distanceCode.lengths)
    for token in tokens { write(token, literalCode, distanceCode) }
    bits.write(literalCode, 256)
    tokens.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ token: UInt32, _ literals: HuffmanCode, _ distances: HuffmanCode) {
    guard token >= 1 << 16 else { return bits.write(literals, Int(token)) }
    let length = DeflateSymbol.length(Int(token >> 16))
    bits.write(literals, length.code + 257)
    bits.write(length.extra, length.extraBits)
    let distance = DeflateSymbol.distance(Int(token & 0xFFFF))
    bits.write(distances, distance.code)
    bits.write(distance.extra, distance.extraBits)
  }

  /// Encodes the code lengths of both codes; runs of zeros are run-length encoded.
  private mutating func writeLengths(_ literals: [UInt8], _ distances: [UInt8]) {
    let literalCount = max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
    let distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
    let symbols = Self.runs(Array(literals[..<literalCount] + distances[..<distanceCount]))
    var frequencies = [Int](repeating: 0, count: 19)
    for symbol in symbols { frequencies[symbol.code] += 1 }
    let code = HuffmanCode(frequencies: frequencies, longest: 7)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let count = max(4, (order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    bits.write(literalCount - 257, 5)
    bits.write(distanceCount - 1, 5)
    bits.write(count - 4, 4)
    for index in order[..<count] { bits.write(Int(code.lengths[index]), 3) }
    for symbol in symbols {
      bits.write(code, symbol.code)
      bits.write(symbol.extra, symbol.code == 17 ? 3 : symbol.code == 18 ? 7 : 0)
    }
  }

  private static func runs(_ lengths: [UInt8]) -> [(code: Int, extra: Int)] {
    var result: [(code: Int, extra: Int)] = []
    var index = 0
    while index < lengths.count {
      let zeros = min(138, lengths[index...].prefix { $0 == 0 }.count)
      if zeros >= 3 {
        result.append(zeros <= 10 ? (17, zeros - 3) : (18, zeros - 11))
        index += zeros
      } else {
        result.append((Int(lengths[index]), 0))
        index += 1
      }
    }
    return result
  }

  private static func adler32(_ data: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for start in stride(from: 0, to: data.count, by: 4096) {
      for byte in data[start..<min(start + 4096, data.count)] {
        a &+= UInt32(byte)
        b &+= a
      }
      (a, b) = (a % 65_521, b % 65_521)
    }
    return b << 16 | a
  }
}

/// The encoding of a length or a distance: a code, and extra bits (RFC 1951 §3.2.5).
private struct DeflateSymbol {
  var code: Int
  var extra: Int
  var extraBits: Int

  static func length(_ length: Int) -> DeflateSymbol {
    if length == 258 { return DeflateSymbol(code: 28, extra: 0, extraBits: 0) }
    return of(length - 3, stepsPerDoubling: 4)
  }

  static func distance(_ distance: Int) -> DeflateSymbol { of(distance - 1, stepsPerDoubling: 2) }

  /// Returns the symbol of a value. Each of the first 2 · `steps` values has its own code. For larger values, there are
  /// `steps` codes for each doubling of the value.
  private static func of(_ value: Int, stepsPerDoubling steps: Int) -> DeflateSymbol {
    guard value >= 2 * steps else { return DeflateSymbol(code: value, extra: 0, extraBits: 0) }
    let log = Int.bitWidth - 1 - value.leadingZeroBitCount
    let extraBits = log - (steps == 4 ? 2 : 1)
    let code = steps * (extraBits + 1) + (value >> extraBits & (steps - 1))
    return DeflateSymbol(code: code, extra: value & (1 << extraBits - 1), extraBits: extraBits)
  }
}

/// Writes bits, starting with the lowest of each byte.
private struct BitWriter {
  var bytes: [UInt8] = []
  private var held: UInt64 = 0
  private var count = 0

  mutating func write(_ value: Int, _ width: Int) {
    held |= UInt64(value) << UInt64(count)
    count += width
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: held))
      held >>= 8
      count -= 8
    }
  }

  mutating func write(_ code: HuffmanCode, _ symbol: Int) { write(code.words[symbol], Int(code.lengths[symbol])) }

  mutating func finished() -> [UInt8] {
    if count > 0 { write(0, 8 - count) }
    return bytes
  }
}
