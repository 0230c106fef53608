import TactusDSP

/// The sounds of keyboard instruments: hammered and plucked strings, and tines.
enum Keyboards {
  /// A grand piano's note: the stretched partials of hammered strings, and the knock of the hammer on the soundboard.
  static func pianoString(_ key: Int, hard: Bool) -> Wave {
    let position = Double(key)
    let bend = min(1, max(0, (position - 24) / 36))
    // The inharmonicity over the compass (Rigaud, David and Daudet 2011), reduced at the top, where two samples sound
    // at once.
    let stiffness =
      ExactMath.exp2((0.0926 * position - 13.64) * 1.4427) + ExactMath.exp2((-0.0847 * position - 5.82) * 1.4427)
    let fall = 4 * ExactMath.exp2((position - 36) / 17)
    var string = StringModel(key: key)
    string.stiffness = min(stiffness, 0.0011)
    string.position = 0.121
    string.slope = 0.55 + 0.45 * bend + (hard ? 0 : 0.2)
    string.corner = (1900 + 18 * max(0, position - 30) + 0.9 * Wave.frequency(key)) * (hard ? 1.25 : 0.8)
    string.body = Formants(floor: 0.75, [.init(110, 90, -6), .init(220, 150, -7), .init(2400, 1800, -10)])
    string.fall = fall
    string.slow = 0.42
    string.damping = 0.0035
    string.numberDamping = 0.15
    string.after = 0.3
    string.beat = 0.6
    string.rise = 0.002 + 0.3 / (Wave.frequency(key) + 200)
    string.irregularity = 0.35
    string.attack = AttackNoise(hard ? -34 : -40, corner: 700, treble: -26, seconds: 0.6)
    var wave = string.wave()
    wave.addTouch(0.10, hertz: 125, q: 1.6, seconds: 0.2, seed: 1)
    wave.addTouch(0.07, hertz: 430, q: 0.6, seconds: 0.12, seed: 2)
    wave.addTouch((key > 84 ? 0.12 : 0.07) * (hard ? 1 : 0.5), hertz: 2600, q: 0.5, seconds: 0.06, seed: 3)
    return wave
  }

  static func tineBody(_ key: Int) -> Wave {
    let grid = LoopGrid(key: key, seconds: 0.04, rate: 32000)
    let start = Int(1.0 * grid.rate)
    var points = [Float](repeating: 0, count: start + grid.length)
    let fall = 5 * ExactMath.exp2(Double(key - 40) / 20)
    var voice = FrequencyModulation()
    voice.index = 1.25 - 0.008 * Double(key - 28)
    voice.restIndex = 0.16
    voice.indexDecay = 16
    voice.add(to: &points, turn: grid.frequency / grid.rate, rate: grid.rate, frozenFrom: start)
    voice.carrier = 1
    voice.modulator = 3
    voice.index = 0.3
    voice.restIndex = 0.02
    voice.indexDecay = 60
    voice.level = 0.3
    voice.add(to: &points, turn: grid.frequency / grid.rate, rate: grid.rate, frozenFrom: start)
    return steadied(points, grid, start, fall)
  }

  static func fmPianoBody(_ key: Int) -> Wave {
    let grid = LoopGrid(key: key, seconds: 0.04, rate: 36000)
    let start = Int(1.0 * grid.rate)
    var points = [Float](repeating: 0, count: start + grid.length)
    var voice = FrequencyModulation()
    voice.index = 1.8 - 0.012 * Double(key - 30)
    voice.restIndex = 0.35
    voice.indexDecay = 22
    voice.add(to: &points, turn: grid.frequency / grid.rate, rate: grid.rate, frozenFrom: start)
    return steadied(points, grid, start, 7 * ExactMath.exp2(Double(key - 48) / 22))
  }

  /// Crossfades the loop with the segment of the same length before it, so that its end continues into its start.
  private static func steadied(_ points: [Float], _ grid: LoopGrid, _ start: Int, _ fall: Double) -> Wave {
    var wave = Wave(points: points, rate: grid.rate, key: grid.key, loop: nil)
    wave.blendLoop(start..<(start + grid.length))
    wave.fall = fall
    wave.fadeIn(24)
    return wave
  }

  static func tineStroke(_ key: Int) -> Wave {
    let rate = 44100.0
    var points = [Float](repeating: 0, count: Int(0.26 * rate))
    var voice = FrequencyModulation()
    voice.modulator = min(14, Double(Int(11000 / Wave.frequency(key))))
    voice.index = 0.9
    voice.indexDecay = 30
    voice.decay = 170
    let f = Wave.frequency(key)
    voice.carrier = 1
    voice.add(to: &points, turn: f / rate, rate: rate)
    let ring = Modal.struck(
      [Mode(f * 6.9, 0.35, 0.22), Mode(f * 4.02, 0.12, 0.24)].filter { $0.ratio < 12000 }, seconds: 0.26, rate: rate,
      seed: key)
    var wave = Wave(points: points, rate: rate, key: key, loop: nil)
    wave.mix(ring)
    wave.points = wave.points.filtered(.highPass(f * 2.2, rate: rate))
    wave.addTouch(0.15, hertz: 1800, seconds: 0.012, seed: 4)
    wave.fadeOut(0.05)
    return wave
  }

  static func harpsichordString(_ key: Int) -> Wave {
    var string = StringModel(key: key)
    string.stiffness = 0.00006
    string.position = 0.11
    string.slope = 0.55
    string.corner = 8500
    string.body = Formants(floor: 0.5, [.init(240, 150, -4), .init(1700, 1500, -3), .init(4200, 2500, -5)])
    string.fall = 7 * ExactMath.exp2(Double(key - 40) / 20)
    string.damping = 0.006
    string.numberDamping = 0.12
    string.slow = 0.6
    string.rise = 0.003
    string.length = 1.2
    string.seed = 6
    string.attack = AttackNoise(-30, corner: 3500, treble: -8, seconds: 0.5)
    var wave = string.wave()
    wave.addTouch(0.3, hertz: 5200, q: 0.7, seconds: 0.008, seed: 6)
    wave.addTouch(0.12, hertz: 300, seconds: 0.05, seed: 7)
    return wave
  }

  static func clavinetString(_ key: Int) -> Wave {
    var string = StringModel(key: key)
    string.length = 0.8
    string.stiffness = 0.00012
    string.position = 0.07
    string.pickup = 0.16
    string.slope = 0.35
    string.corner = 3800
    string.fall = 9 * ExactMath.exp2(Double(key - 40) / 20)
    string.damping = 0.008
    string.slow = 0.6
    string.rise = 0.0015
    string.irregularity = 0.15
    string.seed = 7
    string.attack = AttackNoise(-36, corner: 2500, treble: -18, seconds: 0.4)
    var wave = string.wave()
    wave.addTouch(0.18, hertz: 1100, q: 0.6, seconds: 0.014, seed: 8)
    return wave
  }
}
