import TactusDSP

/// A mode of vibration of a bar, bell, tube or skin.
struct Mode {
  /// The frequency relative to the root.
  var ratio: Double
  var level: Double
  /// The decay time for 60 dB, in seconds.
  var seconds: Double
  init(_ ratio: Double, _ level: Double, _ seconds: Double) {
    self.ratio = ratio
    self.level = level
    self.seconds = seconds
  }
}

/// Modal synthesis: a struck body as the sum of its decaying modes.
enum Modal {
  /// Returns a tuned sound that loops after `length` seconds.
  ///
  /// The volume envelope provides the decay of the mode that lasts longest.
  static func tuned(
    _ modes: [Mode], key: Int, rate: Double, length: Double, loop: Double, rise: Double = 0.0004, seed: Int = 0,
    attack: AttackNoise? = nil
  ) -> Wave {
    let grid = LoopGrid(key: key, seconds: loop, rate: rate)
    let start = max(1, Int(length * grid.rate) / Additive.block) * Additive.block
    let fall = 60 / (modes.map { $0.seconds }.max() ?? 1)
    var noise = Noise(seed: seed &* 1000 &+ key)
    let partials = modes.enumerated().map { index, mode in
      Partial(
        frequency: grid.snapped(hertz: grid.frequency * mode.ratio), phase: index == 0 ? 0 : noise.unit(),
        level: mode.level, decay: 60 / mode.seconds - fall, rise: rise)
    }
    var points = [Float](repeating: 0, count: start + grid.length)
    Additive.add(partials, to: &points, rate: grid.rate, frozenFrom: start)
    points.removeLast(points.count - start - grid.length)
    var wave = Wave(points: points, rate: grid.rate, key: key, loop: start..<(start + grid.length), fall: fall)
    if let attack { wave.add(attack, seed: seed) }
    wave.closeLoop()
    return wave
  }

  /// Returns the sound of a drum or bell without a loop; the ratios of the modes are frequencies in hertz here.
  static func struck(_ modes: [Mode], seconds: Double, rate: Double, rise: Double = 0.0003, seed: Int) -> [Float] {
    var noise = Noise(seed: seed)
    let partials = modes.map {
      Partial(
        frequency: $0.ratio / rate, phase: noise.unit(), level: $0.level, decay: 60 / $0.seconds, rise: rise)
    }
    let count = Int(seconds * rate)
    var points = [Float](repeating: 0, count: count)
    Additive.add(partials, to: &points, rate: rate)
    points.removeLast(points.count - count)
    return points
  }
}
