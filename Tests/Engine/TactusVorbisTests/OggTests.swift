#if DEBUG
  import TactusFiles
  import TestSupport
  import Testing

  @testable import TactusVorbis

  /// Packets among pages.
  @Suite struct OggTests {
    private let vorbis = RandomVorbis(seed: 12)

    private var whole: [Int16] { get throws { try Decoded.frames(vorbis.ogg()) } }

    @Test(arguments: [(1, 255), (2, 1), (3, 2), (12, 5), (12, 255)])
    func packetsMayLieOnAnyPages(perPage: Int, segments: Int) throws {
      #expect(try Decoded.frames(vorbis.ogg(packetsPerPage: perPage, most: segments)) == whole)
    }

    @Test func aPacketOfManyPagesIsPutTogether() throws {
      var ogg = OggWriter()
      let long = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
      ogg.append([[1, 2, 3]], granule: 0)
      ogg.append([[], long, [5]], granule: 9, isLast: true, most: 100)
      try ogg.bytes.withUnsafeBytes { bytes in
        let packets = try #require(OggPackets(of: bytes, beginningWith: "\u{1}\u{2}"))
        #expect(packets.next().map { Array($0.bytes) } == [1, 2, 3])
        #expect(packets.next().map { Array($0.bytes) } == [])
        #expect(packets.next().map { Array($0.bytes) } == long)
        let last = try #require(packets.next())
        #expect(Array(last.bytes) == [5] && last.granule == 9 && last.isLast)
        #expect(packets.next() == nil)
      }
    }

    @Test func bytesBetweenPagesAreSkipped() throws {
      let pages = pages(vorbis.ogg())
      let noise = Array("Ogg OggS OggOggS".utf8) + [0, 255]
      #expect(try Decoded.frames(noise + pages.flatMap { $0 + noise }) == whole)
    }

    /// Another stream between the pages, and another one behind the end.
    @Test func theFirstVorbisStreamIsDecoded() throws {
      var other = OggWriter(serial: 9)
      for number in 0..<8 {
        other.append([Array("\u{1}video ".utf8) + [UInt8(number)]], granule: 5, isLast: number == 7)
      }
      let (ours, others) = (pages(vorbis.ogg()), pages(other.bytes))
      var mixed: [UInt8] = []
      for index in 0..<max(ours.count, others.count) {
        if index < others.count { mixed += others[index] }
        if index < ours.count { mixed += ours[index] }
      }
      #expect(try Decoded.frames(mixed + RandomVorbis(seed: 5).ogg(serial: 78)) == whole)
      #expect(try Decoded.frames(vorbis.ogg() + vorbis.ogg()) == whole)
    }

    @Test func aPageWithAWrongChecksumIsLeftOut() throws {
      var pages = pages(vorbis.ogg(packetsPerPage: 3))
      pages[3][40] ^= 1
      let damaged = try Decoded.frames(pages.flatMap { $0 })
      let missing = try Decoded.frames((pages[..<3] + pages[4...]).flatMap { $0 })
      let whole = try whole
      #expect(damaged == missing && damaged.count < whole.count)
    }

    /// The rest of a packet whose beginning is missing does not count as a packet.
    @Test func aPacketWithAMissingPageIsLeftOut() throws {
      let pages = pages(vorbis.ogg(packetsPerPage: 1, most: 1))
      for missing in 10..<min(30, pages.count) {
        var some = pages
        some.remove(at: missing)
        #expect(try Decoded.frames(some.flatMap { $0 }).count <= whole.count)
      }
    }

    @Test func checksumsAreThoseOfTheSpecification() {
      let bytes = (0..<100).map { UInt8($0) }
      for count in 0...bytes.count {
        var sum: UInt32 = 0
        for byte in bytes[..<count] {
          sum ^= UInt32(byte) << 24
          for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
        #expect(bytes[..<count].withUnsafeBytes { OggChecksum.extend(0, over: $0) } == sum)
      }
    }

    private func pages(_ bytes: [UInt8]) -> [[UInt8]] {
      var pages: [[UInt8]] = []
      var start = 0
      while start < bytes.count {
        let header = 27 + Int(bytes[start + 26])
        let size = bytes[start + 27..<start + header].reduce(header) { $0 + Int($1) }
        pages.append(Array(bytes[start..<start + size]))
        start += size
      }
      return pages
    }
  }
#endif
