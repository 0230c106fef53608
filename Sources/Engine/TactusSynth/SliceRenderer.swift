import TactusRealtime
import TactusRender

/// Plays a score with several replicas. In long cycles, each renders a slice of the time on a thread of its own; in others,
/// one renders alone.
///
/// The replica that has rendered the end of a cycle begins the next one. The others follow the score when they are
/// needed again, for which the cycles that they have missed are kept.
/// - Thread: control
final class SliceRenderer {
  /// Whether only the first replica renders, because a tracer records its voices.
  var isTraced = false
  private let plan: SlicePlan
  private let count: Int
  private let replicas: UnsafeMutablePointer<Replica>
  private let output: UnsafeMutablePointer<OutputState>
  private let slices: CycleSlices
  /// The replica that has rendered everything up to now.
  private var lead = 0
  /// The cycles from the one with the number `firstCycle` onwards.
  private var cycles: [ScoreCycle] = []
  private var firstCycle = 0

  /// - Parameter cores: the replicas, two or more.
  init(_ cores: [UnsafeMutablePointer<SynthCore>], output: UnsafeMutablePointer<OutputState>, plan: SlicePlan) {
    count = cores.count
    replicas = .allocate(capacity: cores.count)
    for (index, core) in cores.enumerated() { (replicas + index).initialize(to: Replica(core)) }
    slices = CycleSlices(replicas, cores.count, output: output, plan: plan)
    self.output = output
    self.plan = plan
    reset()
  }

  deinit {
    for cycle in cycles { cycle.events.deallocate() }
    replicas.deallocate()
  }

  /// Starts again with cores that have been reset.
  func reset() {
    for cycle in cycles { cycle.events.deallocate() }
    (cycles, firstCycle, lead) = ([], 0, 0)
    for index in 0..<count {
      replicas[index] = Replica(replicas[index].core)
      replicas[index].endRendering()
    }
    replicas[0].resumeRendering()
    slices.reset()
  }

  /// The core that has rendered everything up to now.
  var leadCore: UnsafeMutablePointer<SynthCore> { replicas[lead].core }

  /// How many slices have been rendered, and how many of those that the plan provides have been dropped.
  var sliceCounts: (rendered: Int, rejected: Int) { (slices.renderedCount, slices.rejectedCount) }

  /// Renders a cycle; see ``SoundFontSynth``.
  func render(
    frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) {
    guard !isTraced else { return leadCore.pointee.render(frames, events, output, into: block) }
    let copy = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: events.count)
    _ = copy.initialize(from: events)
    cycles.append(ScoreCycle(frames: frames, events: EventList(copy)))
    let isStereo = block.channelCount > 1 && block[0] != block[1]
    if isStereo, frames >= plan.shortestCycle, slices.isWorthwhile {
      lead = slices.render(cycles, from: firstCycle, into: block, order: order(), perform: perform)
    } else {
      leadCore.pointee.render(frames, events, output, into: block)
      replicas[lead].endCycle()
    }
    dropFollowed()
  }

  /// Makes all replicas follow the score up to its present end.
  func followUp() {
    for index in 0..<count where index != lead { replicas[index].follow(cycles, from: firstCycle) }
    dropFollowed()
  }

  /// The order of the replicas in a cycle: the lead, and then those first that are furthest behind.
  private func order() -> [Int] {
    [lead]
      + (0..<count).filter { $0 != lead }.sorted {
        let (a, b) = (replicas[$0], replicas[$1])
        return (a.cycle, a.frames, $0) < (b.cycle, b.frames, $1)
      }
  }

  /// Frees the cycles that all replicas have followed.
  private func dropFollowed() {
    var first = firstCycle + cycles.count
    for index in 0..<count { first = min(first, replicas[index].cycle) }
    for cycle in cycles.prefix(first - firstCycle) { cycle.events.deallocate() }
    cycles.removeFirst(first - firstCycle)
    firstCycle = first
  }
}

extension Replica {
  /// Follows the score to the end of the last of some cycles, of which the first has a number.
  mutating func follow(_ cycles: [ScoreCycle], from first: Int) {
    while cycle < first + cycles.count {
      let missed = cycles[cycle - first]
      follow(missed, to: missed.frames)
      endCycle()
    }
  }
}
