/// The parameters of a reverb's kernels, computed from its settings for one sample rate.
struct ReverbTuning {
  /// The number of frames in a block; all parameters are constant within a block.
  static var block: Int { @_noAllocation @_noLocks get { 64 } }
  /// The delays of the feedback lines at size 0.5, in milliseconds: unevenly spaced, so that their echoes do not
  /// coincide.
  private static var roomTimes: SIMD8<Double> {
    @_noAllocation @_noLocks get { SIMD8(37.31, 44.93, 52.67, 61.13, 70.89, 81.71, 94.07, 107.29) }
  }
  /// The delays of the second diffuser at size 0.5, in milliseconds.
  private static var secondTimes: SIMD8<Double> {
    @_noAllocation @_noLocks get { SIMD8(1.43, 5.27, 10.13, 14.83, 19.71, 25.37, 31.09, 37.87) }
  }
  /// The gain of each of the second diffuser's lines at the input of the feedback loop. The late echoes are sparse and
  /// would stand out, so they are made quieter. The mean square of the gains is 1.
  static var secondWeights: SIMD8<Float> {
    @_noAllocation @_noLocks get { SIMD8(1.22, 1.22, 1.18, 1.10, 1.00, 0.87, 0.68, 0.43) }
  }
  /// The delays of the first diffuser at size 0.5, in milliseconds.
  private static var firstTimes: SIMD8<Double> {
    @_noAllocation @_noLocks get { SIMD8(1.39, 2.83, 4.97, 6.79, 9.07, 10.93, 13.57, 15.31) }
  }
  /// The delays of the input taps after the pre-delay at size 0.5, in milliseconds. Taps with even numbers read the
  /// left input, those with odd numbers the right input.
  private static var tapTimes: SIMD8<Double> {
    @_noAllocation @_noLocks get { SIMD8(0, 0.73, 1.93, 2.41, 3.67, 4.33, 5.59, 6.47) }
  }
  /// The modulation depth of each modulated line's delay, in milliseconds. The depths are unequal, so that the lines do
  /// not move together.
  private static var swingTimes: SIMD4<Double> { @_noAllocation @_noLocks get { SIMD4(0.61, 0.73, 0.87, 1.03) } }
  /// The number of blocks in which a modulated delay changes by one frame. One frame in 512 is a detuning of 3.4 cents.
  static var blocksPerSwingFrame: Int64 { @_noAllocation @_noLocks get { 8 } }

  var roomDelays = SIMD8<Int32>.zero
  var firstDelays = SIMD8<Int32>.zero
  var secondDelays = SIMD8<Int32>.zero
  var tapDelays = SIMD8<Int32>.zero
  var roomGain = SIMD8<Float>.zero
  var roomPole = SIMD8<Float>.zero
  var upperGain: Float = 0
  var upperPole: Float = 0
  var lowerGain: Float = 0
  var lowerPole: Float = 0
  var direct: Float = 0
  var crossed: Float = 0

  /// Creates a tuning with all gains at zero.
  init() {}

  /// Returns the modulation depths in frames.
  @_noAllocation @_noLocks
  static func swings(sampleRate: Double) -> SIMD4<Int32> {
    var swings = SIMD4<Int32>.zero
    var i = 0
    while i < 4 {
      let frames = ExactMath.integer(swingTimes[i] * sampleRate * 0.001 + 0.5)
      swings[i] = Int32(truncatingIfNeeded: frames < 1 ? 1 : frames)
      i &+= 1
    }
    return swings
  }

  /// Returns the delays of the feedback lines for a room of `size`.
  @_noAllocation @_noLocks
  static func roomDelays(size: Double, sampleRate: Double) -> SIMD8<Int32> {
    // A line is at least as long as a block, its modulation depth and the look-ahead of the interpolation together.
    let least = Int32(block + 5) &+ swings(sampleRate: sampleRate)[3]
    return delays(roomTimes, size: size, sampleRate: sampleRate, least: least, apart: 6) | 1
  }

  /// Returns the delays of the first diffuser.
  @_noAllocation @_noLocks
  static func firstDelays(size: Double, sampleRate: Double) -> SIMD8<Int32> {
    delays(firstTimes, size: size, sampleRate: sampleRate, least: Int32(block + 4), apart: 3)
  }

  /// Returns the delays of the second diffuser.
  @_noAllocation @_noLocks
  static func secondDelays(size: Double, sampleRate: Double) -> SIMD8<Int32> {
    delays(secondTimes, size: size, sampleRate: sampleRate, least: Int32(block + 4), apart: 7)
  }

  /// Returns the delays of the input taps, reduced by the latency of the `BlockGate` and the shortest delays of the
  /// diffusers.
  @_noAllocation @_noLocks
  static func tapDelays(size: Double, preDelay: Double, sampleRate: Double) -> SIMD8<Int32> {
    let taken =
      Int32(block) &+ firstDelays(size: size, sampleRate: sampleRate)[0]
      &+ secondDelays(size: size, sampleRate: sampleRate)[0]
    let frames = Int32(truncatingIfNeeded: ExactMath.integer(preDelay * sampleRate)) &- taken
    let least = Int32(block &+ 4)
    let first = frames < least ? least : frames
    return delays(tapTimes, size: size, sampleRate: sampleRate, least: 0, apart: 0) &+ first
  }

  @_noAllocation @_noLocks
  private static func delays(
    _ times: SIMD8<Double>, size: Double, sampleRate: Double, least: Int32, apart: Int32
  ) -> SIMD8<Int32> {
    let framesPerMillisecond = (0.25 + 1.5 * size) * sampleRate * 0.001
    var delays = SIMD8<Int32>.zero
    var bound = least
    var i = 0
    while i < 8 {
      let frames = Int32(truncatingIfNeeded: ExactMath.integer(times[i] * framesPerMillisecond))
      delays[i] = frames < bound ? bound : frames
      bound &+= apart
      i &+= 1
    }
    return delays
  }
}

extension ReverbTuning {
  /// Computes the tuning for `settings`.
  /// - Thread: any
  @_noAllocation @_noLocks
  init(_ settings: ReverbSettings, sampleRate: Double) {
    let settings = settings.bounded
    let size = Double(settings.size)
    roomDelays = Self.roomDelays(size: size, sampleRate: sampleRate)
    firstDelays = Self.firstDelays(size: size, sampleRate: sampleRate)
    secondDelays = Self.secondDelays(size: size, sampleRate: sampleRate)
    tapDelays = Self.tapDelays(size: size, preDelay: Double(settings.preDelay), sampleRate: sampleRate)
    let power = tuneRoom(settings, sampleRate: sampleRate)
    tuneInput(settings, sampleRate: sampleRate)
    tuneOutput(settings, power: power)
  }

  /// Gives each line a one-pole low-pass. Its gains at DC and at the high frequency are those that the requested decay
  /// times require for one pass through the line (Jot and Chaigne, "Digital delay networks for designing artificial
  /// reverberators", AES 90, 1991). Returns the output power of the feedback loop for an input power of one.
  @_noAllocation @_noLocks
  private mutating func tuneRoom(_ settings: ReverbSettings, sampleRate: Double) -> Double {
    let wanted = Double(ReverbSettings.highFrequency) / sampleRate
    let highest = wanted < 0.4 ? wanted : 0.4
    let cosine = ExactMath.cos2Pi(highest)
    // The low-passes of the modulated lines compensate for the loss of the interpolation.
    let kept = CubicInterpolation.meanPower(turns: highest)
    let lossPerFrame = -9.96578428466208705 / (Double(settings.decayTime) * sampleRate)  // −60 dB, as a power of two
    var power = SIMD8<Double>.zero
    var i = 0
    while i < 8 {
      let low = ExactMath.exp2(lossPerFrame * Double(roomDelays[i]))
      let high = ExactMath.exp2(lossPerFrame * Double(roomDelays[i]) / Double(settings.highDecay))
      var ratio = (high / low) * (high / low)
      if i < 4 { ratio /= kept }
      let pole = Self.pole(powerRatio: ratio, cosine: cosine)
      roomPole[i] = Float(pole)
      roomGain[i] = Float(low * (1 - pole) * 0.35355339059327376)  // 1/√8, the matrix's norm
      var octave = 0
      while octave < 8 {
        let gain = low * (1 - pole)
        let turns = 62.5 * Double(1 &<< octave) / sampleRate
        let c = ExactMath.cos2Pi(turns < 0.45 ? turns : 0.45)
        power[octave] += gain * gain / (1 - 2 * pole * c + pole * pole) * 0.125
        octave &+= 1
      }
      i &+= 1
    }
    // Averages over eight octaves with equal power in each, as in pink noise.
    var sum = 0.0
    var octave = 0
    while octave < 8 {
      sum += 0.125 / (1 - power[octave])
      octave &+= 1
    }
    return sum
  }

  /// Returns the pole p of (1−p)/(1−p·z⁻¹) for which the power gain at the angular frequency whose cosine is `cosine`
  /// is `powerRatio` times the power gain at DC.
  @_noAllocation @_noLocks
  private static func pole(powerRatio: Double, cosine: Double) -> Double {
    guard powerRatio < 0.999_999 else { return 0 }
    let beta = (1 - powerRatio * cosine) / (1 - powerRatio)
    let pole = 1 / (beta + ExactMath.squareRoot(beta * beta - 1))
    // a smaller pole would have no audible effect, and would produce subnormal numbers
    return pole < 1.0 / 64 ? 0 : pole
  }

  /// Computes two low-passes for the input; the difference between their outputs is the band-passed input.
  @_noAllocation @_noLocks
  private mutating func tuneInput(_ settings: ReverbSettings, sampleRate: Double) {
    let upper = Self.pole(cutoff: Double(settings.highCut), sampleRate: sampleRate)
    let lower = Self.pole(cutoff: Double(settings.lowCut), sampleRate: sampleRate)
    // The gains include three factors of 1/√8, which the kernels omit: one for each diffuser's matrix, and one for the
    // output sum.
    upperPole = Float(upper)
    upperGain = Float((1 - upper) * 0.044194173824159216)
    lowerPole = Float(lower)
    lowerGain = Float((1 - lower) * 0.044194173824159216)
  }

  /// Returns the pole of the one-pole low-pass with −3 dB at `cutoff`.
  @_noAllocation @_noLocks
  private static func pole(cutoff: Double, sampleRate: Double) -> Double {
    let turns = cutoff / sampleRate
    return turns > 0.45 ? 0 : pole(powerRatio: 0.5, cosine: ExactMath.cos2Pi(turns))
  }

  /// Computes the gains to the same side and to the other side, with the same total power at any width.
  @_noAllocation @_noLocks
  private mutating func tuneOutput(_ settings: ReverbSettings, power: Double) {
    let width = Double(settings.width)
    // The factor 1.36 compensates for the level that pink noise loses in the band-pass of the input.
    let level = 1.36 * Double(settings.level) / ExactMath.squareRoot(2 * (1 + width * width) * power)
    direct = Float(level * (1 + width))
    crossed = Float(level * (1 - width))
  }
}

extension ReverbTuning {
  /// Moves everything but the delays towards `target` by the fraction `part` of the remaining distance.
  /// - Thread: audio
  @_noAllocation @_noLocks
  mutating func approach(_ target: ReverbTuning, by part: Float) {
    roomGain += (target.roomGain - roomGain) * part
    roomPole += (target.roomPole - roomPole) * part
    upperGain += (target.upperGain - upperGain) * part
    upperPole += (target.upperPole - upperPole) * part
    lowerGain += (target.lowerGain - lowerGain) * part
    lowerPole += (target.lowerPole - lowerPole) * part
    direct += (target.direct - direct) * part
    crossed += (target.crossed - crossed) * part
  }
}
