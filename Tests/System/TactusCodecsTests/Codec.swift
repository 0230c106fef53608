import TactusCodecs
import TactusFiles
import TactusRealtime
import TestSupport

/// Helpers that the tests of this module share.
enum Codec {
  static var isThere: Bool { (try? SoundFileLibrary.shared()) != nil }
  static let whatIsMissing = "libsndfile is not installed (Debian: libsndfile1)"
  /// Whether the installed library writes MP3.
  static var writesMP3: Bool {
    let description = AudioFileDescription(format: .mp3, sampleFormat: .float32, sampleRate: 48_000)
    return (try? CompressedFileWriter(description, library: .shared(), to: MemorySink())) != nil
  }

  /// A file of these channels, written in blocks of these lengths and then one of the rest.
  static func file(
    _ channels: [[Float]], _ description: AudioFileDescription, blocks: [Int] = [], compressionLevel: Double? = nil,
    options: EncodingOptions = .init(), to sink: MemorySink = MemorySink()
  ) throws -> [UInt8] {
    let writer = try CompressedFileWriter(
      description, options: options, compressionLevel: compressionLevel, library: .shared(), to: sink)
    try write(channels, blocks) { try writer.write($0) }
    let summary = try writer.finish()
    precondition(summary.byteCount == Int64(sink.bytes.count) && summary.frameCount == Int64(channels[0].count))
    return sink.bytes
  }

  static func write(_ channels: [[Float]], _ blocks: [Int], to receive: (AudioBlock) throws -> Void) throws {
    let total = channels[0].count
    let copies = channels.map { channel in
      let copy = UnsafeMutablePointer<Float>.allocate(capacity: max(1, total))
      copy.initialize(from: channel, count: total)
      return copy
    }
    defer { copies.forEach { $0.deallocate() } }
    var done = 0
    for wanted in blocks + [total] where done < total {
      let count = min(wanted, total - done)
      let places = copies.map { $0 + done }
      try places.withUnsafeBufferPointer {
        try receive(AudioBlock(channels: $0.baseAddress!, channelCount: channels.count, frameCount: count))
      }
      done += count
    }
  }

  /// A chord that swells, with some noise.
  static func music(_ frames: Int, seed: UInt64 = 1) -> [Float] {
    var random = SeededGenerator(seed: seed)
    return (0..<frames).map { frame in
      let turns = Double(frame) / 48_000
      let chord = [440, 554.37, 659.26].reduce(0) { $0 + Sine.at($1 * turns) }
      return Float(chord / 6 * min(1, turns * 4)) + .random(in: -0.001...0.001, using: &random)
    }
  }
}
