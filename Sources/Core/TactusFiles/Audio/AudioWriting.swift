import TactusRealtime

/// What takes audio block by block and makes a file of it, compressed or not.
///
/// - Thread: control, one at a time
public protocol AudioWriting: AnyObject {
  /// Writes the frames of a block, which has as many channels as the file.
  func write(_ block: AudioBlock) throws
  /// Writes what is left; afterwards the sink holds the whole file.
  func finish() throws -> AudioFileWriter.Summary
}
