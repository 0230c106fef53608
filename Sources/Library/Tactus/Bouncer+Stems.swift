import TactusEngine
import TactusFileAccess
import TactusFiles
import TactusRealtime
import TactusThreads

/// The result of a bounce to stems.
public struct StemFilesReport: Hashable, Sendable {
  /// The report of the rendering; its peak and loudness are those of the mix.
  public var bounce: BounceReport
  /// The files, in the plan's order.
  public var files: [StemFile]
  /// The silent stems that have no file, because ``BounceOutput/skipsSilentStems`` is set.
  public var skipped: [Stem]
  /// The number of channels, tracks, programs or groups that have no stem of their own; see ``StemPlan/mergedCount``.
  public var mergedCount: Int

  /// The file of a stem.
  public struct StemFile: Hashable, Sendable {
    /// The stem.
    public var stem: Stem
    /// The path of the file.
    public var path: String
    /// The summary of the file: length, size, clipped samples.
    public var file: AudioFileWriter.Summary
    /// The peak of the stem, and its loudness and true peak if they are measured.
    public var level: StemLevel
    /// Whether every sample in the file is 0, apart from dither.
    public var isSilent: Bool
  }

  /// The report of all files together: their length, the sum of their sizes and of their clipped samples.
  package var total: BounceFileReport { BounceFileReport(bounce: bounce, file: totalFile) }

  private var totalFile: AudioFileWriter.Summary {
    files.reduce(.init(frameCount: bounce.frameCount, byteCount: 0, statistics: .init())) {
      .init(
        frameCount: $0.frameCount, byteCount: $0.byteCount + $1.file.byteCount,
        statistics: $0.statistics.joined(with: $1.file.statistics))
    }
  }
}

extension Bouncer {
  /// Bounces to one file for each stem; blocks until it is done.
  ///
  /// If `path` is a folder or ends in "/", the files are written into that folder, with names such as `01 Piano.wav`.
  /// Otherwise, the names start with the path without its extension: `song - 01 Piano.wav`. The names contain only
  /// characters that all file systems accept. When all files are complete, they are renamed to their final names, one
  /// after the other; if one cannot be renamed, those before it stay. With ``BounceOutput/skipsSilentStems``, silent
  /// stems have no file; a file that an earlier bounce has left at such a path stays.
  ///
  /// - Parameters:
  ///   - plan: a plan that this bouncer has created (checked by a precondition).
  ///   - path: the folder, or the beginning of the names.
  ///   - output: the format of the files. With 32-bit floats and no dither, the stems add up to the mix.
  ///   - progress: called after each cycle; returns false to cancel.
  ///   - trace: receives the events of the synthesizer's voices; an error that it throws ends the bounce.
  /// - Throws: `FileError` if a file cannot be written, `AudioFileError`, `CodecError` for compressed formats,
  ///   `BounceError.noDecoder`, `BounceError.cancelled`, `BounceError.contradiction` for "-", because standard output
  ///   cannot take several files. If the format cannot hold files of this length, the error is thrown before anything
  ///   is rendered.
  /// - Thread: control
  @discardableResult
  public func write(
    _ plan: StemPlan, to path: String, as output: BounceOutput = BounceOutput(sampleFormat: .float32),
    progress: (BounceProgress) -> Bool = { _ in true }, trace: VoiceTraceReceiver? = nil
  ) throws -> StemFilesReport {
    let pool = WorkerPool(width: output.threads > 0 ? output.threads : Processors.available)
    return try write(
      plan, to: path, as: output, with: pool, on: ReusableSynth(), progress: progress, trace: trace
    ) {}
  }

  /// Bounces to one file for each stem, with existing threads and a reused synthesizer; the output's `threads` is
  /// ignored.
  ///
  /// - Parameter beforeCommit: called when all files are complete, before they are renamed to their final names; if it
  ///   throws, no file is left.
  package func write(
    _ plan: StemPlan, to path: String, as output: BounceOutput, with work: some ParallelWork,
    on synth: ReusableSynth, progress: (BounceProgress) -> Bool, trace: VoiceTraceReceiver?,
    beforeCommit: () throws -> Void
  ) throws -> StemFilesReport {
    guard path != "-" else {
      throw BounceError.contradiction("standard output cannot take several files; name a file or a folder/")
    }
    guard !path.isEmpty else { throw FileError.badName(path: path) }
    let isNew = try path.hasSuffix("/") && OutputFolder.make(path)
    let paths = paths(of: plan, to: path, as: output)
    var outputs: [OutputFile] = []
    do {
      for path in paths { outputs.append(try OutputFile(path: path)) }
      let writers = try plan.stems.indices.map { index in
        var output = output
        output.encoding.ditherSeed &+= plan.ditherSeed(of: index)
        output.metadata = plan.metadata(of: index, output.metadata)
        return try output.writer(description(of: paths[index], output), to: outputs[index])
      }
      var bouncer = self
      (bouncer.sampleFormat, bouncer.isMono) = (output.sampleFormat, output.isMono)
      let report = try bouncer.renderAside(plan, with: work, on: synth, progress: progress, trace: trace) { block in
        for (index, writer) in writers.enumerated() {
          try writer.write(output.channels(of: block, stem: index))
        }
      }
      let summaries = try writers.map { try $0.finish() }
      let files = plan.stems.indices.map { index in
        let level = report.stemLevels[index]
        return StemFilesReport.StemFile(
          stem: plan.stems[index], path: paths[index], file: summaries[index], level: level,
          isSilent: level.isSilent(in: output.sampleFormat))
      }
      try beforeCommit()
      return try commit(files, outputs, of: plan, skipsSilent: output.skipsSilentStems, report)
    } catch {
      for file in outputs { file.cancel() }
      if isNew { OutputFolder.removeIfEmpty(path) }
      throw error
    }
  }
}

extension Bouncer {
  /// Gives complete files their final names, and removes those of silent stems if they are not wanted.
  private func commit(
    _ files: [StemFilesReport.StemFile], _ outputs: [OutputFile], of plan: StemPlan, skipsSilent: Bool,
    _ report: BounceReport
  ) throws -> StemFilesReport {
    var complete = StemFilesReport(bounce: report, files: [], skipped: [], mergedCount: plan.mergedCount)
    for (file, output) in zip(files, outputs) {
      if skipsSilent, file.isSilent {
        output.cancel()
        complete.skipped.append(file.stem)
      } else {
        try output.commit()
        complete.files.append(file)
      }
    }
    return complete
  }

  /// Returns the paths of the files of a bounce to stems, in the plan's order.
  package func paths(of plan: StemPlan, to path: String, as output: BounceOutput) -> [String] {
    let pathExtension = (output.format ?? AudioFileFormat(path: path) ?? .wav).pathExtensions[0]
    let head = OutputFolder.isFolderPath(path) ? (path.hasSuffix("/") ? path : path + "/") : Self.head(of: path)
    return plan.fileNames(pathExtension: pathExtension).map { head + $0 }
  }

  /// Returns the path without its extension, followed by " - ".
  private static func head(of path: String) -> String {
    FilePath.folder(of: path) + OutputFolder.stem(of: path) + " - "
  }
}
