/// The limits of compressed samples.
package enum SampleLimits {
  /// Returns the maximum number of frames of a compressed sample for the length of its stream. A minute of silence
  /// takes about 20,000 bytes; real sounds need far more.
  package static func decodedFrames(streamBytes: Int) -> Int64 { min(1 << 27, 128 * Int64(streamBytes)) }
}
