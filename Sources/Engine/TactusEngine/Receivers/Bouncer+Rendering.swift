import TactusRealtime
import TactusSynth

extension Bouncer {
  /// Renders the whole bounce.
  ///
  /// ``BounceReader`` renders the same frames when its caller asks for them.
  ///
  /// - Parameters:
  ///   - work: runs the parts that can run in parallel.
  ///   - synth: a synthesizer that other bounces have used or will use; its memory is reused.
  ///   - progress: called after each cycle; returns false to cancel.
  ///   - trace: receives the synthesizer's voice events in ascending order of frames; if it throws, the bounce ends. If
  ///     the level is measured first, only the second pass is traced.
  ///   - receive: receives consecutive stereo blocks; if it throws, the bounce ends.
  /// - Throws: `BounceError.cancelled` if `progress` returns false, `BounceError.noDecoder` if the song plays
  ///   compressed samples and the bank has no decoder, and any error that `receive` throws.
  public func render(
    with work: any ParallelWork = SerialWork(), on synth: ReusableSynth = ReusableSynth(),
    progress: (BounceProgress) -> Bool = { _ in true }, trace: VoiceTraceReceiver? = nil,
    into receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    try render(nil, with: work, on: synth, isAside: false, progress, trace, receive)
  }

  /// Receives voice events; see ``VoiceEvent``.
  public typealias VoiceTraceReceiver = (VoiceEvent) throws -> Void

  /// Renders all stems.
  ///
  /// The whole score is played, and each voice is rendered into its stem. Voices are therefore stolen and choked as in
  /// the mix, and the stems add up to it. The level is measured on the mix, and all stems get the same gain. A limiter
  /// limits the mix, and all stems get its gain of each frame, so that they add up to the limited mix.
  ///
  /// - Parameters:
  ///   - plan: a plan that this bouncer has created.
  ///   - work: runs the parts that can run in parallel.
  ///   - synth: a synthesizer whose memory is reused to decode samples and to measure the level. Another synthesizer
  ///     renders the stems.
  ///   - progress: called after each cycle; returns false to cancel.
  ///   - trace: receives voice events; see ``render(with:on:progress:trace:into:)``.
  ///   - receive: receives blocks with two channels for each stem in the plan's order, followed by two channels of the
  ///     mix.
  /// - Throws: `BounceError.cancelled` if `progress` returns false, `BounceError.noDecoder` if the song plays
  ///   compressed samples and the bank has no decoder, and any error that `receive` throws.
  public func render(
    _ plan: StemPlan, with work: any ParallelWork = SerialWork(), on synth: ReusableSynth = ReusableSynth(),
    progress: (BounceProgress) -> Bool = { _ in true }, trace: VoiceTraceReceiver? = nil,
    into receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    try render(plan, with: work, on: synth, isAside: false, progress, trace, receive)
  }

  /// Renders the whole bounce or, with a plan, all stems. `receive` is called on any of the threads, one call after the
  /// other, while later frames are rendered; see ``render(with:on:progress:trace:into:)``.
  package func renderAside(
    _ plan: StemPlan? = nil, with work: any ParallelWork, on synth: ReusableSynth,
    progress: (BounceProgress) -> Bool, trace: VoiceTraceReceiver?, into receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    try render(plan, with: work, on: synth, isAside: true, progress, trace, receive)
  }

  private func render(
    _ plan: StemPlan?, with work: any ParallelWork, on synth: ReusableSynth, isAside: Bool,
    _ progress: (BounceProgress) -> Bool, _ trace: VoiceTraceReceiver?, _ receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    let opening = try open(with: work, on: synth, progress)
    let level = level(opening.change)
    if let plan {
      let stems = opening.bouncer.stemSynth(for: plan, replicas: work.width)
      return try opening.complete(
        opening.bouncer.render(
          stems, plan.timeline, level, with: work, isAside: isAside, progress, trace, receive))
    }
    let taken = opening.synth.take(for: opening.bouncer, replicas: work.width)
    defer { opening.synth.put(back: taken) }
    return try opening.complete(
      opening.bouncer.render(
        taken, trace == nil ? timeline : tracedTimeline, level, with: work, isAside: isAside, progress, trace, receive))
  }
}

extension Bouncer.Opening {
  /// Returns the complete report of the pass that was output; throws if the pass was cancelled.
  fileprivate func complete(_ report: BounceReport?) throws(BounceError) -> BounceReport {
    guard var report else { throw .cancelled }
    report.unreadableSamples = unreadable
    return report
  }
}
