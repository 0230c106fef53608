import TactusCodecs
import TactusFiles
import TestSupport
import Testing

/// Recordings for which the disk has no room: what it holds is a whole file.
@Suite(.enabled(if: Codec.isThere, Comment(rawValue: Codec.whatIsMissing)))
struct InterruptedFileTests {
  private let music = [Codec.music(120_000), Codec.music(120_000, seed: 2)]

  /// Writes until the disk is full, and returns what it holds.
  private func record(_ format: AudioFileFormat, room: Int) throws -> [UInt8] {
    let description = AudioFileDescription(
      format: format, sampleFormat: .int16, sampleRate: 48_000, channelCount: 2)
    let sink = SmallDisk(room: room)
    let writer = try CompressedFileWriter(description, library: .shared(), to: sink)
    try? Codec.write(music, [1_000]) { try writer.write($0) }
    #expect(throws: SmallDisk.Full.self, "\(format)") { _ = try writer.finish() }
    return sink.bytes
  }

  /// The header has the number of samples, so that players know the length.
  @Test func flacHasItsLength() throws {
    let bytes = try record(.flac, room: 40_000)
    let count = bytes[22..<26].reduce(Int(bytes[21] & 0x0F)) { $0 << 8 | Int($1) }
    #expect(count > 0 && count < 120_000 && count % 4_096 == 0, "\(count)")
    // 48 kHz, stereo, 16 bits
    #expect(bytes[18..<21] == [0x0B, 0xB8, 0x02] && bytes[21] & 0xF0 == 0xF0)
    let reader = try CompressedAudioReader(FileBytes(copying: bytes, name: "take.flac"), library: .shared())
    #expect(reader.frameCount == count)
  }

  /// The last page is marked as the end, and has the checksum of that.
  @Test func oggHasAnEnd() throws {
    let bytes = try record(.ogg, room: 12_000)
    let start = try #require(bytes.indices.last(where: { bytes[$0...].starts(with: Array("OggS".utf8)) }))
    var page = Array(bytes[start...])
    #expect(page[5] & 4 == 4)
    let size = page[27..<27 + Int(page[26])].reduce(27 + Int(page[26])) { $0 + Int($1) }
    #expect(page.count == size)
    let stored = (0..<4).reduce(UInt32(0)) { $0 | UInt32(page[22 + $1]) << UInt32(8 * $1) }
    for index in 22..<26 { page[index] = 0 }
    var sum: UInt32 = 0
    for byte in page {
      for bit in (0..<8).reversed() {
        let carries = (sum >> 31) ^ UInt32(byte >> bit & 1)
        sum = sum << 1 ^ (carries == 1 ? 0x04C1_1DB7 : 0)
      }
    }
    #expect(sum == stored)
  }

  /// The file ends with a whole frame, and its first frame has the numbers of frames and bytes.
  @Test(.enabled(if: Codec.writesMP3, "libsndfile cannot write MP3"), arguments: [9_000, 20_001])
  func mp3HasItsLength(room: Int) throws {
    let bytes = try record(.mp3, room: room)
    let rates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    var (offset, count) = (0, 0)
    while offset < bytes.count {
      let header = Array(bytes[offset...].prefix(4))
      // MPEG 1, layer III, at 48 kHz
      try #require(header.count == 4 && header[0] == 0xFF && header[1] == 0xFB && header[2] & 0x0F == 0x04)
      offset += 3 * rates[Int(header[2] >> 4)]
      count += 1
    }
    #expect(offset == bytes.count && count > 10)
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(Array(bytes[36..<40]) == Array("Xing".utf8) && number(40) == 3)
    #expect(number(44) == count - 1 && number(48) == bytes.count)
    let reader = try CompressedAudioReader(FileBytes(copying: bytes, name: "take.mp3"), library: .shared())
    #expect(reader.frameCount > 0 && reader.frameCount <= (count - 1) * 1_152)
  }
}

/// A disk with little room, which keeps what fits.
private final class SmallDisk: ByteSink {
  struct Full: Error {}
  private let room: Int
  private(set) var bytes: [UInt8] = []
  let isSeekable = true

  init(room: Int) { self.room = room }

  func append(_ more: UnsafeRawBufferPointer) throws {
    guard bytes.count + more.count <= room else { throw Full() }
    bytes += more
  }

  func patch(at offset: Int64, _ replacement: UnsafeRawBufferPointer) {
    bytes.replaceSubrange(Int(offset)..<Int(offset) + replacement.count, with: replacement)
  }
}
