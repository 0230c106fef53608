import TactusFiles

/// A floor of type 1: lines between points on a scale of decibels (section 7.2 of the specification).
struct Floor1: BitwiseCopyable {
  /// The most points that a floor may have.
  static let maximumPoints = 65

  /// A group of points that are coded together.
  struct Group: BitwiseCopyable {
    var dimensions = 0
    /// The number of bits that select a codebook for each point.
    var selectorBits = 0
    var masterBook = 0
    /// The index of the group's first codebook in `books`.
    var firstBook = 0
  }

  let partitionCount: Int
  /// For each partition, the number of its group.
  let partitions: UnsafePointer<UInt8>
  let groups: UnsafePointer<Group>
  /// The codebooks of points; −1 for points that are always 0.
  let books: UnsafePointer<Int16>
  let multiplier: Int32
  let pointCount: Int
  /// The positions of the points, and the indices of their neighbors among the earlier points.
  let positions: UnsafePointer<Int32>
  let below, above: UnsafePointer<UInt8>
  /// The indices of the points in ascending order of their positions.
  let order: UnsafePointer<UInt8>

  /// The number of values that a point has.
  var range: Int32 {
    switch multiplier {
    case 1: 256
    case 2: 128
    case 3: 86
    default: 64
    }
  }
}

extension SetupReader {
  mutating func readFloor1() throws(SampleDecodingError) -> Floor1 {
    let partitionCount = Int(bits.read(5))
    var partitions: [UInt8] = []
    var groupCount = 0
    for _ in 0..<partitionCount {
      partitions.append(UInt8(bits.read(4)))
      groupCount = max(groupCount, Int(partitions[partitions.count - 1]) + 1)
    }
    var groups: [Floor1.Group] = []
    var books: [Int16] = []
    for _ in 0..<groupCount { groups.append(try readGroup(&books)) }
    let multiplier = Int32(readCount(bits: 2))
    let positions = try readPositions(partitions.map { groups[Int($0)].dimensions })
    let sorted = try Self.sorted(positions)
    let (below, above) = Self.neighbors(positions)
    return Floor1(
      partitionCount: partitionCount, partitions: memory.copy(partitions), groups: memory.copy(groups),
      books: memory.copy(books), multiplier: multiplier, pointCount: positions.count,
      positions: memory.copy(positions), below: memory.copy(below), above: memory.copy(above),
      order: memory.copy(sorted))
  }

  private mutating func readGroup(_ books: inout [Int16]) throws(SampleDecodingError) -> Floor1.Group {
    var group = Floor1.Group(dimensions: readCount(bits: 3), firstBook: books.count)
    group.selectorBits = Int(bits.read(2))
    if group.selectorBits > 0 { group.masterBook = try readCodebookNumber() }
    for _ in 0..<1 << group.selectorBits {
      let book = Int(bits.read(8)) - 1
      guard book < codebooks.count else { throw .unreadable }
      books.append(Int16(book))
    }
    return group
  }

  /// Reads the positions of the points after the first two, which are the ends of the block.
  private mutating func readPositions(_ dimensions: [Int]) throws(SampleDecodingError) -> [Int32] {
    let width = Int(bits.read(4))
    var positions: [Int32] = [0, 1 << Int32(width)]
    for count in dimensions {
      for _ in 0..<count { positions.append(Int32(bits.read(width))) }
      guard positions.count <= Floor1.maximumPoints else { throw .unreadable }
    }
    return positions
  }

  /// Returns the indices of the points in ascending order of their positions, which must differ.
  private static func sorted(_ positions: [Int32]) throws(SampleDecodingError) -> [UInt8] {
    var keys: [Int32] = []
    for index in 0..<positions.count { keys.append(positions[index] << 8 | Int32(index)) }
    keys.sort()
    for index in 1..<keys.count where keys[index] >> 8 == keys[index - 1] >> 8 { throw .unreadable }
    return keys.map { UInt8($0 & 255) }
  }

  /// For each point after the first two, returns its nearest neighbors on both sides among the earlier points.
  private static func neighbors(_ positions: [Int32]) -> (below: [UInt8], above: [UInt8]) {
    var below = [UInt8](repeating: 0, count: positions.count)
    var above = [UInt8](repeating: 1, count: positions.count)
    for index in min(2, positions.count)..<positions.count {
      for other in 0..<index {
        let position = positions[other]
        if position < positions[index] {
          if position > positions[Int(below[index])] { below[index] = UInt8(other) }
        } else if position < positions[Int(above[index])] {
          above[index] = UInt8(other)
        }
      }
    }
    return (below, above)
  }
}
