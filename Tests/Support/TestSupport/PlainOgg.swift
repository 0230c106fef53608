import Synchronization
import TactusFiles

/// Ogg pages that contain plain frames instead of Vorbis: compressed samples for tests without a codec.
package enum PlainOgg {
  /// A stream of one page with at most 32,000 frames.
  ///
  /// - Parameter claim: the length that the stream declares, if it differs from the true length.
  package static func stream(_ frames: [Int16], claim: Int64? = nil) -> [UInt8] {
    let body = frames.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let segments = [UInt8](repeating: 255, count: body.count / 255) + [UInt8(body.count % 255)]
    precondition(segments.count <= 255, "one page holds no more")
    let granule = claim ?? Int64(frames.count)
    let head = Array("OggS".utf8) + [0, 6] + (0..<8).map { UInt8(truncatingIfNeeded: granule >> (8 * Int64($0))) }
    return head + [UInt8](repeating: 7, count: 12) + [UInt8(segments.count)] + segments + body
  }

  /// Extracts the frames of a stream, and counts the requests.
  package final class Decoder: SampleDecoder {
    private let lengths = Mutex<[Int]>([])

    package init() {}

    /// The lengths of the streams it was given, ascending.
    package var asked: [Int] { lengths.withLock { $0.sorted() } }

    package func decode(
      _ stream: UnsafeRawBufferPointer, into frames: UnsafeMutableBufferPointer<Int16>
    ) throws(SampleDecodingError) -> Int {
      lengths.withLock { $0.append(stream.count) }
      guard stream.count > 27, stream[14] == 7 else { throw .unreadable }
      let body = UnsafeRawBufferPointer(rebasing: stream[(27 + Int(stream[26]))...])
      let count = min(body.count / 2, frames.count)
      for index in 0..<count {
        frames[index] = Int16(littleEndian: body.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self))
      }
      return count
    }
  }
}

extension SoundFontBuilder {
  /// The same bank as an SF3, with its frames in pages.
  package var asPlainOgg: SoundFontBuilder {
    var bank = self
    bank.version = .v3_01
    for index in bank.samples.indices where !bank.samples[index].frames.isEmpty {
      bank.samples[index].stream = PlainOgg.stream(bank.samples[index].frames)
      bank.samples[index].frames = []
      bank.samples[index].lowBytes = []
    }
    return bank
  }
}
