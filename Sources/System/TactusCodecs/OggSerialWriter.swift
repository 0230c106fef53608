/// Replaces the serial number of the pages of an Ogg stream (RFC 3533), and updates their checksums.
///
/// libsndfile derives the number from the clock, so two files would never be equal.
struct OggSerialWriter {
  private let serial: UInt32
  private var waiting: [UInt8] = []
  /// The last page, and its offset in the stream.
  private var last: (offset: Int64, page: [UInt8]) = (0, [])

  init(serial: UInt32) { self.serial = serial }

  /// The received bytes that do not form a complete page yet.
  var rest: [UInt8] { waiting }

  /// Adds bytes of the stream, and outputs the pages that are complete.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to receive: ([UInt8]) throws -> Void) rethrows {
    waiting += bytes
    while let size = pageSize {
      var page = Array(waiting[..<size])
      waiting.removeFirst(size)
      for index in 0..<4 { page[14 + index] = UInt8(truncatingIfNeeded: serial >> UInt32(8 * index)) }
      Self.seal(&page)
      try receive(page)
      last = (last.offset + Int64(last.page.count), page)
    }
  }

  /// The last page, marked as the end of the stream, and its offset; nil if there is no page. A stream that ends early
  /// lacks this mark.
  var ending: (offset: Int64, page: [UInt8])? {
    guard !last.page.isEmpty else { return nil }
    var page = last.page
    page[5] |= 4
    Self.seal(&page)
    return (last.offset, page)
  }

  /// The size of the first waiting page; nil while it is incomplete.
  private var pageSize: Int? {
    guard waiting.count >= 27 else { return nil }
    let header = 27 + Int(waiting[26])
    guard waiting.count >= header else { return nil }
    let size = waiting[27..<header].reduce(header) { $0 + Int($1) }
    return waiting.count >= size ? size : nil
  }

  /// Stores the checksum of a page.
  private static func seal(_ page: inout [UInt8]) {
    for index in 0..<4 { page[22 + index] = 0 }
    let sum = checksum(page)
    for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
  }

  /// Returns the CRC-32 with the polynomial 04C11DB7, most significant bit first, starting from 0.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
  }
}
