import TactusDSP

/// A sustained sound as one seamless loop, with harmonics and the noise of bow or breath.
///
/// Each harmonic is a steady line, a band as wide as a section's detuning, or a mixture of the two.
struct Tone {
  var key: Int
  /// The number of points in the loop, a power of two.
  var length = 32768
  /// The approximate sample rate in hertz.
  var rate = 44100.0
  /// The standard deviation of the bands, in cents.
  var spread = 6.0
  /// The fraction of each harmonic's level that is a steady line, 0…1.
  var steady = 0.95
  /// The level of the noise relative to the harmonics, in dB; −60 and below for none.
  var air = -60.0
  /// The level of the noise as a function of the frequency in hertz; nil for no noise.
  var airColour: ((Double) -> Double)?
  /// The highest frequency of a harmonic in hertz.
  var ceiling = 18000.0
  var seed = 0
  /// Returns the level of a harmonic in the other half of the loop, where formants move; nil for a steady timbre.
  var otherLevel: ((Double, Double) -> Double)?
  /// Returns the level of a harmonic, given its number and its frequency in hertz.
  var level: (Double, Double) -> Double

  init(_ key: Int, seed: Int, level: @escaping (Double, Double) -> Double, _ adjust: (inout Tone) -> Void = { _ in }) {
    self.key = key
    self.seed = seed
    self.level = level
    adjust(&self)
  }

  /// Returns the sound. Its timbre moves from `level` to `otherLevel` and back once in the loop.
  func wave() -> Wave {
    let grid = LoopGrid(key: key, length: length, rate: rate)
    var points = loop(grid, level)
    if let otherLevel {
      let other = loop(grid, otherLevel)
      for i in points.indices {
        let share = Float(0.5 - 0.5 * SineTable.cosine(Double(i) / Double(length)))
        points[i] += (other[i] - points[i]) * share
      }
    }
    return Wave.ring(points, rate: grid.rate, key: key)
  }

  private func loop(_ grid: LoopGrid, _ level: (Double, Double) -> Double) -> [Float] {
    var spectrum = Spectrum(length: length, seed: seed &* 1000 &+ key)
    var noise = Noise(seed: seed &* 1000 &+ key &+ 500_000)
    let lineShare = steady
    let bandShare = ExactMath.squareRoot(max(0, 1 - steady * steady))
    let widening = ExactMath.ratio(cents: spread) - 1
    var power = 0.0
    for number in 1...600 {
      let n = Double(number)
      let hertz = n * grid.frequency
      guard hertz < ceiling, hertz < grid.rate * 0.47 else { break }
      let amount = level(n, hertz)
      power += amount * amount
      let bin = number * grid.periods
      let phase = noise.unit()
      spectrum.addLine(bin: bin, level: amount * lineShare, phase: phase)
      let width = hertz * widening / grid.rate * Double(length)
      spectrum.addBand(bin: Double(bin), level: amount * bandShare, width: width, phase: phase)
    }
    addAir(to: &spectrum, grid, power)
    return spectrum.points()
  }

  private func addAir(to spectrum: inout Spectrum, _ grid: LoopGrid, _ power: Double) {
    guard air > -60, let airColour else { return }
    let hertzPerBin = grid.rate / Double(length)
    var sum = 0.0
    for bin in 1..<(length / 2) {
      let level = airColour(Double(bin) * hertzPerBin)
      sum += level * level
    }
    let gain = ExactMath.squareRoot(power / max(sum, 1e-12)) * ExactMath.gain(decibels: air)
    spectrum.addNoise { gain * airColour(Double($0) * hertzPerBin) }
  }
}

extension Wave {
  /// Returns a sound that consists of a loop, with eight points of the loop repeated before and after it.
  static func ring(_ loop: [Float], rate: Double, key: Int) -> Wave {
    let edge = 8
    var points: [Float] = []
    points.reserveCapacity(loop.count + 2 * edge)
    points.append(contentsOf: loop.suffix(edge))
    points.append(contentsOf: loop)
    points.append(contentsOf: loop.prefix(edge))
    return Wave(points: points, rate: rate, key: key, loop: edge..<(edge + loop.count))
  }

  /// Returns the sustained tone of one player, which is never quite steady, with the noise of breath.
  static func player(
    _ key: Int, seed: Int, air: Double = -50, steady: Double = 0.95,
    level: @escaping (Double, Double) -> Double
  ) -> Wave {
    Tone(key, seed: seed, level: level) {
      $0.length = key < 70 ? 32768 : 16384  // a high note has as many periods in half the time
      $0.spread = 3
      $0.steady = steady
      $0.air = air
      $0.airColour = { hertz in
        let treble = hertz * hertz / (hertz * hertz + 250 * 250)  // breath does not rumble
        return treble / (1 + hertz / 1500)
      }
    }.wave()
  }

  /// Returns an exactly periodic sound with steady harmonics, for organ pipes, drawbars and electronic waves.
  ///
  /// `partials` holds the ratio and the level of each partial. The number of periods in the loop is a multiple of
  /// `multiple`.
  static func harmonics(
    _ partials: [(Double, Double)], key: Int, seconds: Double = 0.06, rate: Double = 44100, multiple: Int = 1, seed: Int
  ) -> Wave {
    let frequency = Wave.frequency(key)
    let wanted = max(seconds, Double(multiple) / frequency)
    var length = 256
    while Double(length) < wanted * rate { length *= 2 }
    var periods = max(multiple, Int(frequency * Double(length) / rate + 0.5))
    periods -= periods % multiple
    let exact = frequency * Double(length) / Double(periods)
    var spectrum = Spectrum(length: length, seed: seed)
    var noise = Noise(seed: seed &* 1000 &+ key)
    for (ratio, level) in partials {
      let bin = rounded(ratio * Double(periods))
      guard Double(bin) / Double(length) < 0.46, ratio * frequency < 18000 else { continue }
      spectrum.addLine(bin: bin, level: level, phase: noise.unit())
    }
    return ring(spectrum.points(), rate: exact, key: key)
  }

  /// Returns a steady, exactly periodic tone; `level` returns the level of a harmonic, given its number and its
  /// frequency in hertz.
  static func periodic(
    _ key: Int, rate: Double = 44100, seconds: Double = 0.03, seed: Int, level: (Double, Double) -> Double
  ) -> Wave {
    let frequency = frequency(key)
    let partials = (1...300).prefix { Double($0) * frequency < 18000 }.map {
      (Double($0), level(Double($0), Double($0) * frequency))
    }
    return harmonics(partials, key: key, seconds: seconds, rate: rate, seed: seed)
  }
}
