import TactusRealtime
import TactusRender

/// Plays a score with several replicas. In long cycles, each renders a slice of the time on a thread of its own; in others,
/// one renders alone.
///
/// The replica that has rendered the end of a cycle begins the next one. The others take over its state when they are
/// needed again.
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

  deinit { replicas.deallocate() }

  /// Starts again with cores that have been reset.
  func reset() {
    lead = 0
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
    frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void,
    whileIdle: @Sendable () -> Void
  ) {
    guard !isTraced else { return leadCore.pointee.render(frames, events, output, into: block) }
    let isStereo = block.channelCount > 1 && block[0] != block[1]
    guard isStereo, frames >= plan.shortestCycle, slices.isWorthwhile else {
      return leadCore.pointee.render(frames, events, output, into: block)
    }
    let cycle = ScoreCycle(frames: frames, events: events)
    let order = [lead] + (0..<count).filter { $0 != lead }
    lead = slices.render(cycle, into: block, order: order, perform: perform, whileIdle: whileIdle)
  }
}
