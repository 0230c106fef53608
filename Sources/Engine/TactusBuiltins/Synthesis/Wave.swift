import TactusDSP

/// A sample under construction: one channel, one root key.
struct Wave {
  /// The sample points, centered around zero. Their level is arbitrary until `normalized(_:)`.
  var points: [Float]
  /// The sample rate at which the sound has the pitch of `key`. The bank stores it as an integer; the pitch error is
  /// below 0.05 cents at rates of 18 kHz and above.
  var rate: Double
  /// The key whose pitch the sound has at `rate`; for an unpitched sound, the key that plays it unchanged.
  var key: Int
  /// The loop; nil for sounds that end by themselves.
  var loop: Range<Int>?
  /// The decay rate of the volume envelope in dB per second, which was removed from the sound so that its loop is
  /// steady; 0 for sustained sounds.
  var fall = 0.0

  /// The frequency of a key in equal temperament, A4 = 440 Hz.
  static func frequency(_ key: Double) -> Double { 440 * ExactMath.exp2((key - 69) / 12) }
  static func frequency(_ key: Int) -> Double { frequency(Double(key)) }

  // Loops over all points use `while`, because iterators are slow in the unoptimized builds that `swift test` makes.

  /// The highest absolute value.
  var peak: Float {
    points.withUnsafeBufferPointer { p in
      var peak: Float = 0
      var i = 0
      while i < p.count {
        if p[i].magnitude > peak { peak = p[i].magnitude }
        i += 1
      }
      return peak
    }
  }

  /// Returns the sound with its peak at `level`.
  func normalized(_ level: Float = 0.92) -> Wave {
    var copy = self
    let top = peak
    guard top > 0 else { return copy }
    copy.scale(by: level / top)
    return copy
  }

  mutating func scale(by factor: Float) {
    points.withUnsafeMutableBufferPointer { p in
      var i = 0
      while i < p.count {
        p[i] *= factor
        i += 1
      }
    }
  }

  /// Adds another sound starting at `start`, truncated at the end of this one.
  mutating func mix(_ other: [Float], gain: Double = 1, at start: Int = 0) {
    let factor = Float(gain)
    let count = min(other.count, points.count - start)
    guard count > 0 else { return }
    points.withUnsafeMutableBufferPointer { p in
      for i in 0..<count { p[start + i] += other[i] * factor }
    }
  }

  /// Removes the mean of the loop (DC offset), which would be audible as a thump.
  mutating func removeMean() {
    let range = loop ?? 0..<points.count
    guard !range.isEmpty else { return }
    var sum = 0.0
    for i in range { sum += Double(points[i]) }
    let mean = Float(sum / Double(range.count))
    for i in points.indices { points[i] -= mean }
  }

  /// Fades out the last `seconds` with a raised cosine; only for sounds without a loop.
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

  /// Makes `range` a loop by crossfading it with the segment of the same length before it.
  ///
  /// The crossfade makes the loop's end continue into its start.
  ///
  /// - Parameter equalPower: whether the crossfade keeps the power constant, for noise, whose segments are
  ///   uncorrelated. Correlated sounds need an equal-gain crossfade.
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

  /// Repeats the start of the loop after its end, so that an interpolator that reads beyond the end gets the right
  /// points.
  mutating func closeLoop(guardPoints: Int = 8) {
    guard let loop else { return }
    points.removeLast(max(0, points.count - loop.upperBound))
    for i in 0..<guardPoints { points.append(points[loop.lowerBound + i % loop.count]) }
  }
}

/// A loop that holds a whole number of periods: `periods` periods of a tone in `length` points at the sample rate
/// `rate`.
struct LoopGrid {
  let key: Int
  let periods: Int
  let length: Int
  let rate: Double
  /// The tone's frequency in hertz.
  let frequency: Double

  /// Creates a loop of about `seconds` at a sample rate near `wanted`.
  init(key: Int, seconds: Double, rate wanted: Double) {
    self.key = key
    frequency = Wave.frequency(key)
    periods = max(1, Int(seconds * frequency + 0.5))
    var points = Int(Double(periods) * wanted / frequency + 0.5)
    if points < 64 { points = 64 }
    length = points
    rate = frequency * Double(length) / Double(periods)
  }

  /// Creates a loop of exactly `length` points at a sample rate near `wanted`.
  init(key: Int, length: Int, rate wanted: Double) {
    self.key = key
    frequency = Wave.frequency(key)
    self.length = length
    periods = max(1, Int(frequency * Double(length) / wanted + 0.5))
    rate = frequency * Double(length) / Double(periods)
  }

  /// Returns the nearest frequency with a whole number of periods in the loop, in cycles per point.
  func snapped(hertz: Double) -> Double {
    ExactMath.nearest(hertz / rate * Double(length)) / Double(length)
  }
}
