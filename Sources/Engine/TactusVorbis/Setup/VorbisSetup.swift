import TactusFiles

/// The setup header of a Vorbis stream (section 4.2.4 of the specification): the tables that are needed to decode its
/// packets.
///
/// - Thread: any
final class VorbisSetup {
  let identification: VorbisIdentification
  let codebooks: UnsafePointer<Codebook>
  let floors: UnsafePointer<Floor>
  let floorCount: Int
  let residues: UnsafePointer<Residue>
  let mappings: UnsafePointer<BlockMapping>
  let modes: UnsafePointer<BlockMode>
  let modeCount: Int
  /// The number of bits that code the number of a mode in a packet.
  let modeBits: Int
  private let memory: SetupMemory

  init(_ packet: UnsafeRawBufferPointer, _ identification: VorbisIdentification) throws(SampleDecodingError) {
    var reader = SetupReader(packet, identification)
    try reader.bits.readSignature(type: 5)
    try reader.readCodebooks()
    try reader.readTimeTransforms()
    try reader.readFloors()
    try reader.readResidues()
    try reader.readMappings()
    try reader.readModes()
    guard reader.bits.flag(), !reader.bits.isExhausted else { throw .unreadable }
    self.identification = identification
    memory = reader.memory
    codebooks = memory.copy(reader.codebooks)
    floors = memory.copy(reader.floors)
    floorCount = reader.floors.count
    residues = memory.copy(reader.residues)
    mappings = memory.copy(reader.mappings)
    modes = memory.copy(reader.modes)
    modeCount = reader.modes.count
    modeBits = bitWidth(modeCount - 1)
  }
}

/// How the blocks of a mode are coded.
struct BlockMode: BitwiseCopyable {
  let isLong: Bool
  let mapping: Int
}

/// Returns the number of bits that a number needs; 0 for 0 and negative numbers.
func bitWidth(_ number: Int) -> Int { number > 0 ? Int.bitWidth - number.leadingZeroBitCount : 0 }

/// Reads the parts of a setup header in their order.
struct SetupReader {
  var bits: PacketBits
  let identification: VorbisIdentification
  let memory = SetupMemory()
  /// The numbers of codebook entries and of vector components that may still be declared; see `Codebook`.
  var entriesLeft, valuesLeft: Int
  var codebooks: [Codebook] = []
  var floors: [Floor] = []
  var residues: [Residue] = []
  var mappings: [BlockMapping] = []
  var modes: [BlockMode] = []

  init(_ packet: UnsafeRawBufferPointer, _ identification: VorbisIdentification) {
    bits = PacketBits(packet)
    self.identification = identification
    (entriesLeft, valuesLeft) = CodebookLimits.limits(headerBytes: packet.count)
  }

  /// Reads a count that is stored as one less.
  mutating func readCount(bits width: Int) -> Int { Int(bits.read(width)) + 1 }

  /// Reads the number of a codebook.
  mutating func readCodebookNumber() throws(SampleDecodingError) -> Int {
    let number = Int(bits.read(8))
    guard number < codebooks.count else { throw .unreadable }
    return number
  }

  mutating func readCodebooks() throws(SampleDecodingError) {
    for _ in 0..<readCount(bits: 8) { codebooks.append(try readCodebook()) }
  }

  /// Reads placeholders, which are zero.
  mutating func readTimeTransforms() throws(SampleDecodingError) {
    for _ in 0..<readCount(bits: 6) {
      guard bits.read(16) == 0 else { throw .unreadable }
    }
  }

  mutating func readFloors() throws(SampleDecodingError) {
    for _ in 0..<readCount(bits: 6) {
      switch bits.read(16) {
      case 0: floors.append(.zero(try readFloor0()))
      case 1: floors.append(.one(try readFloor1()))
      default: throw .unreadable
      }
    }
  }

  mutating func readResidues() throws(SampleDecodingError) {
    for _ in 0..<readCount(bits: 6) { residues.append(try readResidue()) }
  }

  mutating func readMappings() throws(SampleDecodingError) {
    for _ in 0..<readCount(bits: 6) { mappings.append(try readMapping()) }
  }

  mutating func readModes() throws(SampleDecodingError) {
    for _ in 0..<readCount(bits: 6) {
      let isLong = bits.flag()
      let (window, transform) = (bits.read(16), bits.read(16))
      let mapping = Int(bits.read(8))
      guard window == 0, transform == 0, mapping < mappings.count else { throw .unreadable }
      modes.append(BlockMode(isLong: isLong, mapping: mapping))
    }
  }
}

/// The spectral envelope of a channel in a block.
enum Floor: BitwiseCopyable {
  case zero(Floor0)
  case one(Floor1)
}
