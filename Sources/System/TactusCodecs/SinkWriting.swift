import CSndfile
import TactusFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Presents a sink as a file to libsndfile. Errors of the sink are stored until Swift code can throw them.
///
/// - Thread: control, one at a time
final class SinkWriting {
  private let sink: any ByteSink
  private var pages: OggSerialWriter?
  /// The samples of a FLAC stream; nil for other formats.
  private var samples: FLACSampleCount?
  /// The frames of an MP3 stream; nil for other formats.
  private var frames: MP3FrameWriter?
  /// The bytes at the start of the file, before those of libsndfile. libsndfile's positions begin after them.
  private let tag: [UInt8]
  private var position: Int64 = 0
  /// The number of bytes that libsndfile has written so far.
  private var length: Int64 = 0
  private var error: (any Error)?
  private var isAbandoned = false

  /// - Parameters:
  ///   - tag: bytes that precede those of libsndfile.
  ///   - oggSerial: the serial number that replaces the one that libsndfile chooses.
  ///   - format: the format of the stream.
  init(_ sink: any ByteSink, tag: [UInt8], oggSerial: UInt32?, format: AudioFileFormat) {
    self.sink = sink
    self.tag = tag
    pages = oggSerial.map(OggSerialWriter.init)
    samples = format == .flac ? FLACSampleCount() : nil
    frames = format == .mp3 ? MP3FrameWriter() : nil
  }

  /// The number of bytes in the file so far.
  var byteCount: Int64 { length == 0 ? 0 : Int64(tag.count) + length }

  /// Stops passing bytes to the sink.
  func abandon() { isAbandoned = true }

  /// Throws the error of the sink, if there was one.
  func throwError() throws { if let error { throw error } }

  /// Outputs the remaining bytes, which form no complete Ogg page or MP3 frame.
  func finish() throws {
    guard let rest = pages?.rest ?? frames?.rest, !rest.isEmpty else { return }
    try sink.append(rest)
  }

  /// Completes a file whose sink has refused bytes, as far as that needs no more room: the header of a FLAC file gets
  /// the number of samples, the last page of an Ogg file the mark of the end, and the first frame of an MP3 file the
  /// number of frames. libsndfile does none of this after an error.
  func completeAfterError() throws {
    guard error != nil, !isAbandoned, sink.isSeekable else { return }
    if let bytes = samples?.bytes { try sink.patch(at: Int64(tag.count) + FLACSampleCount.offset, bytes) }
    if let ending = pages?.ending { try sink.patch(at: Int64(tag.count) + ending.offset, ending.page) }
    if let length = frames?.tag { try sink.patch(at: Int64(tag.count) + length.offset, length.bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    guard error == nil else { return 0 }
    do {
      if !isAbandoned { try put(bytes) }
    } catch {
      self.error = error
      return 0
    }
    position += Int64(bytes.count)
    length = max(length, position)
    return Int64(bytes.count)
  }

  /// Writes bytes: those before the end are patched if the sink supports it, the rest is appended.
  private func put(_ bytes: UnsafeRawBufferPointer) throws {
    if length == 0, !bytes.isEmpty, !tag.isEmpty { try tag.withUnsafeBytes { try sink.append($0) } }
    let old = Int(min(Int64(bytes.count), length - position))
    if old > 0, pages == nil, sink.isSeekable {
      try sink.patch(at: Int64(tag.count) + position, .init(rebasing: bytes[..<old]))
    }
    guard old < bytes.count else { return }
    let new = UnsafeRawBufferPointer(rebasing: bytes[old...])
    if pages != nil {
      try pages?.append(new) { try sink.append($0) }
    } else if frames != nil {
      try frames?.append(new) { try sink.append($0) }
    } else {
      try sink.append(new)
      samples?.append(new)
    }
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let base = whence == SEEK_CUR ? position : whence == SEEK_END ? length : 0
    let (target, isBeyond) = base.addingReportingOverflow(offset)
    guard !isBeyond, target >= 0, target <= length else { return -1 }
    position = target
    return target
  }

  /// The virtual I/O functions; their context is the object, which outlives them.
  static var calls: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      length: { SinkWriting.at($0).length },
      seek: { SinkWriting.at($2).seek($0, $1) },
      read: { _, _, _ in 0 },
      write: { bytes, count, context in
        SinkWriting.at(context).write(UnsafeRawBufferPointer(start: bytes, count: Int(clamping: max(0, count))))
      },
      tell: { SinkWriting.at($0).position })
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> SinkWriting {
    Unmanaged<SinkWriting>.fromOpaque(context!).takeUnretainedValue()
  }
}
