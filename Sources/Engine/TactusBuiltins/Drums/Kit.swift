import TactusDSP

/// A drum kit in the making: what each key strikes.
struct Kit {
  private(set) var layers: [Int: [Layer]] = [:]

  /// Puts a sound on a key in place of what was there.
  ///
  /// - Parameters:
  ///   - level: dB.
  ///   - tune: cents.
  ///   - pan: −1 left … 1 right.
  ///   - group: sounds of one group silence each other; 0 is none.
  mutating func hit(
    _ key: Int, _ set: SampleSet, level: Double = 0, tune: Int = 0, pan: Double = 0, group: Int = 0,
    _ adjust: (inout Layer) -> Void = { _ in }
  ) {
    // A drum rings on when its key is left.
    let ring = set.entries[0].fall > 0.01 ? 100 / set.entries[0].fall : 12
    let layer = Layer(set) {
      $0.keys = key...key
      $0.scale = 0
      $0.evened = false
      $0.level = level
      $0.tune = tune
      $0.pan = pan
      $0.exclusiveClass = group
      $0.release = ring
      $0.cutoff = 16000
      $0.velocityToCutoff = 2200
      adjust(&$0)
    }
    layers[key] = [layer]
  }

  /// Puts layers on a key that are described as for a melodic program; the key plays what
  /// `fixedKey` would.
  mutating func play(_ key: Int, _ program: [Layer], level: Double = 0, tune: Int = 0, fixedKey: Int = 60) {
    layers[key] = program.map {
      $0.with {
        $0.keys = key...key
        $0.tune += tune
        $0.level += level
        $0.fixedKey = fixedKey
      }
    }
  }

  /// Puts what lies on one key on another as well.
  mutating func move(_ from: Int, to key: Int) {
    layers[key] = layers[from]?.map { $0.with { $0.keys = key...key } }
  }

  /// Changes what lies on some keys.
  mutating func change(_ keys: ClosedRange<Int>, _ adjust: (inout Layer) -> Void) {
    for key in keys { layers[key] = layers[key]?.map { $0.with(adjust) } }
  }

  /// All layers in the order of their keys.
  var all: [Layer] { layers.keys.sorted().flatMap { layers[$0] ?? [] } }
}
