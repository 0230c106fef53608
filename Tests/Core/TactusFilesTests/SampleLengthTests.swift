import TactusFiles
import TestSupport
import Testing

/// The lengths of samples without decoding: those that the streams declare, with bounded work for damaged banks.
@Suite struct SampleLengthTests {
  /// A long stream of three frames.
  private static let stream = PlainOgg.stream([1, 2, 3]) + [UInt8](repeating: 0, count: 20_000)
  /// The number of sample headers of the damaged banks.
  private static let count = 2_000

  /// A bank in which all samples have the same stream.
  private func bank() throws -> RawBank {
    var builder = SoundFontBuilder(name: "lengths")
    builder.version = .v3_01
    var sample = SoundFontBuilder.Sample(name: "wave", frames: [], sampleRate: 44_100)
    sample.stream = Self.stream
    for _ in 0..<Self.count { builder.add(sample) }
    return try RawBank(builder)
  }

  @Test func aStreamIsReadOnceForAllItsHeaders() throws {
    let font = try bank().read()
    let lengths = SampleLengths(font)
    #expect(font.samples.count == Self.count)
    #expect(font.samples.allSatisfy { lengths.frames(of: $0) == 3 })
    #expect(lengths.bytesRead == Int64(Self.stream.count))
  }

  /// Each stream begins at the same byte and has an end of its own: only some of them are read.
  @Test func overlappingStreamsAreReadUpToALimit() throws {
    var raw = try bank()
    var headers = raw["shdr"]
    for record in 0..<Self.count {
      let end = UInt32(Self.stream.count - record)
      for index in 0..<4 { headers[46 * record + 24 + index] = UInt8(truncatingIfNeeded: end >> (8 * UInt32(index))) }
    }
    raw["shdr"] = headers
    let font = try raw.read()
    let lengths = SampleLengths(font)
    #expect(Set(font.samples.compactMap(\.stream)).count == Self.count)
    #expect(lengths.bytesRead > 1 << 22)
    #expect(lengths.bytesRead <= SampleLimits.streamBytes(fileBytes: Int64(font.file.bytes.count)))
    let found = font.samples.map { lengths.frames(of: $0) }
    let read = found.count { $0 == 3 }
    #expect(found[0] == 3 && Set(found) == [0, 3] && (200..<300).contains(read))
  }

  @Test func realBanksHaveTheirLengths() throws {
    let plain = try SoundFont(bytes: SoundFontBuilder.tiny.write())
    let compressed = try SoundFont(bytes: SoundFontBuilder.tiny.asPlainOgg.write())
    #expect(plain.samples.map { SampleLengths(plain).frames(of: $0) } == [100])
    #expect(compressed.samples.map { SampleLengths(compressed).frames(of: $0) } == [100])
    #expect(SampleLengths(plain).bytesRead == 0)
  }

  @Test func implausibleLengthsAreZero() throws {
    var builder = SoundFontBuilder.tiny.asPlainOgg
    builder.samples[0].stream = PlainOgg.stream([1, 2, 3], claim: 1 << 60)
    let claimed = try SoundFont(bytes: builder.write())
    builder.samples[0].stream[0] = 0
    let damaged = try SoundFont(bytes: builder.write())
    for font in [claimed, damaged] { #expect(font.samples.map { SampleLengths(font).frames(of: $0) } == [0]) }
  }
}
