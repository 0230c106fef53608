/// A sound in two dynamics, played softly and hard: a soft note is not a quiet hard one.
struct Dynamics {
  let soft: SampleSet
  let hard: SampleSet

  /// The lowest velocity that plays the hard sound.
  static let threshold = 78
}

extension BankMaker {
  /// Returns a sound in two dynamics; `make` generates the sample for a root key, and learns whether it is played hard.
  ///
  /// Soft notes are dull, so that fewer root keys may do for them.
  func dynamics(
    _ name: String, _ keys: [Int], soft softKeys: [Int]? = nil, _ make: @escaping @Sendable (Int, Bool) -> Wave
  ) -> Dynamics {
    Dynamics(
      soft: set(name + " soft", softKeys ?? keys) { make($0, false) },
      hard: set(name, keys) { make($0, true) })
  }
}

extension Layer {
  /// Creates a layer of a sound in two dynamics, to be given both sets by `voiced`.
  init(_ dynamics: Dynamics, _ adjust: (inout Layer) -> Void = { _ in }) { self.init(dynamics.hard, adjust) }

  /// Returns two copies of the layer, one for soft and one for hard notes.
  func voiced(_ dynamics: Dynamics) -> [Layer] {
    [
      with {
        $0.set = dynamics.soft
        $0.velocities = 0...(Dynamics.threshold - 1)
      },
      with {
        $0.set = dynamics.hard
        $0.velocities = Dynamics.threshold...127
      },
    ]
  }
}
