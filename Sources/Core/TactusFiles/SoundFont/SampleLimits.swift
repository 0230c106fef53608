/// The limits of compressed samples.
package enum SampleLimits {
  /// How many frames a compressed sample may have, by the length of its stream: a minute of silence takes some 20,000
  /// bytes, and no real sound comes near that.
  package static func decodedFrames(streamBytes: Int) -> Int64 { min(1 << 27, 128 * Int64(streamBytes)) }
}
