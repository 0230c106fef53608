/// A random Vorbis stream that uses features of the format that encoders do not use: floors of both types, residues of
/// all layouts, codebooks of every kind. Packets are random bits, which are decoded to some sound, because every
/// sequence of bits is a code word.
package struct RandomVorbis {
  /// The features that the stream may use.
  package struct Kind: Sendable {
    package var channels = 1
    /// The types of floors and residues.
    package var floors = 0...1
    package var residues = 0...2
    package var packets = 12
    /// Whether packets may end early. Otherwise, spectra are so short that 6,000 bytes always suffice: if a packet
    /// ends within a partition of a type-0 residue, libvorbis discards the vectors of that partition, which the
    /// specification keeps (section 8.6.2).
    package var isCut = true

    package init(
      channels: Int = 1, floors: ClosedRange<Int> = 0...1, residues: ClosedRange<Int> = 0...2, packets: Int = 12,
      isCut: Bool = true
    ) {
      (self.channels, self.floors, self.residues, self.packets) = (channels, floors, residues, packets)
      self.isCut = isCut
    }
  }

  private let kind: Kind
  private var random: SeededGenerator
  /// The base-2 logarithms of the lengths of short and long blocks.
  package private(set) var shortBits = 8
  package private(set) var longBits = 11
  /// Three headers and the blocks.
  package private(set) var packets: [[UInt8]] = []
  /// The number of frames up to the end of each block.
  package private(set) var granules: [Int64] = []
  private var books: [VorbisBook] = []
  private var modes: [Bool] = []

  package init(_ kind: Kind = Kind(), seed: UInt64) {
    self.kind = kind
    random = SeededGenerator(seed: seed)
    shortBits = number(6...9)
    longBits = number(shortBits...12)
    packets = [identification(), comments(), setup()]
    var isLong = (0...kind.packets).map { _ in modes[number(0...modes.count - 1)] }
    isLong.append(isLong[kind.packets])
    var frames: Int64 = 0
    for index in 0..<kind.packets {
      packets.append(block(isLong[index], isLong[index == 0 ? 0 : index - 1], isLong[index + 1]))
      if index > 0 { frames += (quarter(isLong[index - 1]) + quarter(isLong[index])) }
      granules.append(frames)
    }
  }

  private func quarter(_ isLong: Bool) -> Int64 { 1 << Int64((isLong ? longBits : shortBits) - 2) }

  /// The stream, with some packets in each page, and cut by some frames.
  package func ogg(packetsPerPage: Int = 5, cut: Int64 = 0, most: Int = 255, serial: UInt32 = 77) -> [UInt8] {
    var ogg = OggWriter(serial: serial)
    ogg.append([packets[0]], granule: 0)
    ogg.append(Array(packets[1...2]), granule: 0, most: most)
    for start in stride(from: 0, to: granules.count, by: packetsPerPage) {
      let end = min(granules.count, start + packetsPerPage)
      let isLast = end == granules.count
      ogg.append(
        Array(packets[3 + start..<3 + end]), granule: granules[end - 1] - (isLast ? cut : 0), isLast: isLast, most: most
      )
    }
    return ogg.bytes
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func header(_ type: Int) -> BitWriter {
    var bits = BitWriter()
    bits.put(type, 8)
    for byte in "vorbis".utf8 { bits.put(Int(byte), 8) }
    return bits
  }

  private func identification() -> [UInt8] {
    var bits = header(1)
    bits.put(0, 32)
    bits.put(kind.channels, 8)
    bits.put(44_100, 32)
    for _ in 0..<3 { bits.put(0, 32) }
    bits.put(shortBits, 4)
    bits.put(longBits, 4)
    bits.put(true)
    return bits.bytes
  }

  private func comments() -> [UInt8] {
    var bits = header(3)
    bits.put(0, 32)
    bits.put(0, 32)
    bits.put(true)
    return bits.bytes
  }

  /// Codebooks 0 to 3 are of classes, 4 to 6 of heights, 7 and 8 of angles that ascend, the others of residues.
  private mutating func setup() -> [UInt8] {
    var bits = header(5)
    let classCounts = (0..<4).map { _ in number(1...4) }
    for count in classCounts {
      let dimensions = number(1...3)
      let entries = (0..<dimensions).reduce(1) { product, _ in product * count }
      books.append(VorbisBook(entries: entries, dimensions: dimensions, lookup: 0, &random))
    }
    for _ in 0..<3 { books.append(VorbisBook(entries: number(2...90), dimensions: 1, lookup: 0, &random)) }
    for _ in 0..<2 {
      books.append(
        VorbisBook(
          entries: number(2...60), dimensions: number(1...9), lookup: number(1...2), range: 0.2...0.28,
          isCumulative: true, &random))
    }
    for _ in 0..<5 {
      books.append(
        VorbisBook(
          entries: number(1...300), dimensions: random.pick([1, 2, 3, 4, 6, 8, 12]), lookup: number(1...2), &random))
    }
    bits.put(books.count - 1, 8)
    for book in books { book.write(to: &bits) }
    bits.put(0, 6)  // time transforms
    bits.put(0, 16)
    bits.put(2, 6)
    for _ in 0..<3 { floor(number(kind.floors), &bits) }
    bits.put(2, 6)
    for _ in 0..<3 { residue(number(kind.residues), classCounts, &bits) }
    bits.put(1, 6)
    for _ in 0..<2 { mapping(&bits) }
    modes = [false, true, random.oneIn(2)]
    bits.put(modes.count - 1, 6)
    for isLong in modes {
      bits.put(isLong)
      bits.put(0, 32)
      bits.put(number(0...1), 8)
    }
    bits.put(true)
    return bits.bytes
  }

  private mutating func floor(_ type: Int, _ bits: inout BitWriter) {
    bits.put(type, 16)
    guard type == 1 else { return floor0(&bits) }
    let partitions = (0..<number(0...6)).map { _ in number(0...3) }
    bits.put(partitions.count, 5)
    for group in partitions { bits.put(group, 4) }
    let dimensions = (0...(partitions.max() ?? 0)).map { _ in number(1...5) }
    for size in partitions.isEmpty ? [] : dimensions {
      bits.put(size - 1, 3)
      let selector = number(0...3)
      bits.put(selector, 2)
      if selector > 0 { bits.put(number(4...6), 8) }
      for _ in 0..<1 << selector { bits.put(random.oneIn(4) ? 0 : number(4...6) + 1, 8) }
    }
    bits.put(number(0...3), 2)
    let width = number(longBits - 1...longBits)
    bits.put(width, 4)
    var positions = Set([0, 1 << width])
    for _ in 0..<partitions.reduce(0, { $0 + dimensions[$1] }) {
      var position = 0
      while !positions.insert(position).inserted { position = number(1...(1 << width) - 1) }
      bits.put(position, width)
    }
  }

  private mutating func floor0(_ bits: inout BitWriter) {
    bits.put(number(6...11), 8)
    bits.put(44_100, 16)
    bits.put(number(16...256), 16)
    bits.put(number(4...9), 6)
    bits.put(number(1...4), 8)
    let count = number(1...3)
    bits.put(count - 1, 4)
    for _ in 0..<count { bits.put(number(7...8), 8) }
  }

  private mutating func residue(_ type: Int, _ classCounts: [Int], _ bits: inout BitWriter) {
    bits.put(type, 16)
    // divides by the number of channels of any group
    let unit = (1...kind.channels).reduce(1, *)
    bits.put(random.oneIn(2) ? 0 : unit * number(0...20), 24)
    bits.put(unit * number(16...(kind.isCut ? 3_000 : 400 / unit)), 24)
    // vectors of any of the books fill a partition
    bits.put(unit * 24 * number(1...3) - 1, 24)
    let book = number(0...3)
    bits.put(classCounts[book] - 1, 6)
    bits.put(book, 8)
    let passes = (0..<classCounts[book]).map { _ in kind.isCut && random.oneIn(3) ? number(0...255) : number(0...7) }
    for pass in passes {
      bits.put(pass & 7, 3)
      bits.put(pass > 7)
      if pass > 7 { bits.put(pass >> 3, 5) }
    }
    for pass in passes {
      for _ in 0..<pass.nonzeroBitCount { bits.put(number(9...books.count - 1), 8) }
    }
  }

  private mutating func mapping(_ bits: inout BitWriter) {
    let width = Int.bitWidth - (kind.channels - 1).leadingZeroBitCount
    let groups = number(1...3)
    bits.put(0, 16)
    bits.put(groups > 1)
    if groups > 1 { bits.put(groups - 1, 4) }
    // A channel is coupled once. What is coupled twice depends on the signs of rounding errors.
    let channels = (0..<kind.channels).shuffled(using: &random)
    let couplings = number(0...kind.channels / 2)
    bits.put(couplings > 0)
    if couplings > 0 { bits.put(couplings - 1, 8) }
    for index in 0..<couplings {
      bits.put(channels[2 * index], width)
      bits.put(channels[2 * index + 1], width)
    }
    bits.put(0, 2)
    if groups > 1 { for _ in 0..<kind.channels { bits.put(number(0...groups - 1), 4) } }
    for _ in 0..<groups {
      bits.put(0, 8)
      bits.put(number(0...2), 8)
      bits.put(number(0...2), 8)
    }
  }

  /// A block of random bits, with the length that it needs or less.
  private mutating func block(_ isLong: Bool, _ isLongBefore: Bool, _ isLongAfter: Bool) -> [UInt8] {
    var bits = BitWriter()
    bits.put(false)
    let possible = modes.indices.filter { modes[$0] == isLong }
    bits.put(possible[number(0...possible.count - 1)], 2)
    if isLong {
      bits.put(isLongBefore)
      bits.put(isLongAfter)
    }
    let size = !kind.isCut ? 6_000 : random.oneIn(4) ? number(0...20) : number(50...1_500)
    for _ in 0..<size { bits.put(number(0...255) | 1, 8) }
    return bits.bytes
  }
}
