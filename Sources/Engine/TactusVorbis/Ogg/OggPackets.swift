/// A packet of a stream.
struct OggPacket {
  /// The packet's bytes, valid until the next packet is requested.
  let bytes: UnsafeRawBufferPointer
  /// The granule position of the page, if it has one and this is the last packet that ends on it; otherwise nil.
  let granule: Int64?
  /// Whether this is the last packet of the last page.
  let isLast: Bool
}

/// The packets of one stream among the pages of a file, joined across page boundaries. If one of its pages is missing,
/// a packet is left out.
///
/// - Thread: any, one at a time
final class OggPackets {
  private var pages: OggPageReader
  private let serial: UInt32
  private var page: CheckedOggPage
  private var segment = 0
  private var offset = 0
  /// The parts of a packet whose end is on a later page.
  private var parts: [UInt8] = []
  private var hasParts = false
  /// The last packet that was put together.
  private var joined: UnsafeMutableRawBufferPointer?

  /// Finds the first stream whose first packet begins with these bytes; nil if there is none.
  init?(of bytes: UnsafeRawBufferPointer, beginningWith signature: StaticString) {
    var pages = OggPageReader(bytes)
    while let page = pages.next() {
      if page.isFirst, Self.begins(page.body, signature) {
        (self.pages, self.page, serial) = (pages, page, page.serial)
        return
      }
    }
    return nil
  }

  private init(copying other: OggPackets) {
    (pages, serial, page) = (other.pages, other.serial, other.page)
    (segment, offset, parts, hasParts) = (other.segment, other.offset, other.parts, other.hasParts)
  }

  /// Returns a reader that continues at the same position.
  func copy() -> OggPackets { OggPackets(copying: self) }

  deinit { joined?.deallocate() }

  private static func begins(_ body: UnsafeRawBufferPointer, _ signature: StaticString) -> Bool {
    let count = signature.utf8CodeUnitCount
    guard body.count >= count else { return false }
    for index in 0..<count where body[index] != signature.utf8Start[index] { return false }
    return true
  }

  /// Returns the next packet; nil at the end of the stream.
  func next() -> OggPacket? {
    repeat {
      while segment < page.segments.count {
        let (part, isWhole) = nextPart()
        if !isWhole {
          append(part)
        } else if let bytes = whole(endingWith: part) {
          let isLast = !endsAnother
          let granule = isLast && page.granule >= 0 ? page.granule : nil
          return OggPacket(bytes: bytes, granule: granule, isLast: isLast && page.isLast)
        }
      }
    } while openPage()
    return nil
  }

  /// Whether another packet ends on the page.
  private var endsAnother: Bool {
    for index in segment..<page.segments.count where page.segments[index] < 255 { return true }
    return false
  }

  /// Takes the segments up to the end of a packet or of the page.
  private func nextPart() -> (bytes: UnsafeRawBufferPointer, isWhole: Bool) {
    let start = offset
    while segment < page.segments.count {
      let size = Int(page.segments[segment])
      segment += 1
      offset += size
      if size < 255 { return (UnsafeRawBufferPointer(rebasing: page.body[start..<offset]), true) }
    }
    return (UnsafeRawBufferPointer(rebasing: page.body[start..<offset]), false)
  }

  private func append(_ part: UnsafeRawBufferPointer) {
    parts.append(contentsOf: part)
    hasParts = true
  }

  /// Returns a packet's bytes, given its last part.
  private func whole(endingWith part: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard hasParts else { return part }
    append(part)
    joined?.deallocate()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, parts.count), alignment: 8)
    parts.withUnsafeBytes { memory.copyMemory(from: $0) }
    let count = parts.count
    joined = memory
    parts.removeAll(keepingCapacity: true)
    hasParts = false
    return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<count])
  }

  /// Opens the stream's next page; returns false at the end of the stream.
  private func openPage() -> Bool {
    guard !page.isLast else { return false }
    while let next = pages.next() {
      guard next.serial == serial else { continue }
      let isMissing = next.sequence != page.sequence &+ 1
      (page, segment, offset) = (next, 0, 0)
      if hasParts, isMissing || !next.isContinued {
        parts.removeAll(keepingCapacity: true)
        hasParts = false
      }
      // skip the rest of a packet whose beginning is missing
      if next.isContinued, !hasParts { _ = nextPart() }
      return true
    }
    return false
  }
}
