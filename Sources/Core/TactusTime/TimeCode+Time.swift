// Conversion of time code to time.

extension TimeCode {
  /// The exact time from 00:00:00:00 to the start of the time code's frame.
  public var exactSeconds: ExactSeconds {
    ExactSeconds(
      numerator: Int128(frameCount) * Int128(rate.frameRateDenominator), denominator: Int128(rate.frameRateNumerator))
  }

  /// Returns the audio frame at which the time code's video frame starts: the exact position, rounded half up.
  ///
  /// - Parameter sampleRate: the number of audio frames per second.
  public func audioFrame(sampleRate: SampleRate) -> Int64 { exactSeconds.frame(sampleRate: sampleRate) }

  /// Returns the audio frame at which the time code's video frame starts, at a whole sample rate in hertz (clamped to
  /// 1…2²⁰).
  public func audioFrame(sampleRate: Int) -> Int64 { audioFrame(sampleRate: SampleRate(sampleRate)) }

  /// Creates the time code of the video frame that is shown at an audio frame: the last video frame that starts at or
  /// before it.
  ///
  /// `TimeCode(audioFrame: c.audioFrame(sampleRate: s), sampleRate: s, rate: c.rate) == c` for sample rates of at least
  /// 60.
  public init(audioFrame: Int64, sampleRate: SampleRate, rate: TimeCodeRate) {
    // video frame n starts at or before the audio frame if n · den/num · s + ½ < audioFrame + 1
    let up = Int128(rate.frameRateNumerator) * Int128(sampleRate.denominator)
    let scale = 2 * Int128(rate.frameRateDenominator) * Int128(sampleRate.numerator)
    let count = WideDivision.floor((2 * Int128(audioFrame) + 1) * up - 1, scale)
    self.init(frameCount: Int64(truncatingIfNeeded: count % Int128(rate.framesPerDay)), rate: rate)
  }

  /// Creates the time code of the video frame that is shown at an audio frame, at a whole sample rate in hertz (clamped
  /// to 1…2²⁰).
  public init(audioFrame: Int64, sampleRate: Int, rate: TimeCodeRate) {
    self.init(audioFrame: audioFrame, sampleRate: SampleRate(sampleRate), rate: rate)
  }
}
