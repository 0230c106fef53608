import TactusFiles
import TactusRealtime
import Testing

/// The frames that repeat, as each container stores them.
@Suite struct AudioLoopTests {
  private func file(
    _ format: AudioFileFormat, _ loop: Range<Int64>?, _ sampleFormat: SampleFormat = .int16
  ) throws -> [UInt8] {
    var description = AudioFileDescription(
      format: format, sampleFormat: sampleFormat, sampleRate: 8_000, channelCount: 1, frameCount: nil)
    description.loop = loop
    let sink = MemorySink()
    let writer = try AudioFileWriter(description, options: .init(dither: .none), to: sink)
    try writer.write([(0..<100).map { Float($0) / 128 }])
    _ = try writer.finish()
    return sink.bytes
  }

  /// The bytes after the header of a chunk.
  private func chunk(_ tag: String, in bytes: [UInt8], head: Int = 8) -> ArraySlice<UInt8>? {
    bytes.indices.first { bytes[$0...].starts(with: tag.utf8) }.map { bytes[($0 + head)...] }
  }

  private func big(_ bytes: ArraySlice<UInt8>, _ at: Int, _ count: Int = 4) -> UInt64 {
    bytes.dropFirst(at).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func little(_ bytes: ArraySlice<UInt8>, _ at: Int) -> UInt64 {
    bytes.dropFirst(at).prefix(4).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @Test func wav() throws {
    let bytes = try file(.wav, 10..<90)
    let sampler = try #require(chunk("smpl", in: bytes))
    #expect(little(sampler, 8) == 125_000 && little(sampler, 28) == 1)
    #expect(little(sampler, 44) == 10 && little(sampler, 48) == 89 && little(sampler, 56) == 0)
    #expect(little(bytes[...], 4) == UInt64(bytes.count - 8))
  }

  @Test func aiff() throws {
    let bytes = try file(.aiff, 10..<90)
    let marks = try #require(chunk("MARK", in: bytes))
    #expect(big(marks, 0, 2) == 2 && big(marks, 4) == 10 && big(marks, 14) == 90)
    let instrument = try #require(chunk("INST", in: bytes))
    #expect(big(instrument, 8, 2) == 1 && big(instrument, 10, 2) == 1 && big(instrument, 12, 2) == 2)
    #expect(big(bytes[...], 4) == UInt64(bytes.count - 8))
  }

  @Test func caf() throws {
    let region = try #require(chunk("regn", in: file(.caf, 10..<90), head: 12))
    #expect(big(region, 12) == 3)
    #expect(Double(bitPattern: big(region, 24, 8)) == 10 && Double(bitPattern: big(region, 52, 8)) == 90)
  }

  /// The samples are where readers expect them, with and without a loop.
  @Test(arguments: [AudioFileFormat.wav, .aiff, .caf], [SampleFormat.int16, .int24, .float32])
  func samplesAreRead(format: AudioFileFormat, sampleFormat: SampleFormat) throws {
    let plain = try AudioFileReader(FileBytes(copying: file(format, nil, sampleFormat), name: "plain"))
    let looped = try AudioFileReader(FileBytes(copying: file(format, 10..<90, sampleFormat), name: "looped"))
    #expect(looped.frameCount == 100)
    #expect(looped.samples(channel: 0) == plain.samples(channel: 0))
  }

  /// A loop that the fields cannot store is omitted.
  @Test func loopsBeyondTheField() throws {
    #expect(chunk("smpl", in: try file(.wav, 0..<1 << 33)) == nil)
    #expect(chunk("regn", in: try file(.caf, 0..<1 << 33)) != nil)
  }
}
