import TactusFiles
import Testing

/// Files small enough to be written by hand from the specifications, byte for byte.
struct AudioHeaderTests {
  @Test func wav16IsTheCanonical44Bytes() throws {
    let description = AudioFileDescription(format: .wav, sampleFormat: .int16, sampleRate: 44_100, frameCount: 2)
    let (bytes, summary) = try encoded(description, [[0, 0.5], [-1, 1]])
    #expect(
      bytes
        == hex(
          """
          'RIFF' 2c000000 'WAVE' 'fmt ' 10000000 0100 0200 44ac0000 10b10200 0400 1000
          'data' 08000000 0000 0080 0040 ff7f
          """))
    #expect(summary.byteCount == 52)
  }

  @Test func wavFloatHasFact() throws {
    let description = AudioFileDescription(
      format: .wav, sampleFormat: .float32, sampleRate: 48_000, channelCount: 1, frameCount: 1)
    #expect(
      try encoded(description, [[1.5]]).bytes
        == hex(
          """
          'RIFF' 36000000 'WAVE' 'fmt ' 12000000 0300 0100 80bb0000 00ee0200 0400 2000 0000
          'fact' 04000000 01000000 'data' 04000000 0000c03f
          """))
  }

  @Test func moreThanTwoChannelsAreExtensibleAndBelongToNoSpeaker() throws {
    let description = AudioFileDescription(
      format: .wav, sampleFormat: .float32, sampleRate: 48_000, channelCount: 3, frameCount: 1)
    #expect(
      try encoded(description, [[1.5], [0], [0]]).bytes
        == hex(
          """
          'RIFF' 54000000 'WAVE' 'fmt ' 28000000 feff 0300 80bb0000 00ca0800 0c00 2000 1600 2000 00000000
          0300 0000 0000 1000 8000 00aa00389b71 'fact' 04000000 01000000 'data' 0c000000 0000c03f 00000000 00000000
          """))
  }

  @Test func wav24OfUnknownLengthKeepsPlaceAndPads() throws {
    let description = AudioFileDescription(format: .wav, sampleFormat: .int24, sampleRate: 48_000, channelCount: 1)
    let zeros = String(repeating: "00", count: 28)
    #expect(
      try encoded(description, [[-0.5]]).bytes
        == hex(
          """
          'RIFF' 70000000 'WAVE' 'JUNK' 1c000000 \(zeros)
          'fmt ' 28000000 feff 0100 80bb0000 80320200 0300 1800 1600 1800 04000000
          0100 0000 0000 1000 8000 00aa00389b71 'fact' 04000000 01000000 'data' 03000000 0000c0 00
          """))
  }

  @Test func wavToAPipeSaysUnknown() throws {
    let description = AudioFileDescription(format: .wav, sampleFormat: .int16, sampleRate: 44_100, channelCount: 1)
    #expect(
      try encoded(description, [[0.25]], seekable: false).bytes
        == hex(
          """
          'RIFF' ffffffff 'WAVE' 'fmt ' 10000000 0100 0100 44ac0000 88580100 0200 1000 'data' ffffffff 0020
          """))
  }

  @Test func beyondTheLimitAWAVBecomesRF64() throws {
    var options = EncodingOptions(dither: .none)
    options.riffSizeLimit = 100
    var description = AudioFileDescription(format: .wav, sampleFormat: .int16, sampleRate: 44_100, channelCount: 1)
    let long = [[Float]](repeating: .init(repeating: 0.25, count: 20), count: 1)
    // 4 + 36 + 24 + 8 + 40 = 112 bytes after the first eight.
    let expected = hex(
      """
      'RF64' ffffffff 'WAVE' 'ds64' 1c000000 7000000000000000 2800000000000000 1400000000000000 00000000
      'fmt ' 10000000 0100 0100 44ac0000 88580100 0200 1000 'data' ffffffff
      """)
    let samples = Array(repeatElement([0x00, 0x20] as [UInt8], count: 20).joined())
    #expect(try encoded(description, long, options: options).bytes == expected + samples)
    // 13 frames fit with the space reserved: 4 + 36 + 24 + 8 + 26 = 98.
    #expect(try encoded(description, [Array(long[0][..<13])], options: options).bytes.starts(with: hex("'RIFF' 62")))
    #expect(try encoded(description, [Array(long[0][..<15])], options: options).bytes.starts(with: hex("'RF64'")))
    // A known length is written at once, also to a pipe.
    description.frameCount = 40
    let known = try encoded(description, [long[0] + long[0]], options: options, seekable: false).bytes
    #expect(known.starts(with: hex("'RF64' ffffffff 'WAVE' 'ds64' 1c000000 98000000 00000000 50000000")))
    #expect(try AudioFileReader(known).frameCount == 40)
  }

  @Test func rf64SizesOfHours() throws {
    let frames: Int64 = 5 << 30
    let description = AudioFileDescription(
      format: .wav, sampleFormat: .float32, sampleRate: 48_000, channelCount: 2, frameCount: frames)
    var encoder = try AudioFileEncoder(description)
    let header = try encoder.begin(seekable: false)
    // 12 + 36 + 26 + 12 + 8 = 94 bytes of header; the data has 0xA_0000_0000 bytes.
    #expect(header.count == 94)
    #expect(header[12...].starts(with: hex("'ds64' 1c000000 560000000a000000 000000000a000000 0000004001000000")))
  }

  @Test func aiff16() throws {
    let description = AudioFileDescription(format: .aiff, sampleFormat: .int16, sampleRate: 44_100, channelCount: 1)
    #expect(
      try encoded(description, [[0.5, -0.25]]).bytes
        == hex(
          """
          'FORM' 00000032 'AIFF' 'COMM' 00000012 0001 00000002 0010 400eac44000000000000
          'SSND' 0000000c 00000000 00000000 4000 e000
          """))
  }

  @Test func aiffFloatIsAIFFC() throws {
    let description = AudioFileDescription(format: .aiff, sampleFormat: .float32, sampleRate: 96_000, channelCount: 1)
    #expect(
      try encoded(description, [[1]]).bytes
        == hex(
          """
          'FORM' 00000058 'AIFC' 'FVER' 00000004 a2805140
          'COMM' 0000002c 0001 00000001 0020 400fbb80000000000000 'fl32' 15 '32-bit floating point'
          'SSND' 0000000c 00000000 00000000 3f800000
          """))
  }

  @Test func cafKnownAndUnknown() throws {
    let description = AudioFileDescription(format: .caf, sampleFormat: .int24, sampleRate: 48_000, channelCount: 1)
    let head = "'caff' 0001 0000 'desc' 0000000000000020 40e7700000000000 'lpcm' 00000002 00000003 00000001 00000001"
    #expect(
      try encoded(description, [[-0.5]]).bytes
        == hex(head + "00000018 'data' 0000000000000007 00000000 0000c0"))
    #expect(
      try encoded(description, [[-0.5]], seekable: false).bytes
        == hex(head + "00000018 'data' ffffffffffffffff 00000000 0000c0"))
  }

  @Test func rawIsOnlySamples() throws {
    let description = AudioFileDescription(format: .raw, sampleFormat: .int32, sampleRate: 48_000, channelCount: 2)
    #expect(
      try encoded(description, [[0.5], [-1]], seekable: false).bytes == hex("00000040 00000080"))
  }

  @Test func formatsByPathExtension() {
    let formats = [
      "a.WAV": AudioFileFormat.wav, "b/c.d.aif": .aiff, "x.aifc": .aiff, "x.caf": .caf, "x.pcm": .raw,
      "x.FLAC": .flac, "x.oga": .ogg, "x.opus": .opus, "x.mp3": .mp3,
    ]
    for (path, format) in formats { #expect(AudioFileFormat(path: path) == format) }
    for path in ["wav", "x.m4a", "x.", "", "a.wav/b"] { #expect(AudioFileFormat(path: path) == nil) }
    #expect(["16", "24", "32", "f32"].map(SampleFormat.init(depth:)) == [.int16, .int24, .int32, .float32])
    #expect(SampleFormat(depth: "8") == nil)
  }
}
