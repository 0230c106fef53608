import TactusDSP
import TactusRealtime
import TactusSequencer
import TactusSynth

/// One rendering pass over a whole bounce, cycle by cycle: `BounceRun` renders, and `BounceFinish` processes the sound.
///
/// - Thread: control
final class BouncePass {
  /// How a pass changes and measures the level.
  struct Level {
    /// The change of level in decibels; nil for none.
    var change: Double?
    var isMeasured: Bool
    var limit: Double?
    /// The number of the pass, counted from 1, and the number of all passes.
    var number = 1
    var count = 1
    /// The loudness in LUFS for which the pass finds the change of level; nil for other passes.
    var target: Double?
    /// The gain with which the first measuring pass decides where the tail ends; this pass also keeps the quiet blocks
    /// at the end of the tail. Nil for passes whose frames are those of the output.
    var tailGain: Float?
  }

  private let bouncer: Bouncer
  private let timeline: EventTimeline
  private let level: Level
  private let isAside: Bool
  private var run: BounceRun
  private let finish: BounceFinish
  /// The last block, if it has still to be processed.
  private var waiting: AudioBlock?
  /// The number of channels of each block; the last two are the mix.
  let channelCount: Int

  /// - Parameters:
  ///   - timeline: the bouncer's timeline, or a copy of it with stem-choice messages (see ``StemPlan``).
  ///   - isTraced: whether voice events are recorded.
  ///   - isAside: whether blocks may be processed and passed on by other threads, each while the next is rendered.
  init(
    _ bouncer: Bouncer, _ instrument: any ScoreInstrument, _ timeline: EventTimeline, _ level: Level, isTraced: Bool,
    isAside: Bool = false
  ) {
    (self.bouncer, self.timeline, self.level, self.isAside) = (bouncer, timeline, level, isAside)
    channelCount = instrument.channelCount
    let gain = level.change.map { Float(ExactMath.gain(decibels: $0)) } ?? 1
    run = BounceRun(bouncer, instrument, timeline, gain: level.tailGain ?? gain, isTraced: isTraced)
    finish = BounceFinish(
      bouncer, channelCount: channelCount, gain: gain, isMeasured: level.isMeasured, limit: level.limit,
      holdsTail: level.tailGain == nil)
  }

  deinit { run.free() }

  /// Plays the song, or the messages that set the channel state, up to the first audible frame.
  ///
  /// - Parameter shouldContinue: called after each cycle; returns false to cancel.
  /// - Returns: false if it was cancelled.
  func playPreRoll(with work: any ParallelWork, _ shouldContinue: (BounceProgress) -> Bool) -> Bool {
    run.playPreRoll(with: work) { shouldContinue(numbered($0)) }
  }

  /// Renders the next cycle, and passes on the frames that are complete: no block, one block or several.
  ///
  /// - Returns: false if the bounce has ended; its last frames have then been passed on.
  func renderCycle<Failure>(
    with work: any ParallelWork, into receive: (AudioBlock) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let count = run.nextCycle(threads: work.width) else {
      try processWaiting(receive)
      try finish.flush(receive)
      return false
    }
    if isAside, work.width > 1 {
      try renderAside(count, with: work, into: receive)
    } else {
      try finish.process(run.render(count, with: work), receive)
    }
    return true
  }

  /// Renders a cycle while another thread processes the block before.
  private func renderAside<Failure>(
    _ count: Int, with work: any ParallelWork, into receive: (AudioBlock) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    let block = withoutActuallyEscaping(receive) { receive in
      let aside = AsideWork(work) {
        do throws(Failure) { try self.processWaiting(receive) } catch { failure = error }
      }
      defer { aside.runItem() }
      run.keepBlock()
      return run.render(count, with: aside) { aside.runItem() }
    }
    if let failure { throw failure }
    waiting = block
  }

  private func processWaiting<Failure>(_ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    guard let block = waiting else { return }
    waiting = nil
    try finish.process(block, receive)
  }

  var progress: BounceProgress { numbered(run.progress) }

  /// Returns the voice events since the last call, with frames counted from the start of the output.
  func takeVoiceEvents() -> [VoiceEvent] { run.takeVoiceEvents() }

  /// Returns the remaining voice events, including an end event for each voice that still sounds.
  func finishVoiceEvents() -> [VoiceEvent] { run.finishVoiceEvents() }

  /// Returns the report of a pass that has ended.
  func report() -> BounceReport {
    let heard = HeardNotes(timeline, bouncer.renderRange)
    return BounceReport(
      frameCount: finish.frameCount, sampleRate: bouncer.settings.sampleRate, peak: finish.peak,
      noteCount: heard.count(in: timeline), synth: run.counters, missingPresets: missingPresets(heard),
      loudness: finish.report(target: level.target), stemLevels: finish.stemLevels(),
      levelChange: level.change, loop: bouncer.loop, unmarkedLoopEnd: bouncer.unmarkedLoopEnd,
      loopFrames: bouncer.loopFrames,
      isTailCut: run.isTailCut && finish.heldFrames < Int64(bouncer.settings.sampleRate / 4),
      lostVoiceEvents: run.lostVoiceEvents)
  }

  /// Returns the presets that audible notes needed. If notes sound into the first audible frame, the instrument has
  /// played all earlier ones too.
  private func missingPresets(_ heard: HeardNotes) -> [MissingPreset] {
    let (range, missing) = (bouncer.renderRange, run.missingPresets)
    guard !missing.isEmpty, range.first > 0, range.heldNotes == .sounding else { return missing }
    return heard.missingPresets(in: timeline, bouncer)
  }

  private func numbered(_ progress: BounceProgress) -> BounceProgress {
    var progress = progress
    (progress.pass, progress.passCount) = (level.number, level.count)
    return progress
  }
}
