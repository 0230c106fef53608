/// The accuracy with which a host reports its transport. The real positions do not depend on this accuracy.
package struct HostReport: Hashable, Sendable {
  /// The accuracy of reported beats.
  package enum Rounding: Hashable, Sendable {
    /// The nearest 64-bit number.
    case exact
    /// The result of frames / rate · tempo / 60 in 64-bit arithmetic, as hosts compute it, with rounding errors.
    case computed
    /// The exact beat plus a random error of up to this many quarter notes in either direction.
    case noise(Double)
    /// The nearest 32-bit number.
    case single
  }

  /// When the host reports that its transport has changed.
  package enum Changes: Hashable, Sendable { case truly, always, never }

  package var rounding = Rounding.exact
  package var changes = Changes.truly
  package var hasTempo = true
  package var hasBeat = true
  /// Whether the host reports its transport state: moving, changed, and repeating.
  package var hasTransport = true
  /// Whether the host reports the repeated region.
  package var hasRegion = true
  /// Whether the host reports tempo changes within a cycle.
  package var hasSlope = false
  /// A tempo to report instead of the real one, such as 0 or NaN.
  package var wrongTempo: Double?

  package init(rounding: Rounding = .exact, changes: Changes = .truly) {
    self.rounding = rounding
    self.changes = changes
  }

  /// The largest error of a reported beat in quarter notes.
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
