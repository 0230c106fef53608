/// What a reverb's kernels need to know, worked out from its settings for one sample rate.
struct ReverbTuning {
  /// Frames of a block; nothing about the reverb changes more often.
  static var block: Int { @_noAllocation @_noLocks get { 64 } }
  /// The delays of the room's lines at size 0.5, in milliseconds: unevenly spaced, so that their echoes do not meet.
  private static var roomTimes: SIMD8<Double> {
    @_noAllocation @_noLocks get { SIMD8(37.31, 44.93, 52.67, 61.13, 70.89, 81.71, 94.07, 107.29) }
  }
  /// The delays of the second diffuser at size 0.5, in milliseconds.
  private static var secondTimes: SIMD8<Double> {
    @_noAllocation @_noLocks get { SIMD8(1.43, 5.27, 10.13, 14.83, 19.71, 25.37, 31.09, 37.87) }
  }
  /// How loud each of the second diffuser's lines enters the room: the latest echoes are few, and must not stick out.
  /// The squares' mean is one.
  static var secondWeights: SIMD8<Float> {
    @_noAllocation @_noLocks get { SIMD8(1.22, 1.22, 1.18, 1.10, 1.00, 0.87, 0.68, 0.43) }
  }
  /// The delays of the first diffuser at size 0.5, in milliseconds.
  private static var firstTimes: SIMD8<Double> {
    @_noAllocation @_noLocks get { SIMD8(1.39, 2.83, 4.97, 6.79, 9.07, 10.93, 13.57, 15.31) }
  }
  /// The taps of the entrance behind the pre-delay at size 0.5, in milliseconds: even left, odd right.
  private static var tapTimes: SIMD8<Double> {
    @_noAllocation @_noLocks get { SIMD8(0, 0.73, 1.93, 2.41, 3.67, 4.33, 5.59, 6.47) }
  }
  /// How far each moving line's delay swings, in milliseconds; unequal, so that they do not move together.
  private static var swingTimes: SIMD4<Double> { @_noAllocation @_noLocks get { SIMD4(0.61, 0.73, 0.87, 1.03) } }
  /// How many blocks a moving line takes for one frame of its swing: a detuning of 1/512, 3.4 cents.
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

  /// A tuning with everything shut.
  init() {}

  /// How many frames the moving lines swing.
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

  /// The delays of the room's lines, for a room of `size`.
  @_noAllocation @_noLocks
  static func roomDelays(size: Double, sampleRate: Double) -> SIMD8<Int32> {
    // A line is at least a block, its swing, and what interpolation looks ahead.
    let least = Int32(block + 5) &+ swings(sampleRate: sampleRate)[3]
    return delays(roomTimes, size: size, sampleRate: sampleRate, least: least, apart: 6) | 1
  }

  /// The delays of the first diffuser.
  @_noAllocation @_noLocks
  static func firstDelays(size: Double, sampleRate: Double) -> SIMD8<Int32> {
    delays(firstTimes, size: size, sampleRate: sampleRate, least: Int32(block + 4), apart: 3)
  }

  /// The delays of the second diffuser.
  @_noAllocation @_noLocks
  static func secondDelays(size: Double, sampleRate: Double) -> SIMD8<Int32> {
    delays(secondTimes, size: size, sampleRate: sampleRate, least: Int32(block + 4), apart: 7)
  }

  /// The delays of the entrance's taps. What the gate and the diffusers delay has been taken off.
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
  /// The tuning of `settings`.
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

  /// Gives each line the one-pole low-pass whose gain, at zero and at the high frequency, is what its delay must lose
  /// for the decay times asked for (Jot and Chaigne, "Digital delay networks for designing artificial reverberators",
  /// AES 90, 1991). Answers the power that comes out, for an input of power one.
  @_noAllocation @_noLocks
  private mutating func tuneRoom(_ settings: ReverbSettings, sampleRate: Double) -> Double {
    let wanted = Double(ReverbSettings.highFrequency) / sampleRate
    let highest = wanted < 0.4 ? wanted : 0.4
    let cosine = ExactMath.cos2Pi(highest)
    // What interpolation takes from the lines that swing, their low-passes need not take.
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
    // Eight octaves with the same power in each, as in music: pink.
    var sum = 0.0
    var octave = 0
    while octave < 8 {
      sum += 0.125 / (1 - power[octave])
      octave &+= 1
    }
    return sum
  }

  /// The pole of (1−p)/(1−p·z⁻¹) whose power at the angle with `cosine` is `powerRatio` of that at zero.
  @_noAllocation @_noLocks
  private static func pole(powerRatio: Double, cosine: Double) -> Double {
    guard powerRatio < 0.999_999 else { return 0 }
    let beta = (1 - powerRatio * cosine) / (1 - powerRatio)
    let pole = 1 / (beta + ExactMath.squareRoot(beta * beta - 1))
    // A pole as small as this does nothing but make subnormal numbers.
    return pole < 1.0 / 64 ? 0 : pole
  }

  /// Two low-passes a side; the difference of the upper and the lower one is what enters the room.
  @_noAllocation @_noLocks
  private mutating func tuneInput(_ settings: ReverbSettings, sampleRate: Double) {
    let upper = Self.pole(cutoff: Double(settings.highCut), sampleRate: sampleRate)
    let lower = Self.pole(cutoff: Double(settings.lowCut), sampleRate: sampleRate)
    // The three matrices before and in the room lack a factor 1/√8 each.
    upperPole = Float(upper)
    upperGain = Float((1 - upper) * 0.044194173824159216)
    lowerPole = Float(lower)
    lowerGain = Float((1 - lower) * 0.044194173824159216)
  }

  /// The pole of the one-pole low-pass that is 3 dB down at `cutoff`.
  @_noAllocation @_noLocks
  private static func pole(cutoff: Double, sampleRate: Double) -> Double {
    let turns = cutoff / sampleRate
    return turns > 0.45 ? 0 : pole(powerRatio: 0.5, cosine: ExactMath.cos2Pi(turns))
  }

  /// The gains of a side and of the other, so that the power stays the same at any width.
  @_noAllocation @_noLocks
  private mutating func tuneOutput(_ settings: ReverbSettings, power: Double) {
    let width = Double(settings.width)
    // The factor makes up for what the band-pass before the room takes away from a pink sound.
    let level = 1.36 * Double(settings.level) / ExactMath.squareRoot(2 * (1 + width * width) * power)
    direct = Float(level * (1 + width))
    crossed = Float(level * (1 - width))
  }
}

extension ReverbTuning {
  /// Moves everything but the delays towards `target` by `part` of the way that is left.
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
