#if canImport(AVFAudio)
  import Foundation
  import TactusEngine

  extension Bouncer {
    /// Bounces to an AAC or Apple Lossless file; blocks until it is done.
    ///
    /// The encoder receives the same samples as a bounce to any other format. The file gets its final name when it is
    /// complete; a cancelled or failed bounce leaves no partial file, and does not change an existing file.
    ///
    /// - Parameters:
    ///   - url: the destination, with the extension `.m4a`, or `.caf` for Apple Lossless.
    ///   - format: AAC or Apple Lossless.
    ///   - work: runs the parts that can run in parallel.
    ///   - progress: called after each cycle; returns false to cancel.
    /// - Throws: ``AppleFileError``, `SampleDecoderMissing`, `BounceError.cancelled`.
    /// - Thread: control
    @discardableResult
    public func write(
      to url: URL, as format: AppleFileFormat, with work: some ParallelWork = SerialWork(),
      progress: (BounceProgress) -> Bool = { _ in true }
    ) throws -> BounceReport {
      let writer = try AppleFileWriter(url, as: format, sampleRate: settings.sampleRate)
      do {
        let report = try render(with: work, progress: progress) { try writer.write($0) }
        try writer.finish()
        return report
      } catch {
        writer.cancel()
        throw error
      }
    }

    /// Bounces to an AAC or Apple Lossless file in a task of its own. Cancelling the waiting task cancels the bounce.
    ///
    /// - Parameters:
    ///   - url: see ``write(to:as:with:progress:)``.
    ///   - format: AAC or Apple Lossless.
    ///   - work: runs the parts that can run in parallel.
    ///   - progress: called after each cycle, on the thread of the bounce.
    /// - Throws: ``AppleFileError``, `SampleDecoderMissing`, `BounceError.cancelled`.
    /// - Thread: any
    public func bounce(
      to url: URL, as format: AppleFileFormat, with work: some ParallelWork = SerialWork(),
      progress: @escaping @Sendable (BounceProgress) -> Void = { _ in }
    ) async throws -> BounceReport {
      let task = Task.detached {
        try write(to: url, as: format, with: work) { step in
          progress(step)
          return !Task.isCancelled
        }
      }
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
#endif
