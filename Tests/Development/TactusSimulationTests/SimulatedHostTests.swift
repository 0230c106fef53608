import TactusRender
import TactusSimulation
import TestSupport
import Testing

/// Simulated hosts know the positions of their frames: checked with the inverse of their formula, frame by frame, and
/// in their reports.
@Suite struct SimulatedHostTests {
  private func segment(_ scene: HostScene, rate: Int = 48_000) -> HostSegment {
    SimulatedHost(sampleRate: rate, scenes: [scene]).segments[0]
  }

  /// The frame of a position is the nearest one: the position lies within half a frame of it.
  @Test func framesAreNearest() {
    var random = HostRandom(seed: 1)
    for _ in 0..<rounds(300) {
      var scene = HostScene(
        at: .init(tick: Int64.random(in: -20_160...3_000_000_000, using: &random), division: 20_160),
        cycles: [random.length(upTo: 10_000)], tempo: Int64.random(in: 20_000_000_000...900_000_000_000, using: &random)
      )
      if random.once(in: 2) {
        scene.slope = Int64.random(in: -scene.tempo / 2...scene.tempo / 2, using: &random) / 20_000
      }
      let segment = segment(scene, rate: random.pick([8_000, 44_100, 48_000, 192_000]))
      let frame = Int64.random(in: 0..<Int64(scene.frameCount), using: &random)
      #expect(segment.frame(ofLine: segment.line(atFrame: frame)) == frame, "\(scene)")
      let (here, next) = (segment.line(atFrame: frame), segment.line(atFrame: frame + 1))
      let tenth = (next - here) / 10
      #expect(segment.frame(ofLine: here + 4 * tenth) == frame && segment.frame(ofLine: here + 6 * tenth) == frame + 1)
      #expect(segment.frames(ofLine: here + 4 * tenth, within: 0.2) == frame...frame + 1)
    }
  }

  /// A quarter note at 120 bpm lasts 24,000 frames; half of a frame rounds up.
  @Test func knownFrames() {
    let segment = segment(HostScene(at: .init(beat: 4), cycles: [48_000], tempo: 120_000_000_000))
    #expect(segment.frame(ofLine: 5 * segment.grid.grainsPerBeat) == 24_000)
    #expect(segment.frame(ofLine: 4 * segment.grid.grainsPerBeat + segment.grid.grainsPerBeat / 48_000) == 1)
    #expect(segment.grid.beats(segment.end) == 6)
  }

  /// Every position of a repeated region is visited as often as the host goes through it.
  @Test func regionsAreVisited() {
    var scene = HostScene(at: .init(beat: 1), cycles: [100_000], tempo: 120_000_000_000)
    scene.region = HostScene.Position(beat: 0)..<HostScene.Position(beat: 2)
    let segment = segment(scene)
    let beats = segment.visits.map { visit in
      [visit.positions.lowerBound, visit.positions.upperBound].map { segment.grid.beats($0) }
    }
    #expect(beats == [[1, 2], [0, 2], [0, 28_000.0 / 24_000]])
    for visit in segment.visits {
      let line = visit.positions.lowerBound + visit.offset
      #expect(segment.position(ofLine: line) == visit.positions.lowerBound)
    }
  }

  /// Cycles are consecutive, their beats are those of their frames, and the flags report what happens.
  @Test func whatHostsSay() throws {
    var stop = HostScene(cycles: [10, 20], tempo: 90_000_000_000)
    stop.isMoving = false
    var anew = HostScene(cycles: [5], tempo: 90_000_000_000, report: HostReport(rounding: .single, changes: .never))
    anew.sampleTime = 7
    var host = SimulatedHost(
      sampleRate: 48_000,
      scenes: [HostScene(at: .init(beat: -1), cycles: [64, 0, 36], tempo: 90_000_000_000), stop, anew])
    var cycles: [SimulatedHost.Cycle] = []
    while let cycle = host.next() { cycles.append(cycle) }
    #expect(cycles.map(\.cycle.firstFrame) == [0, 64, 64, 100, 110, 7])
    #expect(cycles.map(\.firstFrame) == [0, 64, 64, 100, 110, 130])
    #expect(cycles.map(\.cycle.context.isChanged) == [true, false, false, true, false, false])
    #expect(cycles.map(\.cycle.context.isMoving) == [true, true, true, false, false, true])
    let beats = cycles.map(\.cycle.context.beat)
    #expect(beats[0] == -1 && beats[2] == -1 + 64 * 90 / 2_880_000.0)
    #expect(beats[3] == beats[4] && beats[5] == Double(Float(beats[4])))
  }

  /// Each kind of host behaves as its name says.
  @Test(arguments: HostKind.allCases) func kinds(kind: HostKind) {
    let scenes = kind.scenes(beats: 8, cycleLength: 256, tempo: 120, sampleRate: 48_000, seed: 3)
    #expect(scenes == kind.scenes(beats: 8, cycleLength: 256, tempo: 120, sampleRate: 48_000, seed: 3))
    #expect(scenes.allSatisfy { $0.cycles.allSatisfy { (0...256).contains($0) } && $0.tempo > 0 })
    let segments = SimulatedHost(sampleRate: 48_000, scenes: scenes).segments
    #expect(scenes.contains { $0.slope != 0 } == (kind == .ramping))
    #expect(segments.contains { $0.region != nil } == (kind == .cycling))
    #expect(scenes.contains { $0.report.rounding != .exact } == (kind == .jittery))
    #expect(segments.contains { !$0.isMoving } == (kind == .broken))
  }
}
