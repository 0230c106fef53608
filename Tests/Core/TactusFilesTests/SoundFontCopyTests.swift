import TactusFiles
import TestSupport
import Testing

/// Copies of banks whose sample headers overlap.
@Suite struct SoundFontCopyTests {
  /// A bank with `count` samples in the same frames; each ends `step` frames before the previous one.
  private func bank(headers count: Int, frames: Int, step: Int) throws -> SoundFont {
    var builder = SoundFontBuilder.tiny
    builder.samples[0].loop = 0..<50
    var raw = try RawBank(builder)
    raw["smpl"] = [UInt8](repeating: 7, count: 2 * frames)
    let (record, terminal) = (raw["shdr"].prefix(46), raw["shdr"].suffix(46))
    var headers: [UInt8] = []
    headers.reserveCapacity(46 * (count + 1))
    for index in 0..<count {
      let end = UInt32(frames - index * step)
      headers += record.prefix(24)
      headers += (0..<4).map { UInt8(truncatingIfNeeded: end >> (8 * UInt32($0))) }
      headers += record.dropFirst(28)
    }
    raw["shdr"] = headers + terminal
    return try raw.read()
  }

  /// The copies would have about 200 MB.
  @Test func tooManyOverlapsAreRefused() throws {
    let font = try bank(headers: 1_000, frames: 100_000, step: 1)
    let byteCount = (0..<1_000).reduce(Int64(0)) { $0 + 2 * Int64(100_000 - $1) }
    let error = SoundFontWriteError.overlappingSamples(file: "raw", byteCount: byteCount, limit: 1 << 26)
    #expect(throws: error) { try SoundFontBuilder(font) }
    #expect(error.description.hasPrefix("raw: the sample headers overlap"))
  }

  @Test func someOverlapsAreCopied() throws {
    let font = try bank(headers: 3, frames: 1_000, step: 100)
    #expect(try SoundFontBuilder(font).samples.map(\.frames.count) == [1_000, 900, 800])
  }

  /// The headers share one copy of the frames, which is also hashed only once when the bank is written. Hashed for each
  /// header, the 480 GB would take many minutes.
  @Test func headersOfOneSampleTakeNoTime() throws {
    let font = try bank(headers: 60_000, frames: 4_000_000, step: 0)
    let seconds = try processorSeconds {
      let written = try SoundFont(bytes: SoundFontBuilder(font).write())
      #expect(written.samples.count == 60_000 && written.pool.frameCount == 4_000_046)
      #expect(written.samples.allSatisfy { $0.frames == 0..<4_000_000 })
    }
    #expect(seconds < 240)
  }
}
