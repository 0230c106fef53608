/// A sound with a soft and a hard layer, because a soft note differs from a hard one in timbre, not only in level.
struct Dynamics {
  let soft: SampleSet
  let hard: SampleSet

  /// The lowest velocity that plays the hard sound.
  static let threshold = 78
}

extension BankMaker {
  /// Returns a sound with a soft and a hard layer; `make` generates the sample for a root key, and receives whether it
  /// is the hard one.
  ///
  /// Soft notes have few high frequencies, so fewer root keys may suffice for them.
  func dynamics(
    _ name: String, _ keys: [Int], soft softKeys: [Int]? = nil, _ make: @escaping @Sendable (Int, Bool) -> Wave
  ) -> Dynamics {
    Dynamics(
      soft: set(name + " soft", softKeys ?? keys) { make($0, false) },
      hard: set(name, keys) { make($0, true) })
  }
}

extension Layer {
  /// Creates a layer of a sound in two dynamics; ``voiced(_:)`` then makes a soft and a hard copy of it.
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
