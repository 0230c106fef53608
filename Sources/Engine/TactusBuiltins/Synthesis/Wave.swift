import TactusDSP

/// A recorded sound in the making: one channel, one root key.
struct Wave {
  /// The sound; at rest around zero, of any level until `normalized`.
  var points: [Float]
  /// Points per second at which the sound has the pitch of `key`. The bank stores it as a whole number; the error is
  /// below 0.05 cents from 18 kHz on.
  var rate: Double
  /// The key whose pitch the sound has at `rate`; for unpitched sounds, the key that plays it unaltered.
  var key: Int
  /// The part that repeats while the note is held; nil for sounds that end by themselves.
  var loop: Range<Int>?
  /// How fast the volume envelope has to fall while this sound plays, in dB per second: what the recording leaves out
  /// so that its loop is steady. 0 for sounds that sustain.
  var fall = 0.0

  /// The frequency of a key in equal temperament, A4 = 440 Hz.
  static func frequency(_ key: Double) -> Double { 440 * ExactMath.exp2((key - 69) / 12) }
  static func frequency(_ key: Int) -> Double { frequency(Double(key)) }

  /// The highest absolute value.
  var peak: Float { points.reduce(0) { max($0, abs($1)) } }

  /// The same sound with its peak at `level`.
  func normalized(_ level: Float = 0.92) -> Wave {
    var copy = self
    let top = peak
    guard top > 0 else { return copy }
    copy.scale(by: level / top)
    return copy
  }

  mutating func scale(by factor: Float) {
    points.withUnsafeMutableBufferPointer { p in
      for i in 0..<p.count { p[i] *= factor }
    }
  }

  /// Adds another sound from `start` on, cut at the end of this one.
  mutating func mix(_ other: [Float], gain: Double = 1, at start: Int = 0) {
    let factor = Float(gain)
    let count = min(other.count, points.count - start)
    guard count > 0 else { return }
    points.withUnsafeMutableBufferPointer { p in
      for i in 0..<count { p[start + i] += other[i] * factor }
    }
  }

  /// Takes away the mean, which a loop would play as a thump.
  mutating func removeMean() {
    let range = loop ?? 0..<points.count
    guard !range.isEmpty else { return }
    var sum = 0.0
    for i in range { sum += Double(points[i]) }
    let mean = Float(sum / Double(range.count))
    for i in points.indices { points[i] -= mean }
  }

  /// Fades the last `seconds` to zero with a raised cosine; only for sounds without a loop.
  mutating func fadeOut(_ seconds: Double) {
    let count = min(points.count, Int(seconds * rate))
    let start = points.count - count
    for i in 0..<count {
      points[start + i] *= Float(0.5 + 0.5 * ExactMath.cos2Pi(0.5 * Double(i + 1) / Double(count)))
    }
  }

  /// Fades in over the first `count` points.
  mutating func fadeIn(_ count: Int) {
    for i in 0..<min(count, points.count) { points[i] *= Float(Double(i) / Double(count)) }
  }

  /// Makes a loop of `range` by blending it with the stretch of the same length before it, so that its end meets its
  /// start.
  ///
  /// - Parameter equalPower: for noise, whose two stretches have nothing in common; sounds in step need equal gain.
  mutating func blendLoop(_ range: Range<Int>, equalPower: Bool = false) {
    let length = range.count
    precondition(range.lowerBound >= length && range.upperBound <= points.count)
    for i in 0..<length {
      let turn = 0.25 * Double(i) / Double(length)
      let (out, into) = (ExactMath.cos2Pi(turn), ExactMath.sin2Pi(turn))
      let here = range.lowerBound + i
      points[here] =
        points[here] * Float(equalPower ? out : out * out) + points[here - length]
        * Float(equalPower ? into : into * into)
    }
    loop = range
    closeLoop()
  }

  /// Repeats the start of the loop after its end, so that an interpolator reads the same points there.
  mutating func closeLoop(guardPoints: Int = 8) {
    guard let loop else { return }
    points.removeLast(max(0, points.count - loop.upperBound))
    for i in 0..<guardPoints { points.append(points[loop.lowerBound + i % loop.count]) }
  }
}

/// A loop that holds a whole number of periods: `periods` periods of a tone in `length` points at `rate` points per
/// second.
struct LoopGrid {
  let key: Int
  let periods: Int
  let length: Int
  let rate: Double
  /// The tone's frequency in hertz.
  let frequency: Double

  /// A loop of about `seconds` near the wanted rate.
  init(key: Int, seconds: Double, rate wanted: Double) {
    self.key = key
    frequency = Wave.frequency(key)
    periods = max(1, Int(seconds * frequency + 0.5))
    var points = Int(Double(periods) * wanted / frequency + 0.5)
    if points < 64 { points = 64 }
    length = points
    rate = frequency * Double(length) / Double(periods)
  }

  /// A loop of exactly `length` points near the wanted rate.
  init(key: Int, length: Int, rate wanted: Double) {
    self.key = key
    frequency = Wave.frequency(key)
    self.length = length
    periods = max(1, Int(frequency * Double(length) / wanted + 0.5))
    rate = frequency * Double(length) / Double(periods)
  }

  /// The nearest frequency that fits a whole number of times into the loop, in cycles per point.
  func snapped(hertz: Double) -> Double {
    ExactMath.nearest(hertz / rate * Double(length)) / Double(length)
  }
}
