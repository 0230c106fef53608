#if canImport(AVFAudio)
  import Foundation
  import TactusEngine

  extension Bouncer {
    /// Bounces to an AAC or Apple Lossless file; blocks until it is done.
    ///
    /// The encoder gets the samples that every bounce has. The file gets its name only when it is whole; a cancelled or
    /// failed bounce leaves nothing behind, and an older file of that name untouched.
    ///
    /// - Parameters:
    ///   - url: where to, ending in `.m4a`, or `.caf` for Apple Lossless.
    ///   - format: AAC or Apple Lossless.
    ///   - work: who runs the parts that can run at the same time.
    ///   - progress: told after each cycle; answers whether to go on.
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

    /// Bounces to an AAC or Apple Lossless file in a task of its own. Cancelling the task that waits cancels the bounce.
    ///
    /// - Parameters:
    ///   - url: see ``write(to:as:with:progress:)``.
    ///   - format: AAC or Apple Lossless.
    ///   - work: who runs the parts that can run at the same time.
    ///   - progress: told after each cycle, on the bounce's thread.
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
