/// The limits of compressed samples.
package enum SampleLimits {
  /// Returns the maximum number of frames of a compressed sample for the length of its stream. A minute of silence
  /// takes about 20,000 bytes; real sounds need far more.
  package static func decodedFrames(streamBytes: Int) -> Int64 { min(1 << 27, 128 * Int64(streamBytes)) }

  /// Returns the maximum number of bytes that are read of a bank's compressed streams. In real banks, the streams
  /// together are shorter than the file. In a damaged bank, 65,536 streams can overlap, and each would be read from its
  /// start.
  package static func streamBytes(fileBytes bytes: Int64) -> Int64 { 1 << 22 + 4 * bytes }
}
