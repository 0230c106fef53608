/// What a host says of its transport, and how well: nothing of it changes what really happens.
package struct HostReport: Hashable, Sendable {
  /// How exactly it says its beats.
  package enum Rounding: Hashable, Sendable {
    /// The nearest 64-bit number.
    case exact
    /// Frames / rate · tempo / 60 in 64-bit numbers, as hosts compute it: off by some last digits.
    case computed
    /// Off by up to so many quarter notes either way.
    case noise(Double)
    /// The nearest 32-bit number.
    case single
  }

  /// When it says that its transport has changed.
  package enum Changes: Hashable, Sendable { case truly, always, never }

  package var rounding = Rounding.exact
  package var changes = Changes.truly
  package var hasTempo = true
  package var hasBeat = true
  /// Whether it says that it moves, has changed and repeats.
  package var hasTransport = true
  /// Whether it says what it repeats.
  package var hasRegion = true
  /// Whether it says how its tempo goes on within a cycle.
  package var hasSlope = false
  /// A tempo that it says in place of its own, such as 0 or not a number.
  package var wrongTempo: Double?

  package init(rounding: Rounding = .exact, changes: Changes = .truly) {
    self.rounding = rounding
    self.changes = changes
  }

  /// By how many quarter notes a beat may be off.
  package func error(atBeat beat: Double) -> Double {
    switch rounding {
    case .exact: beat.ulp
    case .computed: 8 * beat.ulp
    case .noise(let amplitude): amplitude + beat.ulp
    case .single: Double(Float(abs(beat)).ulp)
    }
  }

  func rounded(_ beat: Double, _ random: inout HostRandom) -> Double {
    switch rounding {
    case .exact, .computed: beat
    case .noise(let amplitude): beat + amplitude * Double.random(in: -1...1, using: &random)
    case .single: Double(Float(beat))
    }
  }
}
