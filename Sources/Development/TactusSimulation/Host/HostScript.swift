/// Writes the scripts of ``HostKind``.
struct HostScript {
  let cycleLength: Int
  let tempo: Int64
  let sampleRate: Int

  /// Returns the number of frames for a number of quarter notes at the tempo.
  func frames(_ beats: Double) -> Int { Int(beats * 60e9 * Double(sampleRate) / Double(tempo)) }

  /// Returns as many cycles as a number of frames requires.
  private func cycles(_ frames: Int) -> [Int] {
    Array(repeating: cycleLength, count: max(1, (frames + cycleLength - 1) / cycleLength))
  }

  func passage(beats: Int, at beat: Int?) -> HostPassage {
    HostPassage(at: beat.map { .init(beat: $0) }, cycles: cycles(frames(Double(beats))), tempo: tempo)
  }

  /// To 3/2 of the tempo and back, with the necessary number of beats each.
  func ramps(beats: Int) -> [HostPassage] {
    var up = HostPassage(at: .init(beat: 0), cycles: cycles(frames(Double(beats) / 2 / 1.25)), tempo: tempo)
    up.slope = tempo / 2 / Int64(up.frameCount)
    var down = HostPassage(cycles: up.cycles, tempo: tempo + up.slope * Int64(up.frameCount))
    down.slope = -up.slope
    return [up, down]
  }

  func jitter(beats: Int, _ random: inout HostRandom) -> HostPassage {
    var (lengths, left) = ([Int](), frames(Double(beats)))
    while left > 0 {
      lengths.append(Int.random(in: 1...cycleLength, using: &random))
      left -= lengths[lengths.count - 1]
    }
    return HostPassage(at: .init(beat: 0), cycles: lengths, tempo: tempo, report: HostReport(rounding: .noise(1e-6)))
  }

  func cycling(beats: Int) -> HostPassage {
    var passage = self.passage(beats: beats, at: 0)
    passage.region = HostPassage.Place(tick: 7, division: 10)..<HostPassage.Place(tick: 40, division: 10)
    return passage
  }

  func broken(beats: Int) -> [HostPassage] {
    let some = max(1, beats / 8)
    var preRoll = passage(beats: 1 + some, at: -1)
    preRoll.report.changes = .always
    // stops half a cycle before an event, and reports neither that nor any other change of its transport
    var silent = passage(beats: 1, at: nil)
    silent.position = position(before: 4 * some, by: cycleLength / 2)
    silent.isMoving = false
    silent.report.hasTransport = false
    silent.report.hasBeat = true
    var withoutTempo = passage(beats: some, at: nil)
    withoutTempo.report.hasTempo = false
    var anew = passage(beats: some, at: 16 * some)
    anew.sampleTime = 0
    anew.cycles = anew.cycles.flatMap { [$0, 0] }
    let day = passage(beats: 2 * some, at: 172_800)
    var quiet = passage(beats: some, at: 8)
    quiet.report.changes = .never
    return [preRoll, silent, withoutTempo, anew, day, quiet]
  }

  /// Returns the tick of 1/20,160 at or before a number of frames before a beat.
  private func position(before beat: Int, by frames: Int) -> HostPassage.Place {
    let beats = Double(frames) * Double(tempo) / (60e9 * Double(sampleRate))
    let ticks = Int64((beats * Double(BeatGrid.finestDivision)).rounded(.up))
    return .init(tick: Int64(beat) * Int64(BeatGrid.finestDivision) - ticks, division: BeatGrid.finestDivision)
  }
}
