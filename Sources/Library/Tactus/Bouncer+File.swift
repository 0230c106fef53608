import TactusCodecs
import TactusEngine
import TactusFileAccess
import TactusFiles
import TactusRealtime
import TactusThreads

/// The output format of a bounce.
public struct BounceOutput: Hashable, Sendable {
  /// The file format; nil to choose it by the path's extension, or WAV if the extension is unknown.
  public var format: AudioFileFormat?
  /// The sample format.
  public var sampleFormat = SampleFormat.int24
  /// The dither and its seed.
  public var encoding = EncodingOptions()
  /// The compression of a compressed file, from 0 (best quality) to 1 (smallest file). For FLAC, which is lossless, it
  /// is the compression effort. Nil selects the codec's default; other formats ignore the value.
  public var compressionLevel: Double?
  /// The metadata of the file, such as `AudioFileMetadata(of: song)`.
  public var metadata = AudioFileMetadata()
  /// Whether each file has one channel, the mean of left and right, instead of both. Levels, limit and measurements are
  /// then those of this channel. A sound in the center keeps its level; one on a single side becomes 6 dB softer. The
  /// loudness of one channel is 3 LU below that of the same sound in both.
  public var isMono = false
  /// Whether stems whose samples are all 0 get no file. A bounce of the mix ignores it.
  public var skipsSilentStems = false
  /// The number of rendering threads, which does not affect the file's bytes. Values below 1 mean one thread for each
  /// processor.
  public var threads = 0

  /// Creates the default output: the format that the path's extension selects, or WAV if it selects none; 24 bits; all
  /// processors.
  public init() {}

  /// Creates the default output with another sample format.
  public init(sampleFormat: SampleFormat) { self.sampleFormat = sampleFormat }
}

extension BounceOutput {
  /// The number of channels of a file.
  private var channelCount: Int { isMono ? 1 : 2 }

  /// Returns the channels of a block that are written to a file: those of the stem with an index, or, without stems,
  /// those of the mix.
  func channels(of block: AudioBlock, stem index: Int = 0) -> AudioBlock {
    AudioBlock(channels: block.channels + 2 * index, channelCount: channelCount, frameCount: block.frameCount)
  }

  /// Returns the description of a file.
  func description(of path: String, sampleRate: Int) -> AudioFileDescription {
    var description = AudioFileDescription(
      format: format ?? AudioFileFormat(path: path) ?? .wav, sampleFormat: sampleFormat, sampleRate: sampleRate,
      channelCount: channelCount)
    description.metadata = metadata
    return description
  }

  /// Creates the writer of a format.
  func writer(_ description: AudioFileDescription, to sink: any ByteSink) throws -> any AudioWriting {
    guard description.format.isCompressed else {
      return try AudioFileWriter(description, options: encoding, to: sink)
    }
    return try CompressedFileWriter(
      description, options: encoding, compressionLevel: compressionLevel, library: .shared(), to: sink)
  }
}

/// The result of a bounce to a file.
public struct BounceFileReport: Hashable, Sendable {
  /// The report of the rendering.
  public var bounce: BounceReport
  /// The summary of the file: length, size, clipped samples.
  public var file: AudioFileWriter.Summary
}

extension Bouncer {
  /// Bounces to a file, or to standard output for "-"; blocks until it is done.
  ///
  /// The file is written under a temporary name and renamed on success. A cancelled or failed bounce leaves no new
  /// file, and does not change an existing file with that name.
  ///
  /// - Parameters:
  ///   - path: the audio file, or "-".
  ///   - output: the format of the file, and the number of threads.
  ///   - progress: called after each cycle; returning false cancels the bounce.
  ///   - trace: receives the events of the synthesizer's voices; an error that it throws ends the bounce.
  /// - Throws: `FileError` if the file cannot be written, `AudioFileError`, `CodecError` for compressed formats,
  ///   `BounceError.noDecoder`, `BounceError.cancelled`. If the format cannot hold a song of this length, the error is
  ///   thrown before anything is rendered.
  /// - Thread: control
  @discardableResult
  public func write(
    to path: String, as output: BounceOutput = BounceOutput(), progress: (BounceProgress) -> Bool = { _ in true },
    trace: VoiceTraceReceiver? = nil
  ) throws -> BounceFileReport {
    let pool = WorkerPool(width: output.threads > 0 ? output.threads : Processors.available)
    return try write(to: path, as: output, with: pool, on: ReusableSynth(), progress: progress, trace: trace)
  }

  /// Bounces to a file with existing threads and a reused synthesizer; the output's `threads` is ignored.
  ///
  /// - Parameter beforeCommit: called when the file is complete, before it is renamed to its final name; if it throws,
  ///   no file is left.
  package func write(
    to path: String, as output: BounceOutput, with work: some ParallelWork, on synth: ReusableSynth,
    progress: (BounceProgress) -> Bool, trace: VoiceTraceReceiver? = nil, beforeCommit: () throws -> Void = {}
  ) throws -> BounceFileReport {
    let file = try OutputFile.open(path)
    do {
      let writer = try output.writer(description(of: path, output), to: file)
      var bouncer = self
      (bouncer.sampleFormat, bouncer.isMono) = (output.sampleFormat, output.isMono)
      let report = try bouncer.renderAside(with: work, on: synth, progress: progress, trace: trace) {
        try writer.write(output.channels(of: $0))
      }
      let summary = try writer.finish()
      try beforeCommit()
      try file.commit()
      return BounceFileReport(bounce: report, file: summary)
    } catch {
      file.cancel()
      throw error
    }
  }

  /// Returns the description of the file for this bounce. For a seamless loop, it contains the length of the file and
  /// marks the frames that repeat.
  ///
  /// - Throws: `AudioFileError.tooLong` if the format cannot hold even the smallest length that the bounce can have.
  func description(of path: String, _ output: BounceOutput) throws(AudioFileError) -> AudioFileDescription {
    var description = output.description(of: path, sampleRate: settings.sampleRate)
    if let loopFrames {
      description.loop = loopFrames
      description.frameCount = songFrames
    }
    let maximum = description.maximumFrameCount
    guard minimumFrames <= maximum else {
      throw .tooLong(format: description.format, maximumFrameCount: maximum)
    }
    return description
  }

  /// The smallest number of frames that the bounce can have: an automatic tail may be empty, a tail of a given length
  /// is rendered completely.
  private var minimumFrames: Int64 {
    if case .seconds = settings.tail { maximumFrames } else { songFrames }
  }

  /// Starts a bounce to a file in a separate task, which occupies one of Swift's concurrency threads until it ends; use
  /// a ``BounceQueue`` for many bounces. The bounce continues if the returned value is not kept.
  /// - Thread: any
  public func start(to path: String, as output: BounceOutput = BounceOutput()) -> BounceTask {
    BounceTask(self, path, output)
  }
}

/// A bounce that runs concurrently with its caller.
///
///     let bounce = bouncer.start(to: "song.wav")
///     for await step in bounce.progress { print(step.fraction) }
///     let report = try await bounce.report
///
/// - Thread: any
public struct BounceTask: Sendable {
  /// The latest progress, for one consumer; the stream ends with the bounce, also if that fails. A consumer that stops
  /// before that does not cancel the bounce.
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

  /// The report; throws the error of the bounce, or `BounceError.cancelled` after `cancel`. Cancelling the task that
  /// waits here cancels the bounce.
  public var report: BounceFileReport {
    get async throws {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Cancels the bounce at its next cycle; no file is left.
  public func cancel() { task.cancel() }
}
