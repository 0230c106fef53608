import TactusDSP

/// The properties of a sample that its zones depend on. ``SampleTable`` stores them, so that the zones can be written
/// before the sample is generated.
struct SampleFacts: Equatable, Sendable {
  /// The root key.
  var key: Int
  /// The sample rate in hertz.
  var rate: Int
  /// The number of frames.
  var frames: Int
  var loop: Range<Int>?
  /// The rate at which the volume envelope must fall, in dB per second.
  var fall: Double
  /// The loudness of the first half second at the root key (see ``Loudness``), in dB.
  var loudness: Double

  init(_ key: Int, rate: Int, frames: Int, loop: Range<Int>? = nil, fall: Double = 0, loudness: Double) {
    (self.key, self.rate, self.frames) = (key, rate, frames)
    (self.loop, self.fall, self.loudness) = (loop, fall, loudness)
  }

  /// Measures a sample.
  init(_ wave: Wave) {
    self.init(
      wave.key, rate: rounded(wave.rate), frames: wave.points.count, loop: wave.loop, fall: wave.fall,
      loudness: Loudness.of(wave))
  }
}
