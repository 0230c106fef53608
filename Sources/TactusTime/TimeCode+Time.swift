// Time code as time.

extension TimeCode {
  /// How long after 00:00:00:00 its frame begins, exactly.
  public var exactSeconds: ExactSeconds {
    ExactSeconds(
      numerator: Int128(frameCount) * Int128(rate.secondsDenominator), denominator: Int128(rate.secondsNumerator))
  }

  /// The frame of audio on which it begins: the exact position, half rounded up.
  ///
  /// - Parameter sampleRate: frames of audio per second, clamped to 1…2²⁰.
  public func audioFrame(sampleRate: Int) -> Int64 { exactSeconds.frame(sampleRate: sampleRate) }

  /// The code of the film's frame that is shown on a frame of audio: the last one that begins not after it.
  ///
  /// `TimeCode(audioFrame: c.audioFrame(sampleRate: s), sampleRate: s, rate: c.rate) == c` for rates from 60 frames of
  /// audio per second on.
  public init(audioFrame: Int64, sampleRate: Int, rate: TimeCodeRate) {
    // begins not after it: n · den/num · s + ½ < audioFrame + 1
    let (up, down) = (Int128(rate.secondsNumerator), Int128(rate.secondsDenominator))
    let scale = 2 * down * Int128(FrameClock.clamp(sampleRate: sampleRate))
    let count = WideDivision.floor((2 * Int128(audioFrame) + 1) * up - 1, scale)
    self.init(frameCount: Int64(truncatingIfNeeded: count % Int128(rate.framesPerDay)), rate: rate)
  }
}
