import TactusDSP

/// A drum kit under construction: the sounds of its keys.
struct Kit {
  private(set) var layers: [Int: [Layer]] = [:]

  /// Assigns a sound to a key, replacing an earlier one.
  ///
  /// - Parameters:
  ///   - level: in dB.
  ///   - tune: in cents.
  ///   - pan: −1 left … 1 right.
  ///   - group: sounds of the same group choke each other; 0 for none.
  mutating func hit(
    _ key: Int, _ set: SampleSet, level: Double = 0, tune: Int = 0, pan: Double = 0, group: Int = 0,
    _ adjust: (inout Layer) -> Void = { _ in }
  ) {
    // A drum continues to sound after its note-off.
    let ring = set.entries[0].facts.fall > 0.01 ? 100 / set.entries[0].facts.fall : 12
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

  /// Gives a key another sound for soft notes.
  mutating func soften(_ key: Int, _ soft: SampleSet) {
    layers[key] = layers[key]?.flatMap { $0.voiced(Dynamics(soft: soft, hard: $0.set)) }
  }

  /// Lets a key's hard notes alternate with another sample of the same drum.
  ///
  /// SoundFont has no round robin, so the two samples alternate over narrow ranges of velocities instead: strokes of
  /// slightly different velocities then use different samples, as a player never strikes twice alike.
  mutating func alternate(_ key: Int, with other: SampleSet) {
    layers[key] = layers[key]?.flatMap { layer in
      guard layer.velocities.upperBound == 127 else { return [layer] }
      return stride(from: layer.velocities.lowerBound, through: 127, by: 7).enumerated().map { index, low in
        layer.with {
          $0.velocities = low...min(127, low + 6)
          if index % 2 == 1 { $0.set = other }
        }
      }
    }
  }

  /// Assigns the layers of a melodic program to a key. The key sounds like the program's key `fixedKey`.
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

  /// Copies the sounds of a key to another key.
  mutating func move(_ from: Int, to key: Int) {
    layers[key] = layers[from]?.map { $0.with { $0.keys = key...key } }
  }

  /// Changes the sounds of some keys.
  mutating func change(_ keys: ClosedRange<Int>, _ adjust: (inout Layer) -> Void) {
    for key in keys { layers[key] = layers[key]?.map { $0.with(adjust) } }
  }

  /// All layers in the order of their keys.
  var all: [Layer] { layers.keys.sorted().flatMap { layers[$0] ?? [] } }
}
