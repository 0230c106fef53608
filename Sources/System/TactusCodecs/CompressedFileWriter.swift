import CSndfile
import TactusFiles
import TactusRealtime

/// Writes planar float audio to a sink as FLAC, Ogg Vorbis, Opus or MP3, in constant memory.
///
///     let writer = try CompressedFileWriter(description, library: .shared(), to: sink)
///     try writer.write(block)      // for each block
///     let summary = try writer.finish()
///
/// The bytes depend on the samples, the description, the options and the installed codecs, but not on the partition
/// into blocks or on the date. FLAC stores integers, dithered as in a WAV file; the other codecs take floats. If the
/// sink cannot be patched, the header of a FLAC file contains neither a length nor a checksum, as in streams.
/// - Thread: control, one at a time
public final class CompressedFileWriter: AudioWriting {
  /// The description of the file.
  public let description: AudioFileDescription
  private let library: SoundFileLibrary
  private let target: SinkWriting
  private let calls: UnsafeMutablePointer<SF_VIRTUAL_IO>
  private var handle: OpaquePointer?
  private let quantizer: SampleQuantizer
  private var statistics = SampleStatistics()
  private var frameCount: Int64 = 0
  /// The frames not yet encoded, one channel after the other. They are collected so that the codecs receive blocks of
  /// constant length.
  private var waiting: [Float]
  private var waitingCount = 0
  private var repaired = [Float](repeating: 0, count: pieceFrames)
  private var words = [UInt32](repeating: 0, count: pieceFrames)

  private static let pieceFrames = 4_096

  /// Opens the file. For lossy formats, ``AudioFileDescription/sampleFormat`` has no effect.
  ///
  /// - Parameters:
  ///   - description: the file's format, sample rate, channels and metadata.
  ///   - options: how samples are converted to integers.
  ///   - compressionLevel: from 0 (best quality; for FLAC, least effort) to 1 (smallest file); nil for the codec's
  ///     default.
  ///   - library: the library that encodes.
  ///   - sink: receives the file's bytes.
  /// - Throws: ``CodecError``; errors of the sink.
  public init(
    _ description: AudioFileDescription, options: EncodingOptions = .init(), compressionLevel: Double? = nil,
    library: SoundFileLibrary, to sink: any ByteSink
  ) throws {
    try CodecLimits.check(description, compressionLevel)
    self.description = description
    self.library = library
    quantizer = SampleQuantizer(description.format == .flac ? description.sampleFormat : .float32, options)
    waiting = Array(repeating: 0, count: description.channelCount * Self.pieceFrames)
    let tag = description.format == .mp3 ? ID3Tag(description.metadata).bytes : []
    target = SinkWriting(sink, tag: tag, oggSerial: description.oggSerial, format: description.format)
    calls = .allocate(capacity: 1)
    calls.initialize(to: SinkWriting.calls)
    handle = try open(compressionLevel)
    try target.throwError()
  }

  deinit {
    target.abandon()
    if let handle { _ = library.functions.sf_close(handle) }
    calls.deallocate()
  }

  private func open(_ compressionLevel: Double?) throws -> OpaquePointer {
    var info = SF_INFO()
    info.samplerate = Int32(description.sampleRate)
    info.channels = Int32(description.channelCount)
    info.format = Int32(description.codecFormat)
    guard library.functions.sf_format_check(&info) != 0 else {
      throw CodecError.formatMissing(description.format, version: library.version)
    }
    let context = Unmanaged.passUnretained(target).toOpaque()
    guard let handle = library.functions.sf_open_virtual(calls, Int32(SFM_WRITE), &info, context) else {
      try target.throwError()
      throw CodecError.refused(description.format, library.lastError(nil))
    }
    for (kind, text) in description.metadata.codecStrings where description.format != .mp3 {
      _ = library.functions.sf_set_string(handle, Int32(kind), text)
    }
    if var level = compressionLevel {
      let size = Int32(MemoryLayout<Double>.size)
      _ = library.functions.sf_command(handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, size)
    }
    return handle
  }

  /// Writes a block, which must have the number of channels of the description.
  public func write(_ block: AudioBlock) throws {
    precondition(block.channelCount == description.channelCount, "the block has another number of channels")
    var done = 0
    while done < block.frameCount {
      let count = min(Self.pieceFrames - waitingCount, block.frameCount - done)
      for channel in 0..<block.channelCount {
        let start = channel * Self.pieceFrames + waitingCount
        for index in 0..<count { waiting[start + index] = block[channel][done + index] }
      }
      waitingCount += count
      done += count
      if waitingCount == Self.pieceFrames { try writePiece() }
    }
  }

  /// Encodes the remaining frames and closes the file. Throws if the number of frames differs from the description.
  ///
  /// After an error of the sink, such as a full disk, it completes the file that the sink has, and throws the error
  /// again.
  public func finish() throws -> AudioFileWriter.Summary {
    do { return try close() } catch {
      try? target.completeAfterError()
      throw error
    }
  }

  private func close() throws -> AudioFileWriter.Summary {
    try target.throwError()
    if waitingCount > 0 { try writePiece() }
    guard frameCount > 0 else { throw CodecError.nothingToWrite(description.format) }
    if let promised = description.frameCount, promised != frameCount {
      throw AudioFileError.lengthBroken(promised: promised, written: frameCount)
    }
    if let handle {
      self.handle = nil
      let status = library.functions.sf_close(handle)
      try target.throwError()
      if status != 0 { throw CodecError.refused(description.format, "the file could not be finished") }
    }
    try target.finish()
    return AudioFileWriter.Summary(frameCount: frameCount, byteCount: target.byteCount, statistics: statistics)
  }

  /// Encodes the waiting frames, interleaved.
  private func writePiece() throws {
    let (count, channels) = (waitingCount, description.channelCount)
    waitingCount = 0
    let written = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count * channels) { interleaved in
      for channel in 0..<channels {
        quantize(channel, count)
        for index in 0..<count { interleaved[index * channels + channel] = words[index] }
      }
      return hand(interleaved, count)
    }
    frameCount += Int64(count)
    try target.throwError()
    guard written == count else { throw CodecError.refused(description.format, library.lastError(handle)) }
  }

  /// Stores a channel's frames in `words`, as the bit patterns of floats or, for FLAC, as integers in the upper bits.
  private func quantize(_ channel: Int, _ count: Int) {
    let shift = description.format == .flac ? UInt32(32 - description.sampleFormat.bitsPerSample) : 0
    waiting.withUnsafeBufferPointer { waiting in
      repaired.withUnsafeMutableBufferPointer { repaired in
        words.withUnsafeMutableBufferPointer { words in
          guard let first = waiting.baseAddress, let repaired = repaired.baseAddress, let to = words.baseAddress else {
            return
          }
          let source = first + channel * Self.pieceFrames
          let isValid = statistics.count(source, count, repaired: repaired)
          quantizer.quantize(
            isValid ? source : UnsafePointer(repaired), count, channel: channel, frame: frameCount, into: to)
          for index in 0..<count { to[index] <<= shift }
        }
      }
    }
  }

  private func hand(_ interleaved: UnsafeMutableBufferPointer<UInt32>, _ count: Int) -> Int {
    guard let handle, let base = UnsafeRawPointer(interleaved.baseAddress) else { return 0 }
    if description.format == .flac {
      return Int(library.functions.sf_writef_int(handle, base.assumingMemoryBound(to: Int32.self), Int64(count)))
    }
    return Int(library.functions.sf_writef_float(handle, base.assumingMemoryBound(to: Float.self), Int64(count)))
  }
}

extension AudioFileDescription {
  /// The container and the codec as a format code of libsndfile.
  fileprivate var codecFormat: Int {
    switch format {
    case .flac: SF_FORMAT_FLAC | (sampleFormat == .int16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24)
    case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
    case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
    case .mp3: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
    case .wav, .aiff, .caf, .raw: 0
    }
  }

  /// The serial number of an Ogg stream, derived from the metadata: always the same for one song, and most likely
  /// different for other songs, so that files can be chained. Nil for other formats.
  fileprivate var oggSerial: UInt32? {
    guard format == .ogg || format == .opus else { return nil }
    // FNV-1a, 32 bits.
    return (metadata.texts.joined(separator: "\n") + "\(sampleRate)").utf8.reduce(2_166_136_261) {
      ($0 ^ UInt32($1)) &* 16_777_619
    }
  }
}

extension AudioFileMetadata {
  fileprivate var codecStrings: [(kind: Int, text: String)] {
    [
      (SF_STR_TITLE, title), (SF_STR_ARTIST, artist), (SF_STR_COPYRIGHT, copyright),
      (SF_STR_COMMENT, comment), (SF_STR_SOFTWARE, software),
    ].filter { !$0.1.isEmpty }.map { ($0.0, $0.1.asFileText) }
  }
}
