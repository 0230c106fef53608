import TactusRender

/// A simulated host: generates render cycles from a script, and knows the exact position of each frame.
///
/// The same script and seed give the same cycles.
package struct SimulatedHost: Sendable {
  /// A cycle as the plug-in receives it, with its real position.
  package struct Cycle: Sendable {
    package var cycle: RenderCycle
    /// The index of the passage.
    package var passage: Int
    /// The number of frames since the host was created.
    package var firstFrame: Int64
    /// Whether it is the first cycle of its passage.
    package var opensPassage: Bool
  }

  package let passages: [HostPassage]
  /// The real positions in each passage.
  package let stretches: [HostStretch]
  private var random: HostRandom
  private var passage = 0
  private var location = 0
  private var frame: Int64 = 0
  private var sampleTime: Int64 = 0

  package init(sampleRate: Int, passages: [HostPassage], seed: UInt64 = 0) {
    self.passages = passages
    stretches = Self.stretches(passages, BeatGrid(sampleRate: sampleRate))
    random = HostRandom(seed: seed)
  }

  /// Returns the next cycle; nil at the end of the script.
  package mutating func next() -> Cycle? {
    while passage < passages.count, location == passages[passage].cycles.count {
      (passage, location) = (passage + 1, 0)
    }
    guard passage < passages.count else { return nil }
    let isFirst = location == 0
    if isFirst, let begin = passages[passage].sampleTime { sampleTime = begin }
    let count = passages[passage].cycles[location]
    let cycle = RenderCycle(firstFrame: sampleTime, frameCount: count, context: context(isFirst))
    let result = Cycle(cycle: cycle, passage: passage, firstFrame: frame, opensPassage: isFirst)
    location += 1
    frame += Int64(count)
    sampleTime += Int64(count)
    return result
  }

  /// Returns the host's report at the present frame.
  private mutating func context(_ isFirst: Bool) -> MusicalContext {
    let (stretch, report) = (stretches[passage], passages[passage].report)
    var context = MusicalContext()
    if report.hasTempo {
      context.hasTempo = true
      context.tempo = report.wrongTempo ?? Double(stretch.tempo(atFrame: frame)) / 1e9
      if report.hasSlope { context.tempoSlope = Double(stretch.slope) / 1e9 }
    }
    if report.hasBeat {
      let position = stretch.position(ofLine: stretch.line(atFrame: frame))
      context.hasBeat = true
      context.beat =
        report.rounding == .computed
        ? computedBeat(stretch) : report.rounded(stretch.grid.beats(position), &random)
    }
    guard report.hasTransport else { return context }
    context.hasTransport = true
    context.isMoving = stretch.isMoving
    switch report.changes {
    case .truly: context.isChanged = isFirst && isChange(passage)
    case .always: context.isChanged = true
    case .never: break
    }
    if report.hasRegion, let region = stretch.region {
      context.isCycling = true
      context.cycleStart = stretch.grid.beats(region.lowerBound)
      context.cycleEnd = stretch.grid.beats(region.upperBound)
    }
    return context
  }

  /// Returns the beat computed by the usual formula.
  private func computedBeat(_ stretch: HostStretch) -> Double {
    let seconds = Double(frame - stretch.frames.lowerBound) / Double(stretch.grid.sampleRate)
    let beats = seconds * (Double(stretch.tempo) / 1e9 / 60)
    let line = stretch.line(atFrame: frame)
    let folded = stretch.grid.beats(stretch.position(ofLine: line)) - stretch.grid.beats(line)
    return stretch.grid.beats(stretch.start) + (stretch.isMoving ? beats : 0) + folded
  }

  /// Whether a passage starts at another position than the previous one has ended, or starts or stops the transport.
  private func isChange(_ index: Int) -> Bool {
    index == 0 || !stretches[index].continues || stretches[index].isMoving != stretches[index - 1].isMoving
  }

  private static func stretches(_ passages: [HostPassage], _ grid: BeatGrid) -> [HostStretch] {
    var stretches: [HostStretch] = []
    var frame: Int64 = 0
    for passage in passages {
      let end = frame + Int64(passage.frameCount)
      let location = passage.position.map { grid.position(tick: $0.tick, division: $0.division) }
      let before = stretches.last.map { $0.position(ofLine: $0.end) } ?? 0
      let start = location ?? before
      var stretch = HostStretch(grid: grid, frames: frame..<end, start: start, tempo: passage.tempo)
      stretch.slope = passage.slope
      stretch.isMoving = passage.isMoving
      stretch.continues = !stretches.isEmpty && start == before
      stretch.region = passage.region.map {
        grid.position(
          tick: $0.lowerBound.tick, division: $0.lowerBound.division)..<grid.position(
            tick: $0.upperBound.tick, division: $0.upperBound.division)
      }
      stretches.append(stretch)
      frame = end
    }
    return stretches
  }
}
