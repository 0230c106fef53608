import TactusCodecs
import TactusFiles
import TestSupport
import Testing

/// The length that the header of a compressed file claims, and the one that it has.
@Suite(.enabled(if: Codec.isThere, Comment(rawValue: Codec.whatIsMissing)))
struct ClaimedLengthTests {
  private let music = [Codec.music(30_000)]

  private func flac() throws -> [UInt8] {
    try Codec.file(
      music, AudioFileDescription(format: .flac, sampleFormat: .int16, sampleRate: 48_000, channelCount: 1))
  }

  private func reader(_ bytes: [UInt8]) throws -> CompressedAudioReader {
    try CompressedAudioReader(FileBytes(copying: bytes, name: "claim.flac"), library: .shared())
  }

  /// Sets the number of frames in the first block of metadata: its last 36 bits before the checksum.
  private func claim(_ frames: Int, in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[21] = bytes[21] & 0xF0 | UInt8(frames >> 32 & 15)
    for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: frames >> (24 - 8 * index)) }
    return bytes
  }

  @Test func aTrueClaimIsBelieved() throws {
    let reader = try reader(flac())
    #expect(reader.frameCount == 30_000)
    #expect(reader.samples(channel: 0, frames: 0..<30_000).contains { $0 != 0 })
  }

  /// Nobody works for as long as the file claims: the frames are those that it has.
  @Test(arguments: [4, 60, 8_000]) func aFalseClaimIsNot(framesPerByte: Int) throws {
    let bytes = try flac()
    let honest = try reader(bytes)
    let bomb = try reader(claim(bytes.count * framesPerByte, in: bytes))
    #expect(bomb.frameCount == 30_000)
    #expect(
      bomb.samples(channel: 0, frames: 0..<1 << 36) == honest.samples(channel: 0, frames: 0..<30_000))
  }

  /// A stream of unknown length, as encoders write it to a pipe, has the frames that can be decoded.
  @Test func unknownLengthsAreCounted() throws {
    #expect(try reader(claim(0, in: flac())).frameCount == 30_000)
    let ogg = try Codec.file(
      [Codec.music(300_000)],
      AudioFileDescription(format: .ogg, sampleFormat: .float32, sampleRate: 48_000, channelCount: 1))
    let cut = try reader(Array(ogg[..<(ogg.count * 2 / 3)]))
    #expect((100_000..<300_000).contains(cut.frameCount), "\(cut.frameCount)")
    #expect(cut.samples(channel: 0, frames: 90_000..<91_000).contains { $0 != 0 })
  }

  @Test func moreThanTheBytesCanMeanIsRefused() throws {
    let bytes = try flac()
    #expect(throws: CodecError.self) { try reader(claim(1 << 36 - 1, in: bytes)) }
  }

  /// A truncated file has the frames up to the cut.
  @Test func aTruncatedFileEndsAtTheCut() throws {
    let bytes = try flac()
    let cut = try reader(Array(bytes[..<(bytes.count * 2 / 3)]))
    #expect((1..<30_000).contains(cut.frameCount))
  }
}
