/// Creates the scripts of ``HostKind``.
struct HostScript {
  let cycleLength: Int
  let tempo: Int64
  let sampleRate: Int

  /// Returns the number of frames for a number of quarter notes at the tempo.
  func frames(_ beats: Double) -> Int { Int(beats * 60e9 * Double(sampleRate) / Double(tempo)) }

  /// Returns the lengths of the cycles that together have at least this many frames.
  private func cycles(_ frames: Int) -> [Int] {
    Array(repeating: cycleLength, count: max(1, (frames + cycleLength - 1) / cycleLength))
  }

  func scene(beats: Int, at beat: Int?) -> HostScene {
    HostScene(at: beat.map { .init(beat: $0) }, cycles: cycles(frames(Double(beats))), tempo: tempo)
  }

  /// Returns two scenes of about half the beats each: the tempo rises to 3/2 of its value, then falls back.
  func ramps(beats: Int) -> [HostScene] {
    var up = HostScene(at: .init(beat: 0), cycles: cycles(frames(Double(beats) / 2 / 1.25)), tempo: tempo)
    up.slope = tempo / 2 / Int64(up.frameCount)
    var down = HostScene(cycles: up.cycles, tempo: tempo + up.slope * Int64(up.frameCount))
    down.slope = -up.slope
    return [up, down]
  }

  func jitter(beats: Int, _ random: inout HostRandom) -> HostScene {
    var (lengths, left) = ([Int](), frames(Double(beats)))
    while left > 0 {
      lengths.append(Int.random(in: 1...cycleLength, using: &random))
      left -= lengths[lengths.count - 1]
    }
    return HostScene(at: .init(beat: 0), cycles: lengths, tempo: tempo, report: HostReport(rounding: .noise(1e-6)))
  }

  func cycling(beats: Int) -> HostScene {
    var scene = self.scene(beats: beats, at: 0)
    scene.region = HostScene.Position(tick: 7, division: 10)..<HostScene.Position(tick: 40, division: 10)
    return scene
  }

  func broken(beats: Int) -> [HostScene] {
    let some = max(1, beats / 8)
    var preRoll = scene(beats: 1 + some, at: -1)
    preRoll.report.changes = .always
    // stops half a cycle before an event, and reports neither the stop nor any other transport state
    var silent = scene(beats: 1, at: nil)
    silent.position = position(before: 4 * some, by: cycleLength / 2)
    silent.isMoving = false
    silent.report.hasTransport = false
    silent.report.hasBeat = true
    var withoutTempo = scene(beats: some, at: nil)
    withoutTempo.report.hasTempo = false
    var anew = scene(beats: some, at: 16 * some)
    anew.sampleTime = 0
    anew.cycles = anew.cycles.flatMap { [$0, 0] }
    let day = scene(beats: 2 * some, at: 172_800)
    var quiet = scene(beats: some, at: 8)
    quiet.report.changes = .never
    return [preRoll, silent, withoutTempo, anew, day, quiet]
  }

  /// Returns the position a number of frames before a beat, rounded down to a tick of 1/20,160 of a quarter note.
  private func position(before beat: Int, by frames: Int) -> HostScene.Position {
    let beats = Double(frames) * Double(tempo) / (60e9 * Double(sampleRate))
    let ticks = Int64((beats * Double(BeatGrid.finestDivision)).rounded(.up))
    return .init(tick: Int64(beat) * Int64(BeatGrid.finestDivision) - ticks, division: BeatGrid.finestDivision)
  }
}
