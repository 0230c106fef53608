import TactusRealtime

/// Writes planar float audio to a sink as an audio file, in constant memory.
///
///     let writer = try AudioFileWriter(description, to: sink)
///     try writer.write(block)      // repeatedly
///     let summary = try writer.finish()
///
/// The writer does not close the sink; after `finish`, an output file must still be committed.
/// - Thread: control, one at a time
public final class AudioFileWriter: AudioWriting {
  /// The summary of a complete file.
  public struct Summary: Hashable, Sendable {
    /// The length in frames.
    public let frameCount: Int64
    /// The size in bytes, including the header.
    public let byteCount: Int64
    /// The peak, and the numbers of clipped and invalid samples.
    public let statistics: SampleStatistics

    /// Creates a summary.
    public init(frameCount: Int64, byteCount: Int64, statistics: SampleStatistics) {
      self.frameCount = frameCount
      self.byteCount = byteCount
      self.statistics = statistics
    }
  }

  private let sink: any ByteSink
  private var encoder: AudioFileEncoder
  private let headerSize: Int

  /// Writes the header. Throws ``AudioFileError``, and errors of the sink.
  public init(_ description: AudioFileDescription, options: EncodingOptions = .init(), to sink: any ByteSink) throws {
    self.sink = sink
    encoder = try AudioFileEncoder(description, options: options)
    let header = try encoder.begin(seekable: sink.isSeekable)
    try sink.append(header)
    headerSize = header.count
  }

  /// The properties of the file.
  public var description: AudioFileDescription { encoder.description }
  /// The number of frames written so far.
  public var frameCount: Int64 { encoder.frameCount }
  /// The peak, and the numbers of clipped and invalid samples so far.
  public var statistics: SampleStatistics { encoder.statistics }

  /// Writes the frames of a block, which has as many channels as the description.
  public func write(_ block: AudioBlock) throws {
    try encoder.encode(block, into: sink)
  }

  /// Writes the frames of arrays, one for each channel, all with the same length.
  public func write(_ channels: [[Float]]) throws {
    let frameCount = channels.first?.count ?? 0
    precondition(channels.allSatisfy { $0.count == frameCount }, "the channels differ in length")
    let copies = channels.map { channel in
      let copy = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(1, frameCount))
      _ = copy.initialize(from: channel)
      return copy
    }
    defer { copies.forEach { $0.deallocate() } }
    try copies.compactMap { $0.baseAddress }.withUnsafeBufferPointer {
      guard let pointers = $0.baseAddress else { return }
      try write(AudioBlock(channels: pointers, channelCount: channels.count, frameCount: frameCount))
    }
  }

  /// Writes the last bytes and the sizes.
  public func finish() throws -> Summary {
    let ending = try encoder.finish()
    if !ending.trailing.isEmpty { try sink.append(ending.trailing) }
    for patch in ending.patches { try sink.patch(at: patch.offset, patch.bytes) }
    let byteCount = Int64(headerSize + ending.trailing.count) + frameCount * Int64(description.bytesPerFrame)
    return Summary(frameCount: frameCount, byteCount: byteCount, statistics: statistics)
  }
}
