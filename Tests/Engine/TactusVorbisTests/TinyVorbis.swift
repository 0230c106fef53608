import TestSupport

/// The smallest stream of one channel, with some numbers that only damaged streams have.
struct TinyVorbis {
  /// The base-2 logarithm of the length of all blocks.
  var blockBits = 6
  /// The number of partitions whose classes one code word contains.
  var classDimensions = 1
  /// The number of floors of type 0, which no block uses.
  var unusedFloors = 0

  /// A block with a floor, a class, and a residue that ends early.
  static let block: [UInt8] = {
    var bits = BitWriter()
    bits.put(false)
    bits.put(true)
    bits.put(200, 8)
    bits.put(100, 8)
    bits.put(0, 6)
    return bits.bytes
  }()

  /// A stream of some blocks. Only the last page has a position.
  func ogg(blocks: Int, position: Int64 = -1) -> [UInt8] {
    var ogg = OggWriter()
    ogg.append([identification], granule: 0)
    ogg.append([comments, setup], granule: 0)
    ogg.append(Array(repeating: Self.block, count: blocks), granule: position)
    return ogg.bytes
  }

  private static func header(_ type: Int) -> BitWriter {
    var bits = BitWriter()
    bits.put(type, 8)
    for byte in "vorbis".utf8 { bits.put(Int(byte), 8) }
    return bits
  }

  private var identification: [UInt8] {
    var bits = Self.header(1)
    bits.put(0, 32)
    bits.put(1, 8)
    bits.put(44_100, 32)
    for _ in 0..<3 { bits.put(0, 32) }
    bits.put(blockBits, 4)
    bits.put(blockBits, 4)
    bits.put(true)
    return bits.bytes
  }

  private var comments: [UInt8] {
    var bits = Self.header(3)
    bits.put(0, 32)
    bits.put(0, 32)
    bits.put(true)
    return bits.bytes
  }

  private var setup: [UInt8] {
    var bits = Self.header(5)
    bits.put(1, 8)
    Self.codebook(dimensions: classDimensions, hasVectors: false, &bits)
    Self.codebook(dimensions: 1, hasVectors: true, &bits)
    bits.put(0, 6)  // time transforms
    bits.put(0, 16)
    bits.put(unusedFloors, 6)
    Self.floor1(&bits)
    for _ in 0..<unusedFloors { Self.floor0(&bits) }
    bits.put(0, 6)
    Self.residue(&bits)
    bits.put(0, 6)  // one mapping, to the first floor and residue
    bits.put(0, 16)
    bits.put(false)
    bits.put(false)
    bits.put(0, 2)
    bits.put(0, 24)
    bits.put(0, 6)  // one mode, of short blocks
    bits.put(false)
    bits.put(0, 32)
    bits.put(0, 8)
    bits.put(true)
    return bits.bytes
  }

  /// A codebook with one entry, whose code word is one bit.
  private static func codebook(dimensions: Int, hasVectors: Bool, _ bits: inout BitWriter) {
    bits.put(0x56_4342, 24)
    bits.put(dimensions, 16)
    bits.put(1, 24)
    bits.put(false)
    bits.put(false)
    bits.put(0, 5)
    bits.put(hasVectors ? 1 : 0, 4)
    guard hasVectors else { return }
    bits.put(0.25)
    bits.put(0.25)
    bits.put(0, 4)
    bits.put(false)
    bits.put(1, 1)
  }

  private static func floor1(_ bits: inout BitWriter) {
    bits.put(1, 16)
    bits.put(0, 5)  // no partitions
    bits.put(0, 2)
    bits.put(5, 4)
  }

  private static func floor0(_ bits: inout BitWriter) {
    bits.put(0, 16)
    bits.put(8, 8)
    bits.put(44_100, 16)
    bits.put(256, 16)
    bits.put(8, 6)
    bits.put(100, 8)
    bits.put(0, 4)
    bits.put(1, 8)
  }

  /// One partition of 32 values and one class, which has a codebook in the first pass.
  private static func residue(_ bits: inout BitWriter) {
    bits.put(0, 16)
    bits.put(0, 24)
    bits.put(32, 24)
    bits.put(31, 24)
    bits.put(0, 6)
    bits.put(0, 8)
    bits.put(1, 3)
    bits.put(false)
    bits.put(1, 8)
  }
}
