import TactusCodecs
import TactusEngine
import TactusFileAccess
import TactusFiles
import TactusThreads

/// How a bounce becomes a file.
public struct BounceOutput: Hashable, Sendable {
  /// The kind of file; nil takes it from the path's ending, WAV where that says nothing.
  public var format: AudioFileFormat?
  /// How samples are stored.
  public var sampleFormat = SampleFormat.int24
  /// Dither and its seed.
  public var encoding = EncodingOptions()
  /// How much a compressed file is compressed: from 0, the best sound, to 1, the smallest file; of FLAC, which keeps
  /// every sample, the effort. Nil leaves it to the codec; other formats do not care.
  public var compressionLevel: Double?
  /// What the file says about itself, such as `AudioFileMetadata(of: song)`.
  public var metadata = AudioFileMetadata()
  /// How many threads render; the bytes do not depend on it. Values below 1 mean one for each processor.
  public var threads = 0

  /// WAV or what the path says, 24 bits, all processors.
  public init() {}

  /// The same with another sample format.
  public init(sampleFormat: SampleFormat) { self.sampleFormat = sampleFormat }
}

extension BounceOutput {
  /// The writer of a format.
  func writer(_ description: AudioFileDescription, to sink: any ByteSink) throws -> any AudioWriting {
    guard description.format.isCompressed else {
      return try AudioFileWriter(description, options: encoding, to: sink)
    }
    return try CompressedFileWriter(
      description, options: encoding, compressionLevel: compressionLevel, library: .shared(), to: sink)
  }
}

/// What came of a bounce to a file.
public struct BounceFileReport: Hashable, Sendable {
  /// What was rendered.
  public var bounce: BounceReport
  /// What was written: length, size, clipped samples.
  public var file: AudioFileWriter.Summary
}

extension Bouncer {
  /// Bounces to a file, or to standard output for "-"; blocks until it is done.
  ///
  /// The file gets its name only when it is whole; a cancelled or failed bounce leaves nothing behind and an older file
  /// of that name untouched.
  ///
  /// - Parameters:
  ///   - path: the audio file, or "-".
  ///   - output: the format of the file, and the number of threads.
  ///   - progress: called after each cycle; returning false cancels the bounce.
  /// - Throws: `FileError` where the file cannot be written, `AudioFileError`, `CodecError` for compressed formats,
  ///   `SampleDecoderMissing`, `BounceError.cancelled`.
  /// - Thread: control
  @discardableResult
  public func write(
    to path: String, as output: BounceOutput = BounceOutput(), progress: (BounceProgress) -> Bool = { _ in true }
  ) throws -> BounceFileReport {
    let pool = WorkerPool(width: output.threads > 0 ? output.threads : Processors.available)
    return try write(to: path, as: output, with: pool, on: SpareSynth(), progress: progress)
  }

  /// The same with threads and a synthesizer that are there already; the output's `threads` does not count.
  func write(
    to path: String, as output: BounceOutput, with work: some ParallelWork, on spare: SpareSynth,
    progress: (BounceProgress) -> Bool
  ) throws -> BounceFileReport {
    let file = try OutputFile.open(path)
    do {
      let writer = try output.writer(description(of: path, output), to: file)
      let aside = WritingAside(work) { try writer.write($0) }
      var bouncer = self
      bouncer.sampleFormat = output.sampleFormat
      let report = try bouncer.render(with: aside, on: spare, progress: progress) { try aside.take($0) }
      try aside.finish()
      let summary = try writer.finish()
      try file.commit()
      return BounceFileReport(bounce: report, file: summary)
    } catch {
      file.cancel()
      throw error
    }
  }

  /// What a file of this bounce is to be: a seamless loop knows its length and says which frames repeat.
  func description(of path: String, _ output: BounceOutput) -> AudioFileDescription {
    var description = AudioFileDescription(
      format: output.format ?? AudioFileFormat(path: path) ?? .wav, sampleFormat: output.sampleFormat,
      sampleRate: settings.sampleRate, channelCount: 2)
    description.metadata = output.metadata
    if let loopFrames {
      description.loop = loopFrames
      description.frameCount = songFrames
    }
    return description
  }

  /// Starts a bounce to a file in a task of its own.
  /// - Thread: any
  public func start(to path: String, as output: BounceOutput = BounceOutput()) -> BounceTask {
    BounceTask(self, path, output)
  }
}

/// A bounce that runs beside its caller.
///
///     let bounce = bouncer.start(to: "song.wav")
///     for await step in bounce.progress { print(step.fraction) }
///     let report = try await bounce.report
///
/// - Thread: any
public struct BounceTask: Sendable {
  /// The latest state; ends when the bounce does.
  public let progress: AsyncStream<BounceProgress>
  private let task: Task<BounceFileReport, any Error>

  init(_ bouncer: Bouncer, _ path: String, _ output: BounceOutput) {
    let (stream, continuation) = AsyncStream.makeStream(of: BounceProgress.self, bufferingPolicy: .bufferingNewest(1))
    progress = stream
    task = Task.detached {
      defer { continuation.finish() }
      return try bouncer.write(to: path, as: output) { step in
        continuation.yield(step)
        return !Task.isCancelled
      }
    }
  }

  /// What came of it; throws what the bounce threw, `BounceError.cancelled` after `cancel`. Cancelling the task that waits
  /// here cancels the bounce.
  public var report: BounceFileReport {
    get async throws {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Ends the bounce at its next cycle; no file is left.
  public func cancel() { task.cancel() }
}
