import TactusFiles
import TactusVorbis

/// Helpers that the tests of this module share.
enum Decoded {
  /// The frames of a mono stream.
  static func frames(_ bytes: [UInt8], room: Int = 100_000) throws(SampleDecodingError) -> [Int16] {
    var frames = [Int16](repeating: 0x5A5A, count: room)
    let result: Result<Int, SampleDecodingError> = bytes.withUnsafeBytes { bytes in
      frames.withUnsafeMutableBufferPointer { frames in
        do throws(SampleDecodingError) { return .success(try VorbisDecoder.shared.decode(bytes, into: frames)) } catch {
          return .failure(error)
        }
      }
    }
    let count = try result.get()
    precondition(frames[count...].allSatisfy { $0 == 0x5A5A }, "written beyond the end")
    return Array(frames[..<count])
  }

  /// The channels of a stream, and its sample rate.
  static func channels(_ bytes: [UInt8]) throws -> (channels: [[Float]], sampleRate: Int) {
    try bytes.withUnsafeBytes { bytes in
      let stream = try VorbisStream(bytes)
      var channels = [[Float]](repeating: [], count: stream.channelCount)
      while let count = stream.nextBlock() {
        for channel in channels.indices {
          channels[channel] += UnsafeBufferPointer(start: stream.frames(channel: channel), count: count)
        }
      }
      return (channels, stream.sampleRate)
    }
  }

  /// Frames as 16-bit numbers.
  static func rounded(_ frames: [Float]) -> [Int] {
    frames.map { $0.isNaN ? 0 : Int(max(-32_768, min(32_767, ($0 * 32_768).rounded(.toNearestOrEven)))) }
  }

  /// FNV-1a of 64 bits over frames.
  static func fingerprint(_ frames: [Int16]) -> UInt64 {
    frames.reduce(0xCBF2_9CE4_8422_2325) { hash, frame in
      let low = (hash ^ UInt64(UInt16(bitPattern: frame) & 255)) &* 0x100_0000_01B3
      return (low ^ UInt64(UInt16(bitPattern: frame) >> 8)) &* 0x100_0000_01B3
    }
  }
}
