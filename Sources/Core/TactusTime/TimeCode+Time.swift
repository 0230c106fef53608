// Time code as time.

extension TimeCode {
  /// How long after 00:00:00:00 its frame begins, exactly.
  public var exactSeconds: ExactSeconds {
    ExactSeconds(
      numerator: Int128(frameCount) * Int128(rate.secondsDenominator), denominator: Int128(rate.secondsNumerator))
  }

  /// The frame of audio on which it begins: the exact position, half rounded up.
  ///
  /// - Parameter sampleRate: frames of audio per second.
  public func audioFrame(sampleRate: SampleRate) -> Int64 { exactSeconds.frame(sampleRate: sampleRate) }

  /// The frame of audio on which it begins, at so many frames of audio per second (clamped to 1…2²⁰).
  public func audioFrame(sampleRate: Int) -> Int64 { audioFrame(sampleRate: SampleRate(sampleRate)) }

  /// The code of the film's frame that is shown on a frame of audio: the last one that begins not after it.
  ///
  /// `TimeCode(audioFrame: c.audioFrame(sampleRate: s), sampleRate: s, rate: c.rate) == c` for rates from 60 frames of
  /// audio per second on.
  public init(audioFrame: Int64, sampleRate: SampleRate, rate: TimeCodeRate) {
    // begins not after it: n · den/num · s + ½ < audioFrame + 1
    let up = Int128(rate.secondsNumerator) * Int128(sampleRate.denominator)
    let scale = 2 * Int128(rate.secondsDenominator) * Int128(sampleRate.numerator)
    let count = WideDivision.floor((2 * Int128(audioFrame) + 1) * up - 1, scale)
    self.init(frameCount: Int64(truncatingIfNeeded: count % Int128(rate.framesPerDay)), rate: rate)
  }

  /// The code of the film's frame that is shown on a frame of audio, at a whole sample rate in hertz (clamped to 1…2²⁰).
  public init(audioFrame: Int64, sampleRate: Int, rate: TimeCodeRate) {
    self.init(audioFrame: audioFrame, sampleRate: SampleRate(sampleRate), rate: rate)
  }
}
