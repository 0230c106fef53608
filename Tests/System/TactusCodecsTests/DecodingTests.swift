import Foundation
import TactusCodecs
import TactusEngine
import TactusFiles
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// SF3 samples through libsndfile.
@Suite(.enabled(if: Codec.isThere, Comment(rawValue: Codec.whatIsMissing)))
struct DecodingTests {
  private func stream(_ sound: [Float], channels: Int = 1, format: AudioFileFormat = .ogg) throws -> [UInt8] {
    let description = AudioFileDescription(
      format: format, sampleFormat: .int16, sampleRate: 48_000, channelCount: channels)
    return try Codec.file(Array(repeating: sound, count: channels), description, compressionLevel: 0)
  }

  private func decode(_ bytes: [UInt8], room: Int) throws -> [Int16] {
    let library = try SoundFileLibrary.shared()
    var frames = [Int16](repeating: 0, count: room)
    let count = try bytes.withUnsafeBytes { bytes in
      try frames.withUnsafeMutableBufferPointer { try library.decode(bytes, into: $0) }
    }
    return Array(frames[..<count])
  }

  @Test(arguments: [1, 100, 9_999, 40_000])
  func whatWasWrittenComesBack(frames: Int) throws {
    let sound = Codec.music(frames)
    let bytes = try stream(sound)
    #expect(bytes.withUnsafeBytes { OggStream($0)?.frameCount } == Int64(frames))
    let decoded = try decode(bytes, room: frames + 5_000)
    #expect(decoded.count == frames)
    let noise = zip(sound, decoded).reduce(0) { $0 + pow(Double($1.0) - Double($1.1) / 32_768, 2) }
    let power = sound.reduce(1e-9) { $0 + Double($1 * $1) }
    if frames > 1_000 { #expect(10 * log10(noise / power) < -25) }
    #expect(try decode(bytes, room: frames / 2).count == frames / 2, "never more than there is room for")
  }

  @Test func beyondFullScaleSaturates() throws {
    let decoded = try decode(stream(Codec.music(20_000).map { $0 * 4 }), room: 20_000)
    #expect(decoded.contains(32_767) && decoded.contains(-32_768))
    #expect(zip(decoded, decoded.dropFirst()).allSatisfy { abs(Int($0) - Int($1)) < 30_000 }, "nothing wraps")
  }

  @Test func whatIsNoMonoOggIsRefused() throws {
    let sound = Codec.music(5_000)
    #expect(throws: SampleDecodingError.notMono(channels: 2)) { try decode(stream(sound, channels: 2), room: 9) }
    #expect(throws: SampleDecodingError.self) { try decode(stream(sound, format: .flac), room: 9) }
    #expect(throws: SampleDecodingError.unreadable) { try decode([], room: 9) }
    #expect(throws: SampleDecodingError.unreadable) { try decode(Array("OggS nothing".utf8), room: 9) }
  }

  /// Damage of any kind gives frames, fewer frames, or an error.
  @Test func damageNeverTraps() throws {
    let whole = try stream(Codec.music(6_000))
    for seed in 0..<UInt64(rounds(60)) {
      var random = SeededGenerator(seed: seed)
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      bytes.removeLast(.random(in: 0...bytes.count / 2, using: &random))
      let first = try? decode(bytes, room: 10_000)
      #expect(first == (try? decode(bytes, room: 10_000)), "the same each time, seed \(seed)")
    }
  }

  /// The null law: a bank of compressed streams sounds like a bank of the decoded frames, on any number of threads.
  @Test func aBankOfStreamsSoundsLikeOneOfFrames() throws {
    var packed = SoundFontBuilder(name: "packed")
    packed.version = .v3_01
    var plain = SoundFontBuilder(name: "plain")
    for number in 0..<9 {
      var sample = SoundFontBuilder.Sample(name: "\(number)", frames: [], sampleRate: 48_000, loop: 1_000..<2_000)
      sample.stream = try stream(Codec.music(3_000 + 100 * number, seed: UInt64(number)))
      packed.add(sample)
      sample.frames = try decode(sample.stream, room: 9_999)
      sample.stream = []
      plain.add(sample)
    }
    let zones = (0..<9).map { number in
      SoundFontBuilder.Zone(
        target: number, keyRange: .init(10 * number + 30...10 * number + 39), generators: [.init(.sampleModes, 1)])
    }
    packed.addPreset(zones)
    plain.addPreset(zones)
    var score = Score(length: 6_000)
    for key in stride(from: UInt8(35), to: 110, by: 5) { score.events.append((Int(key) * 20, .noteOn(key))) }
    let expected = try bits(score.song, plain, width: 1)
    for width in 1...3 { #expect(try bits(score.song, packed, width: width) == expected, "\(width) threads") }
  }

  private func bits(_ song: MIDIFile, _ builder: SoundFontBuilder, width: Int) throws -> [UInt32] {
    let font = try SoundFont(FileBytes(copying: builder.write(), name: builder.info.name))
    let bank = try SoundBank(font, decoder: SoundFileLibrary.shared())
    var settings = BounceSettings()
    settings.tail = .seconds(0.1)
    var bits: [UInt32] = []
    _ = try Bouncer(song, bank: bank, settings: settings).render(with: WorkerPool(width: width)) { block in
      for frame in 0..<block.frameCount { bits += [block[0][frame].bitPattern, block[1][frame].bitPattern] }
    }
    return bits
  }
}
