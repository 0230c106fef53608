import TactusTime

/// A host's behavior over some cycles, and how the host reports it.
package struct HostScene: Hashable, Sendable {
  /// A position in ticks; `division`, the number of ticks per quarter note, must divide 20,160.
  package struct Position: Hashable, Sendable {
    package var tick: Tick
    package var division: Int

    package init(tick: Tick, division: Int) { (self.tick, self.division) = (tick, division) }
    package init(beat: Int) { self.init(tick: Tick(beat), division: 1) }
  }

  /// The start position; nil to continue from the end of the previous scene.
  package var position: Position?
  /// The length of each cycle in frames; 0 for an empty cycle.
  package var cycles: [Int]
  /// The tempo at the scene's first frame, in 10⁻⁹ quarter notes per minute.
  package var tempo: Int64
  /// The change of the tempo per frame.
  package var slope: Int64 = 0
  package var isMoving = true
  /// The repeated region.
  package var region: Range<Position>?
  /// The sample time at which the host restarts; nil to continue from the previous scene.
  package var sampleTime: Int64?
  package var report = HostReport()

  package init(at position: Position? = nil, cycles: [Int], tempo: Int64, report: HostReport = HostReport()) {
    self.position = position
    self.cycles = cycles
    self.tempo = tempo
    self.report = report
  }

  package var frameCount: Int { cycles.reduce(0, +) }
}

extension HostScene.Position: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    Int128(a.tick) * Int128(b.division) < Int128(b.tick) * Int128(a.division)
  }
}
