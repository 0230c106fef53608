/// The number of frames of each sample of a bank, without decoding: for a compressed sample, the number that its stream
/// declares.
///
/// A damaged bank can have 65,536 sample headers of one long stream, or of streams that overlap. The pages of a stream
/// are therefore read once for all its headers, and those of all streams together only up to
/// ``SampleLimits/streamBytes(fileBytes:)``, so that the work is proportional to the size of the file.
/// - Thread: any
package struct SampleLengths: Sendable {
  /// The declared number of frames of each compressed stream; 0 if it is implausible or was not read.
  private let declared: [Range<Int>: Int]
  /// The number of bytes of streams that have been read.
  package let bytesRead: Int64

  /// Reads the page headers of all compressed samples, in the order of the samples. A stream that exceeds what is left
  /// of the limit is not read.
  package init(_ font: SoundFont) {
    let limit = SampleLimits.streamBytes(fileBytes: Int64(font.file.bytes.count))
    var bytesLeft = limit
    var declared: [Range<Int>: Int] = [:]
    for sample in font.samples where sample.packing == nil {
      guard let stream = sample.stream, declared[stream] == nil else { continue }
      guard Int64(stream.count) <= bytesLeft else {
        declared[stream] = 0
        continue
      }
      bytesLeft -= Int64(stream.count)
      declared[stream] = Self.declaredFrames(UnsafeRawBufferPointer(rebasing: font.file.bytes[stream]))
    }
    self.declared = declared
    bytesRead = limit - bytesLeft
  }

  /// Returns the number of frames of a sample of the bank; 0 for a compressed sample whose stream declares an
  /// implausible number or was not read.
  package func frames(of sample: SoundFont.SampleHeader) -> Int {
    guard let stream = sample.stream else { return sample.frames.count }
    if let packing = sample.packing { return packing.frameCount(of: stream) }
    return declared[stream] ?? 0
  }

  private static func declaredFrames(_ stream: UnsafeRawBufferPointer) -> Int {
    guard let frames = OggStream(stream)?.frameCount,
      frames <= SampleLimits.decodedFrames(streamBytes: stream.count)
    else { return 0 }
    return Int(frames)
  }
}
