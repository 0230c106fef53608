import TactusDSP

/// The building blocks of drums: sines with falling pitch, bursts of colored noise, and the dense modes of thin metal.
struct Strike {
  /// The sample rate in hertz.
  let rate: Double
  private(set) var points: [Float]
  private var noise: Noise

  init(seconds: Double, rate: Double = 44100, seed: Int) {
    self.rate = rate
    points = [Float](repeating: 0, count: Int(seconds * rate))
    noise = Noise(seed: seed)
  }

  /// Adds a sine whose frequency falls exponentially from one value to another, with the time constant `within`.
  ///
  /// The sine decays by 60 dB in `ring` seconds.
  mutating func drop(
    _ level: Double, from: Double, to: Double, within constant: Double, ring: Double, attack: Double = 0.0006
  ) {
    var phase = 0.0
    let envelope = EnvelopeCurve.strike(ring, attack: attack)
    var part = [Float](repeating: 0, count: points.count)
    SineTable.shared.values.withUnsafeBufferPointer { sines in
      var glide = from - to
      let factor = ExactMath.exp2(-1.4427 / (constant * rate))
      for i in part.indices {
        part[i] = Float(SineTable.sine(phase, sines))
        phase += (to + glide) / rate
        glide *= factor
      }
    }
    add(part.shaped(rate: rate, envelope), level)
  }

  /// Adds noise through a band-pass filter at `hertz` with the quality factor `q`. It decays by 60 dB in `ring`
  /// seconds.
  mutating func burst(
    _ level: Double, hertz: Double, q: Double = 0.7, ring: Double, attack: Double = 0.0005, at start: Double = 0
  ) {
    let count = min(points.count, Int((ring * 1.2 + attack) * rate))
    let part = noise.white(count).filtered(.bandPass(min(hertz, rate * 0.46), q: q, rate: rate))
      .shaped(rate: rate, EnvelopeCurve.strike(ring, attack: attack))
    add(part, level * 1.6 * ExactMath.squareRoot(max(0.3, q)), at: start)
  }

  /// Adds noise between two frequencies in hertz, for snares, shells and beads.
  mutating func hiss(
    _ level: Double, above hertz: Double, below: Double = 18000, ring: Double, attack: Double = 0.0005,
    at start: Double = 0
  ) {
    let count = min(points.count, Int((ring * 1.2 + attack) * rate))
    let part = noise.white(count)
      .filtered(.highPass(hertz, rate: rate), .lowPass(min(below, rate * 0.46), rate: rate))
      .shaped(rate: rate, EnvelopeCurve.strike(ring, attack: attack))
    add(part, level, at: start)
  }

  /// Adds broad noise, which a struck body makes besides its modes; its level in dB is relative to a full sine.
  mutating func wash(_ level: Double, corner: Double = 2000, treble: Double = -12, seconds: Double) {
    let attack = AttackNoise(level, corner: corner, treble: treble, seconds: seconds)
    let part = attack.points(count: points.count, rate: rate, seed: Int(noise.unit() * 1e6))
    add(part, ExactMath.gain(decibels: level))
  }

  /// Adds decaying modes; the ratios of the modes are frequencies in hertz here.
  mutating func modes(_ modes: [Mode], level: Double = 1, rise: Double = 0.0003, at start: Double = 0) {
    let seed = Int(noise.unit() * 1e6)
    let seconds = Double(points.count) / rate - start
    guard seconds > 0 else { return }
    add(Modal.struck(modes, seconds: seconds, rate: rate, rise: rise, seed: seed), level, at: start)
  }

  /// Adds the modes of a cymbal between `low` and `high` hertz. High modes start slightly later and end first.
  mutating func cymbal(
    _ level: Double, modes count: Int, low: Double, high: Double, tilt: Double, ring: Double, highRing: Double,
    bloom: Double
  ) {
    var list: [Partial] = []
    for i in 0..<count {
      let x = (Double(i) + noise.unit()) / Double(count)
      let hertz = low + (high - low) * ExactMath.exp2(1.15 * ExactMath.log2(max(x, 1e-3)))
      let seconds = highRing + (ring - highRing) * ExactMath.exp2(-hertz / 3200)
      // Attenuates modes near half the sample rate, for which an interpolator would produce images.
      let edge = hertz / (rate * 0.37)
      let taper = 1 / (1 + edge * edge * edge * edge * edge * edge)
      let luck = 0.5 + noise.unit() * noise.unit() * 1.2
      list.append(
        Partial(
          frequency: hertz / rate, phase: noise.unit(),
          level: level * taper * luck * ExactMath.exp2(tilt * ExactMath.log2(hertz / 4000))
            / ExactMath.squareRoot(Double(count)),
          decay: 60 / (seconds * noise.within(0.7...1.3)), after: 0.25, afterDecay: 38 / seconds,
          rise: bloom * min(1, hertz / 6000) + 0.0006))
    }
    let keep = points.count
    Additive.add(list, to: &points, rate: rate)
    points.removeLast(points.count - keep)
  }

  /// Adds square waves at given frequencies, the source of analog cymbals and cowbells.
  mutating func squares(_ level: Double, _ hertz: [Double], highPass: Double, ring: Double, attack: Double = 0.0005) {
    var part = [Float](repeating: 0, count: points.count)
    for frequency in hertz {
      var n = 1.0
      while n * frequency < rate * 0.45 {
        var partials = [Partial(frequency: n * frequency / rate, phase: 0, level: 1 / n)]
        partials[0].phase = noise.unit()
        Additive.add(partials, to: &part, rate: rate)
        n += 2
      }
    }
    part.removeLast(part.count - points.count)
    part = part.filtered(.highPass(highPass, q: 0.9, rate: rate)).shaped(
      rate: rate, EnvelopeCurve.strike(ring, attack: attack))
    add(part, level)
  }

  mutating func add(_ other: [Float], _ level: Double, at start: Double = 0) {
    let first = Int(start * rate)
    let gain = Float(level)
    for i in 0..<min(other.count, points.count - first) { points[first + i] += other[i] * gain }
  }

  /// Applies a function to all points added so far.
  mutating func through(_ change: ([Float]) -> [Float]) { points = change(points) }

  /// Returns the sound without a loop, faded out over the last `fade` seconds.
  func wave(fade: Double = 0.02) -> Wave {
    var wave = Wave(points: points, rate: rate, key: 60, loop: nil)
    wave.fadeIn(4)
    wave.fadeOut(fade)
    return wave
  }

  /// Returns the sound with a loop, in which the volume envelope continues the decay; used for long metal sounds.
  func ringing(from start: Double, loop seconds: Double, fall: Double) -> Wave {
    let length = Int(seconds * rate)
    let first = Int(start * rate)
    var wave = Wave(points: points, rate: rate, key: 60, loop: nil)
    wave.fadeIn(4)
    let factor = fall * 0.166096404744368 / rate
    for i in wave.points.indices { wave.points[i] *= Float(ExactMath.exp2(factor * Double(i))) }
    wave.blendLoop(first..<(first + length), equalPower: true)
    wave.fall = fall
    return wave
  }
}
