/// Writes packets as the pages of an Ogg stream.
package struct OggWriter {
  /// The bytes of the pages.
  package private(set) var bytes: [UInt8] = []
  private let serial: UInt32
  private var sequence: UInt32 = 0

  package init(serial: UInt32 = 0x1234_5678) { self.serial = serial }

  /// Writes packets to new pages, as many as they need, and ends the last page.
  ///
  /// - Parameters:
  ///   - granule: the granule position of the last page
  ///   - most: the greatest number of segments of a page
  package mutating func append(
    _ packets: [[UInt8]], granule: Int64, isLast: Bool = false, most: Int = 255
  ) {
    var sizes: [UInt8] = []
    for packet in packets {
      sizes += [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    let body = packets.flatMap { $0 }
    var (segment, offset) = (0, 0)
    while segment < sizes.count {
      let end = min(sizes.count, segment + most)
      let size = sizes[segment..<end].reduce(0) { $0 + Int($1) }
      let isContinued = segment > 0 && sizes[segment - 1] == 255
      let isEnd = end == sizes.count
      let flags: UInt8 = (isContinued ? 1 : 0) | (sequence == 0 ? 2 : 0) | (isEnd && isLast ? 4 : 0)
      page(flags, isEnd ? granule : -1, Array(sizes[segment..<end]), body[offset..<offset + size])
      (segment, offset) = (end, offset + size)
    }
  }

  private mutating func page(_ flags: UInt8, _ granule: Int64, _ sizes: [UInt8], _ body: ArraySlice<UInt8>) {
    var page = Array("OggS".utf8) + [0, flags]
    page += (0..<8).map { UInt8(truncatingIfNeeded: granule >> (8 * Int64($0))) }
    for number in [serial, sequence, 0] {
      page += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }
    page += [UInt8(sizes.count)] + sizes + body
    sequence += 1
    Self.seal(&page, 0)
    bytes += page
  }

  /// Corrects the checksums of all pages whose headers are there.
  package static func seal(_ bytes: inout [UInt8]) {
    var start = 0
    while start + 27 <= bytes.count {
      if bytes[start..<start + 4].elementsEqual("OggS".utf8), let size = size(bytes, start) {
        seal(&bytes, start, size)
        start += size
      } else {
        start += 1
      }
    }
  }

  private static func size(_ bytes: [UInt8], _ start: Int) -> Int? {
    let header = 27 + Int(bytes[start + 26])
    guard start + header <= bytes.count else { return nil }
    let size = bytes[start + 27..<start + header].reduce(header) { $0 + Int($1) }
    return start + size <= bytes.count ? size : nil
  }

  private static func seal(_ bytes: inout [UInt8], _ start: Int, _ size: Int? = nil) {
    for index in 22..<26 { bytes[start + index] = 0 }
    var sum: UInt32 = 0
    for byte in bytes[start..<start + (size ?? bytes.count)] {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    for index in 0..<4 { bytes[start + 22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
  }
}
