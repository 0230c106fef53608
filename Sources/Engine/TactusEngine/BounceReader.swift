import TactusRealtime
import TactusSequencer
import TactusSynth

/// Renders a bounce block by block on demand, so that its caller can read it like a file.
///
///     let reader = try BounceReader(bouncer)
///     while true {
///       let count = reader.read(into: block)
///       if count == 0 { break }
///       …                                   // the first `count` frames of the block
///     }
///     let report = reader.report
///
/// The frames are those of `Bouncer.render`, bit for bit, whatever the sizes of the blocks. Between two calls nothing
/// runs, so a reader may be kept for any length of time, and dropped before its end.
/// - Thread: control, one at a time
public final class BounceReader {
  /// The bounce.
  public let bouncer: Bouncer
  /// The stems whose channels come before the mix; nil if only the mix is rendered.
  public let plan: StemPlan?
  /// The number of channels: two for each stem in the plan's order, and two for the mix.
  public let channelCount: Int
  /// The report; nil until all frames have been read.
  public var report: BounceReport? { queue.count == 0 ? finalReport : nil }
  /// The report of the pass that has ended; some of its frames may still be in the queue.
  private var finalReport: BounceReport?

  private let work: any ParallelWork
  private let pass: BouncePass
  private let queue: FrameQueue
  private let unreadable: [SampleFailure]
  private let trace: ((VoiceEvent) -> Void)?
  /// The synthesizer, which ``reusable`` gets back at the end; nil if stems are rendered.
  private let synth: SoundFontSynth?
  private let reusable: ReusableSynth

  /// Prepares a bounce: decodes compressed samples, measures the level if the settings require it, and plays the
  /// inaudible pre-roll.
  ///
  /// - Parameters:
  ///   - bouncer: the compiled song with its bank and settings.
  ///   - plan: stems that this bouncer has created (checked by a precondition); nil to render the mix alone.
  ///   - work: runs the parts that can run in parallel; by default on the calling thread.
  ///   - synth: a synthesizer that other bounces have used or will use. This reader occupies it until it is freed.
  ///   - progress: called after each cycle that is rendered here; returns false to cancel.
  ///   - trace: receives the synthesizer's voice events during ``read(into:)``, in ascending order of frames.
  /// - Throws: `BounceError.cancelled` if `progress` returns false; `BounceError.noDecoder` if the song plays compressed
  ///   samples and the bank has no decoder.
  public init(
    _ bouncer: Bouncer, stems plan: StemPlan? = nil, with work: any ParallelWork = SerialWork(),
    on synth: ReusableSynth = ReusableSynth(), progress: (BounceProgress) -> Bool = { _ in true },
    trace: ((VoiceEvent) -> Void)? = nil
  ) throws(BounceError) {
    let opening = try bouncer.open(with: work, on: synth, progress)
    (self.bouncer, self.plan, self.work, self.trace) = (opening.bouncer, plan, work, trace)
    unreadable = opening.unreadable
    reusable = opening.synth
    let level = bouncer.level(opening.change)
    if let plan {
      let stems = opening.bouncer.stemSynth(for: plan, replicas: work.width)
      self.synth = nil
      pass = BouncePass(opening.bouncer, stems, plan.timeline, level, isTraced: trace != nil)
    } else {
      let taken = opening.synth.take(for: opening.bouncer, replicas: work.width)
      self.synth = taken
      let timeline = trace == nil ? bouncer.timeline : bouncer.tracedTimeline
      pass = BouncePass(opening.bouncer, taken, timeline, level, isTraced: trace != nil)
    }
    channelCount = pass.channelCount
    queue = FrameQueue(channelCount: channelCount)
    guard pass.playPreRoll(with: work, progress) else { throw .cancelled }
  }

  deinit { if let synth { reusable.put(back: synth) } }

  /// The progress of rendering. It is ahead of the frames read, by at most one cycle and the quiet part of a tail.
  public var progress: BounceProgress { pass.progress }

  /// The number of frames that have been read.
  public private(set) var position: Int64 = 0

  /// Renders the next frames into a block.
  ///
  /// - Parameter block: the memory to fill, with ``channelCount`` channels.
  /// - Returns: the number of frames written to the block. It is less than the block's number of frames only at the end
  ///   of the bounce. The rest of the block is then left unchanged, and further calls return 0.
  public func read(into block: AudioBlock) -> Int {
    precondition(block.channelCount == channelCount, "a reader of \(channelCount) channels needs as many in a block")
    var done = 0
    defer { position += Int64(done) }
    while done < block.frameCount {
      done += queue.take(block.frameCount - done, into: block, at: done)
      guard done < block.frameCount, finalReport == nil else { break }
      renderCycle(into: block, &done)
    }
    return done
  }

  /// Renders a cycle into the rest of a block, and queues the frames for which the block has no room.
  private func renderCycle(into block: AudioBlock, _ done: inout Int) {
    let continues = pass.renderCycle(with: work) { rendered in
      let direct = min(rendered.frameCount, block.frameCount - done)
      for channel in 0..<channelCount { (block[channel] + done).update(from: rendered[channel], count: direct) }
      done += direct
      queue.append(rendered, from: direct)
    }
    if !continues {
      finalReport = pass.report()
      finalReport?.unreadableSamples = unreadable
    }
    guard let trace else { return }
    for event in continues ? pass.takeVoiceEvents() : pass.finishVoiceEvents() { trace(event) }
  }
}
