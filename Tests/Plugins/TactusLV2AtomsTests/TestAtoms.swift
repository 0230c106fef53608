import CLV2
import TactusLV2Atoms

/// A host's numbers for URIs: a hash of their text, so that no table is needed.
let urids: LV2URIDs = {
  var map = LV2_URID_Map(handle: nil) { _, uri in
    var (hash, position): (UInt32, Int) = (2_166_136_261, 0)
    while let uri, uri[position] != 0 {
      hash = (hash ^ UInt32(UInt8(bitPattern: uri[position]))) &* 16_777_619
      position += 1
    }
    return hash
  }
  return LV2URIDs(&map)
}()

/// Memory for a sequence, followed by guard bytes that must not change.
final class SequenceMemory {
  let capacity: Int
  private let bytes: UnsafeMutableRawPointer
  var sequence: UnsafeMutablePointer<LV2_Atom_Sequence> { bytes.assumingMemoryBound(to: LV2_Atom_Sequence.self) }

  /// An output as a host leaves it: `capacity` bytes after the atom's header.
  init(capacity: Int) {
    self.capacity = capacity
    bytes = .allocate(byteCount: capacity + 16 + 64, alignment: 8)
    bytes.initializeMemory(as: UInt8.self, repeating: 0xEE, count: capacity + 16 + 64)
    sequence.pointee.atom = LV2_Atom(size: UInt32(capacity), type: 0)
  }

  deinit { bytes.deallocate() }

  /// Whether nothing has been written beyond the capacity.
  var isIntact: Bool {
    (capacity + 8..<capacity + 80).allSatisfy { bytes.load(fromByteOffset: $0, as: UInt8.self) == 0xEE }
  }

  /// All of it.
  func events(frameCount: Int) -> [(offset: Int32, type: UInt32, bytes: [UInt8])] {
    var reader = AtomReader(sequence, urids, frameCount: frameCount)
    var events: [(offset: Int32, type: UInt32, bytes: [UInt8])] = []
    while let event = reader.next() {
      events.append((event.offset, event.type, [UInt8](UnsafeRawBufferPointer(start: event.body, count: event.size))))
    }
    return events
  }
}

/// The bytes of a time:Position with properties of any types.
struct PositionBytes {
  private(set) var bytes: [UInt8] = []

  init(kind: UInt32 = urids.position) {
    put(UInt32(0))
    put(kind)
  }

  mutating func put<Number: BitwiseCopyable>(_ number: Number) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  mutating func add<Number: BitwiseCopyable>(_ key: UInt32, _ type: UInt32, _ number: Number) {
    put(
      LV2_Atom_Property_Body(key: key, context: 0, value: LV2_Atom(size: UInt32(MemoryLayout<Number>.size), type: type))
    )
    put(number)
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  var position: LV2Position? {
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { LV2Position($0, size: bytes.count, type: urids.object, urids) }
    }
  }
}
