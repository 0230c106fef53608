import TactusRealtime

/// A writer that receives audio block by block and creates a compressed or uncompressed file.
///
/// - Thread: control, one at a time
public protocol AudioWriting: AnyObject {
  /// Writes the frames of a block, which has as many channels as the file.
  func write(_ block: AudioBlock) throws
  /// Writes the remaining bytes; afterwards, the sink contains the complete file.
  func finish() throws -> AudioFileWriter.Summary
}
