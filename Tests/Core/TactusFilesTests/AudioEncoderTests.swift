import TactusFiles
import TestSupport
import Testing

struct AudioEncoderTests {
  @Test(arguments: SampleFormat.allCases) func theWayThereAndBack(_ sampleFormat: SampleFormat) throws {
    var generator = SeededGenerator(seed: 11)
    let channels = (0..<3).map { _ in (0..<1500).map { _ in Float.random(in: -1...1, using: &generator) } }
    for format in [AudioFileFormat.wav, .aiff, .caf] {
      for count in [1, 2, 3] {
        let description = AudioFileDescription(
          format: format, sampleFormat: sampleFormat, sampleRate: 44_100, channelCount: count)
        let bytes = try encoded(description, Array(channels[..<count])).bytes
        let reader = try AudioFileReader(bytes)
        #expect(reader.format == format && reader.sampleRate == 44_100 && reader.channelCount == count)
        #expect(reader.frameCount == 1500)
        let tolerance: Float = sampleFormat == .int16 ? 0x1p-15 : 0x1p-23
        for (channel, original) in channels[..<count].enumerated() {
          let worst = zip(reader.samples(channel: channel), original).map { abs($0 - $1) }.max() ?? .infinity
          #expect(sampleFormat.isFloat ? worst == 0 : worst <= tolerance)
        }
      }
    }
  }

  @Test func roundingIsHalfToEvenAndSaturatesAtFullScale() throws {
    let step: Float = 0x1p-15
    let inputs: [Float] = [
      0.5, 1.5, 2.5, -0.5, -1.5, 0.5001, 0.4999, 32767, 32766.5, 32768, 40000, -32768, -32769, 1e30,
    ]
    let outputs: [Int32] = [0, 2, 2, 0, -2, 1, 0, 32767, 32766, 32767, 32767, -32768, -32768, 32767]
    let description = AudioFileDescription(format: .wav, sampleFormat: .int16, sampleRate: 8000, channelCount: 1)
    let (bytes, summary) = try encoded(description, [inputs.map { $0 * step }])
    #expect(try AudioFileReader(bytes).integers(channel: 0) == outputs)
    #expect(summary.statistics.clippedSampleCount == 3)
    #expect(summary.statistics.peak == 1e30 * step)
  }

  @Test(arguments: [SampleFormat.int16, .int24, .int32]) func fullScaleInEveryWidth(_ format: SampleFormat) throws {
    let description = AudioFileDescription(format: .wav, sampleFormat: format, sampleRate: 8000, channelCount: 1)
    let largest = Int32((Int64(1) << (format.bitsPerSample - 1)) - 1)
    for dither in Dither.allCases {
      let bytes = try encoded(description, [[2, -2, .greatestFiniteMagnitude]], options: .init(dither: dither)).bytes
      #expect(try AudioFileReader(bytes).integers(channel: 0) == [largest, -largest - 1, largest])
    }
  }

  @Test(arguments: SampleFormat.allCases) func invalidSamplesBecomeZeroAndAreCounted(_ format: SampleFormat) throws {
    let description = AudioFileDescription(format: .caf, sampleFormat: format, sampleRate: 8000, channelCount: 2)
    let channels: [[Float]] = [[.nan, 0.5, -.infinity], [.infinity, -0.25, 2]]
    let (bytes, summary) = try encoded(description, channels)
    let reader = try AudioFileReader(bytes)
    #expect(reader.samples(channel: 0) == [0, 0.5, 0])
    #expect(Array(reader.samples(channel: 1)[..<2]) == [0, -0.25])
    #expect(summary.statistics.invalidSampleCount == 3)
    #expect(summary.statistics.clippedSampleCount == 1)
    #expect(summary.statistics.peak == 2)
  }

  @Test func theBytesDoNotDependOnThePartition() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<6 {
      let seed = generator.next()
      var random = SeededGenerator(seed: seed)
      let length = Int.random(in: 1...5000, using: &random)
      let channels = (0..<2).map { _ in (0..<length).map { _ in Float.random(in: -1.1...1.1, using: &random) } }
      let pieces = (0..<8).map { _ in Int.random(in: 1...1500, using: &random) }
      for sampleFormat in SampleFormat.allCases {
        let description = AudioFileDescription(format: .wav, sampleFormat: sampleFormat, sampleRate: 48_000)
        let whole = try encoded(description, channels, options: .init())
        let parts = try encoded(description, channels, options: .init(), pieces: pieces)
        #expect(whole.bytes == parts.bytes, "seed \(seed), \(sampleFormat)")
        #expect(whole.summary == parts.summary, "seed \(seed), \(sampleFormat)")
      }
    }
  }

  @Test func aPromisedLengthIsKept() throws {
    let description = AudioFileDescription(
      format: .wav, sampleFormat: .int16, sampleRate: 48_000, channelCount: 1, frameCount: 2)
    #expect(throws: AudioFileError.lengthBroken(promised: 2, written: 3)) { try encoded(description, [[0, 0, 0]]) }
    #expect(throws: AudioFileError.lengthBroken(promised: 2, written: 1)) { try encoded(description, [[0]]) }
  }

  @Test func whatCannotBeWrittenIsRefused() throws {
    func description(_ format: AudioFileFormat, rate: Int = 48_000, channels: Int = 2, frames: Int64? = nil)
      -> AudioFileDescription
    {
      .init(format: format, sampleFormat: .int16, sampleRate: rate, channelCount: channels, frameCount: frames)
    }
    for rate in [0, -1, .min, .max, 1 << 32] {
      #expect(throws: AudioFileError.sampleRateOutOfRange(rate)) {
        try AudioFileEncoder(description(.wav, rate: rate))
      }
    }
    for count in [0, -1, 4097, .max] {
      #expect(throws: AudioFileError.channelCountOutOfRange(count)) {
        try AudioFileEncoder(description(.wav, channels: count))
      }
    }
    #expect(throws: AudioFileError.self) { try AudioFileEncoder(description(.aiff, frames: 1 << 30)) }
    #expect(throws: AudioFileError.self) { try AudioFileEncoder(description(.caf, frames: .max)) }
    #expect(throws: AudioFileError.self) { try AudioFileEncoder(description(.wav, frames: -1)) }
    #expect(throws: AudioFileError.lengthMustBeKnown(format: .aiff)) {
      try encoded(description(.aiff), [[0], [0]], seekable: false)
    }
    _ = try AudioFileEncoder(description(.wav, rate: 4_294_967_295, channels: 4096, frames: 1 << 40))
    // With a known length, AIFF can be written to a pipe.
    let pipe = try encoded(description(.aiff, frames: 1), [[0], [0]], seekable: false).bytes
    #expect(try AudioFileReader(pipe).frameCount == 1)
  }
}
