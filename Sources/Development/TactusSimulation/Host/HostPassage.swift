import TactusTime

/// What a host does over some cycles, and how it tells of it.
package struct HostPassage: Hashable, Sendable {
  /// A position as ticks of a division of 20,160.
  package struct Place: Hashable, Sendable {
    package var tick: Tick
    package var division: Int

    package init(tick: Tick, division: Int) { (self.tick, self.division) = (tick, division) }
    package init(beat: Int) { self.init(tick: Tick(beat), division: 1) }
  }

  /// Where it begins; nil: where the passage before has ended.
  package var position: Place?
  /// The frames of each cycle; 0 for a cycle that wants none.
  package var cycles: [Int]
  /// At its first frame, in 10⁻⁹ quarter notes per minute.
  package var tempo: Int64
  /// By how much the tempo changes with each frame.
  package var slope: Int64 = 0
  package var isMoving = true
  /// What is repeated.
  package var region: Range<Place>?
  /// Where the sample time begins anew; nil: it goes on.
  package var sampleTime: Int64?
  package var report = HostReport()

  package init(at position: Place? = nil, cycles: [Int], tempo: Int64, report: HostReport = HostReport()) {
    self.position = position
    self.cycles = cycles
    self.tempo = tempo
    self.report = report
  }

  package var frameCount: Int { cycles.reduce(0, +) }
}

extension HostPassage.Place: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    Int128(a.tick) * Int128(b.division) < Int128(b.tick) * Int128(a.division)
  }
}
