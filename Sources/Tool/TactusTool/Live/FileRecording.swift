import Tactus

/// A recording: audio that is written to a file while it plays, and cannot be repeated.
///
/// After an error, the file is completed with what it has.
/// - Thread: control, one at a time
package final class FileRecording {
  private let writer: any AudioWriting
  private let file: RecordingFile
  /// The size of a frame in the file; 0 if it varies.
  private let bytesPerFrame: Int
  private var isOver = false

  /// - Parameters:
  ///   - writer: writes to `file`.
  ///   - bytesPerFrame: the size of a frame in the file; 0 if it varies.
  package init(_ writer: any AudioWriting, to file: RecordingFile, bytesPerFrame: Int) {
    (self.writer, self.file, self.bytesPerFrame) = (writer, file, bytesPerFrame)
  }

  /// Creates a recording in an empty file.
  convenience init(_ path: String, _ description: AudioFileDescription) throws {
    let file = try RecordingFile(path)
    let isCompressed = description.format.isCompressed
    let writer: any AudioWriting =
      isCompressed
      ? try CompressedFileWriter(description, library: .shared(), to: file)
      : try AudioFileWriter(description, to: file)
    self.init(writer, to: file, bytesPerFrame: isCompressed ? 0 : description.bytesPerFrame)
  }

  /// Writes a block. Returns nil, or the sentence that says why the recording has ended.
  package func write(_ block: AudioBlock) -> String? {
    guard !isOver else { return nil }
    do {
      // the header counts a block that is written in part
      if bytesPerFrame > 0 { try file.reserve(block.frameCount * bytesPerFrame) }
      try writer.write(block)
      return nil
    } catch {
      isOver = true
      _ = try? writer.finish()
      return end(after: error)
    }
  }

  /// Completes the file. Returns nil, or the sentence that says what is wrong with it.
  package func finish() -> String? {
    guard !isOver else { return nil }
    isOver = true
    do {
      _ = try writer.finish()
      try file.finish()
      return nil
    } catch { return end(after: error) }
  }

  private func end(after error: any Error) -> String {
    try? file.finish()
    return "\(error); what was recorded before is kept"
  }
}
