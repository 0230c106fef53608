import TactusFiles
import TestSupport
import Testing

/// The statistics that "A Theoretical Survey" promises for triangular dither, in least significant bits.
struct AudioDitherTests {
  /// The error of 16-bit encoding, in steps, of `value` (in steps) held for `count` frames on each channel.
  private func errors(_ value: Float, count: Int, channels: Int = 1, options: EncodingOptions = .init()) throws
    -> [[Float]]
  {
    let description = AudioFileDescription(
      format: .wav, sampleFormat: .int16, sampleRate: 48_000, channelCount: channels)
    let input = [Float](repeating: value * 0x1p-15, count: count)
    let bytes = try encoded(description, .init(repeating: input, count: channels), options: options).bytes
    let reader = try AudioFileReader(bytes)
    return (0..<channels).map { reader.integers(channel: $0).map { Float($0) - value } }
  }

  private func mean(_ values: [Float]) -> Float { values.reduce(0, +) / Float(values.count) }

  @Test func meanAndPowerOfTheErrorDoNotDependOnTheSignal() throws {
    let count = 8000
    for value: Float in [0.1, 0.25, 0.5, 0.75, 1, -0.3, 100.4] {
      let error = try errors(value, count: count)[0]
      // Mean 0; power 1/4: 1/12 of rounding and 1/6 of noise. Five standard deviations of the estimates.
      #expect(abs(mean(error)) < 5 * 0.5 / Float(count).squareRoot(), "\(value)")
      #expect(abs(mean(error.map { $0 * $0 }) - 0.25) < 5 * 0.4 / Float(count).squareRoot(), "\(value)")
      #expect(error.allSatisfy { abs($0) <= 1.5 })
    }
  }

  @Test func theNoiseIsWhiteAndItsChannelsAreStrangers() throws {
    let count = 8000
    let noise = try errors(0, count: count, channels: 2, options: .init(dithersSilence: true))
    let limit = 5 * 0.25 / Float(count).squareRoot()
    for lag in [1, 2, 3, 7, 64, 1024] {
      let own = mean(zip(noise[0], noise[0].dropFirst(lag)).map { $0 * $1 })
      let other = mean(zip(noise[0], noise[1].dropFirst(lag)).map { $0 * $1 })
      #expect(abs(own) < limit && abs(other) < limit, "lag \(lag)")
    }
    #expect(abs(mean(zip(noise[0], noise[1]).map { $0 * $1 })) < limit)
    let another = try errors(0, count: count, options: .init(ditherSeed: 1, dithersSilence: true))[0]
    #expect(another != noise[0])
    #expect(abs(mean(zip(noise[0], another).map { $0 * $1 })) < limit)
  }

  @Test func silenceStaysSilentUnlessAsked() throws {
    #expect(try errors(0, count: 500)[0].allSatisfy { $0 == 0 })
    #expect(try errors(-0.0, count: 500)[0].allSatisfy { $0 == 0 })
    #expect(try errors(0, count: 500, options: .init(dithersSilence: true))[0].contains { $0 != 0 })
  }

  @Test func aLevelBelowOneStepSurvives() throws {
    // A constant of a quarter step: plain rounding gives zero, dither preserves the mean.
    let plus = mean(try errors(0.25, count: 8000)[0]) + 0.25
    let plain = try errors(0.25, count: 10, options: .init(dither: .none))[0]
    #expect(abs(plus - 0.25) < 0.03)
    #expect(plain.allSatisfy { $0 == -0.25 })
  }

  @Test func theNoiseOfAFrameIsFixedForever() throws {
    // Golden values: the first rounded results for seed 0, channel 0, at half a step.
    let golden: [Int32] = try errors(0.5, count: 16)[0].map { Int32($0 + 0.5) }
    #expect(golden == [1, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 1])
  }

  @Test func twentyFourBitsAreDitheredToo() throws {
    let description = AudioFileDescription(format: .wav, sampleFormat: .int24, sampleRate: 48_000, channelCount: 1)
    let input = [Float](repeating: 0.25 * 0x1p-23, count: 8000)
    let bytes = try encoded(description, [input], options: .init()).bytes
    let output = try AudioFileReader(bytes).integers(channel: 0)
    #expect(abs(Float(output.reduce(0, +)) / 8000 - 0.25) < 0.03)
  }

  @Test func theNoiseGoesOnAfterTheCounterOverflows() {
    let quantizer = SampleQuantizer(.int16, .init())
    let input = [Float](repeating: 0.5 * 0x1p-15, count: 200)
    func words(from frame: Int64, _ count: Int) -> [UInt32] {
      [UInt32](unsafeUninitializedCapacity: count) { words, initialized in
        if let first = words.baseAddress {
          quantizer.quantize(input, count, channel: 0, frame: frame, into: first)
        }
        initialized = count
      }
    }
    let seam = Int64(1) << 32
    #expect(words(from: seam - 100, 200) == words(from: seam - 100, 100) + words(from: seam, 100))
    #expect(words(from: seam, 100) != words(from: 0, 100))
  }
}
