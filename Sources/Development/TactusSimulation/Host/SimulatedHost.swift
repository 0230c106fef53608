import TactusRender

/// A simulated host that generates render cycles from a script and knows the exact position of each frame.
///
/// The same script and seed produce the same cycles.
package struct SimulatedHost: Sendable {
  /// A cycle as the plug-in receives it, with its real position.
  package struct Cycle: Sendable {
    package var cycle: RenderCycle
    /// The index of the scene.
    package var scene: Int
    /// The number of frames since the host was created.
    package var firstFrame: Int64
    /// Whether this is the first cycle of its scene.
    package var opensScene: Bool
  }

  package let scenes: [HostScene]
  /// The real positions in each scene.
  package let segments: [HostSegment]
  private var random: HostRandom
  private var scene = 0
  private var location = 0
  private var frame: Int64 = 0
  private var sampleTime: Int64 = 0

  package init(sampleRate: Int, scenes: [HostScene], seed: UInt64 = 0) {
    self.scenes = scenes
    segments = Self.segments(scenes, BeatGrid(sampleRate: sampleRate))
    random = HostRandom(seed: seed)
  }

  /// Returns the next cycle; nil at the end of the script.
  package mutating func next() -> Cycle? {
    while scene < scenes.count, location == scenes[scene].cycles.count {
      (scene, location) = (scene + 1, 0)
    }
    guard scene < scenes.count else { return nil }
    let isFirst = location == 0
    if isFirst, let begin = scenes[scene].sampleTime { sampleTime = begin }
    let count = scenes[scene].cycles[location]
    let cycle = RenderCycle(firstFrame: sampleTime, frameCount: count, context: context(isFirst))
    let result = Cycle(cycle: cycle, scene: scene, firstFrame: frame, opensScene: isFirst)
    location += 1
    frame += Int64(count)
    sampleTime += Int64(count)
    return result
  }

  /// Returns the host's report at the current frame.
  private mutating func context(_ isFirst: Bool) -> MusicalContext {
    let (segment, report) = (segments[scene], scenes[scene].report)
    var context = MusicalContext()
    if report.hasTempo {
      context.hasTempo = true
      context.tempo = report.wrongTempo ?? Double(segment.tempo(atFrame: frame)) / 1e9
      if report.hasSlope { context.tempoSlope = Double(segment.slope) / 1e9 }
    }
    if report.hasBeat {
      let position = segment.position(ofLine: segment.line(atFrame: frame))
      context.hasBeat = true
      context.beat =
        report.rounding == .computed
        ? computedBeat(segment) : report.rounded(segment.grid.beats(position), &random)
    }
    guard report.hasTransport else { return context }
    context.hasTransport = true
    context.isMoving = segment.isMoving
    switch report.changes {
    case .truly: context.isChanged = isFirst && isChange(scene)
    case .always: context.isChanged = true
    case .never: break
    }
    if report.hasRegion, let region = segment.region {
      context.isCycling = true
      context.cycleStart = segment.grid.beats(region.lowerBound)
      context.cycleEnd = segment.grid.beats(region.upperBound)
    }
    return context
  }

  /// Returns the beat as computed by the formula that hosts commonly use.
  private func computedBeat(_ segment: HostSegment) -> Double {
    let seconds = Double(frame - segment.frames.lowerBound) / Double(segment.grid.sampleRate)
    let beats = seconds * (Double(segment.tempo) / 1e9 / 60)
    let line = segment.line(atFrame: frame)
    let folded = segment.grid.beats(segment.position(ofLine: line)) - segment.grid.beats(line)
    return segment.grid.beats(segment.start) + (segment.isMoving ? beats : 0) + folded
  }

  /// Whether a scene starts at a position other than the end of the previous scene, or starts or stops the transport.
  private func isChange(_ index: Int) -> Bool {
    index == 0 || !segments[index].continues || segments[index].isMoving != segments[index - 1].isMoving
  }

  private static func segments(_ scenes: [HostScene], _ grid: BeatGrid) -> [HostSegment] {
    var segments: [HostSegment] = []
    var frame: Int64 = 0
    for scene in scenes {
      let end = frame + Int64(scene.frameCount)
      let location = scene.position.map { grid.position(tick: $0.tick, division: $0.division) }
      let before = segments.last.map { $0.position(ofLine: $0.end) } ?? 0
      let start = location ?? before
      var segment = HostSegment(grid: grid, frames: frame..<end, start: start, tempo: scene.tempo)
      segment.slope = scene.slope
      segment.isMoving = scene.isMoving
      segment.continues = !segments.isEmpty && start == before
      segment.region = scene.region.map {
        grid.position(
          tick: $0.lowerBound.tick, division: $0.lowerBound.division)..<grid.position(
            tick: $0.upperBound.tick, division: $0.upperBound.division)
      }
      segments.append(segment)
      frame = end
    }
    return segments
  }
}
