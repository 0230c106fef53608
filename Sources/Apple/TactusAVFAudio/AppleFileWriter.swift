#if canImport(AVFAudio)
  import AVFAudio
  import Foundation
  import TactusRealtime

  /// Writes a compressed file with `AVAudioFile`, and gives it its final name when it is complete.
  ///
  /// Until ``finish()``, the data is in a hidden file in the same folder. After ``cancel()``, after an error, and when
  /// the object is deallocated, the hidden file is removed, and an existing file with the final name is unchanged.
  /// - Thread: control, one at a time
  public final class AppleFileWriter {
    /// The destination of the file.
    public let url: URL
    /// The number of frames written so far.
    public private(set) var frameCount: Int64 = 0
    private let temporary: URL
    private let buffer: AVAudioPCMBuffer
    private let channelCount: Int
    private var file: AVAudioFile?

    /// The number of frames written at a time.
    private static var bufferFrames: Int { 4_096 }

    /// Creates the hidden file, so that an unwritable folder is detected at once.
    ///
    /// - Parameters:
    ///   - url: the destination; its extension selects the container.
    ///   - format: AAC or Apple Lossless.
    ///   - sampleRate: frames per second.
    ///   - channelCount: 1 or 2.
    public init(
      _ url: URL, as format: AppleFileFormat, sampleRate: Int, channelCount: Int = 2
    ) throws(AppleFileError) {
      try format.check(url, sampleRate: sampleRate)
      let unique = String(UInt64.random(in: .min ... .max), radix: 36)
      let name = ".tactus-\(unique).part.\(url.pathExtension)"
      (self.url, temporary) = (url, url.deletingLastPathComponent().appendingPathComponent(name))
      self.channelCount = channelCount
      do {
        let file = try AVAudioFile(
          forWriting: temporary, settings: format.settings(sampleRate: sampleRate, channelCount: channelCount),
          commonFormat: .pcmFormatFloat32, interleaved: false)
        self.file = file
        guard
          let buffer = AVAudioPCMBuffer(
            pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(Self.bufferFrames))
        else { throw AppleFileError.cannotOpen(path: url.path, code: 0) }
        self.buffer = buffer
      } catch {
        try? FileManager.default.removeItem(at: temporary)
        throw .cannotOpen(path: url.path, code: (error as NSError).code)
      }
    }

    deinit { cancel() }

    /// Writes a block; if it has more channels than the file, the last ones are left out.
    public func write(_ block: AudioBlock) throws(AppleFileError) {
      guard let file, let data = buffer.floatChannelData, block.channelCount >= channelCount else {
        throw .cannotWrite(path: url.path, code: 0)
      }
      var done = 0
      while done < block.frameCount {
        let count = min(Self.bufferFrames, block.frameCount - done)
        for channel in 0..<channelCount { data[channel].update(from: block[channel] + done, count: count) }
        buffer.frameLength = AVAudioFrameCount(count)
        do { try file.write(from: buffer) } catch {
          cancel()
          throw .cannotWrite(path: url.path, code: (error as NSError).code)
        }
        done += count
        frameCount += Int64(count)
      }
    }

    /// Completes the file and gives it its final name; an existing file is replaced.
    public func finish() throws(AppleFileError) {
      guard let file else { throw .cannotWrite(path: url.path, code: 0) }
      // closing makes the encoder write its buffered frames
      file.close()
      self.file = nil
      guard rename(temporary.path, url.path) == 0 else {
        let code = Int(errno)
        try? FileManager.default.removeItem(at: temporary)
        throw .cannotName(path: url.path, code: code)
      }
    }

    /// Cancels and removes the hidden file. Does nothing after ``finish()``.
    public func cancel() {
      guard let file else { return }
      file.close()
      self.file = nil
      try? FileManager.default.removeItem(at: temporary)
    }
  }
#endif
