import TactusDSP
import TactusFiles
import TactusRealtime
import TactusSequencer
import TactusSynth
import TactusTime

/// Renders a song with a bank, offline and as fast as possible. The output is the same, bit for bit, every time.
///
///     let bouncer = try Bouncer(song, bank: bank)
///     let report = try bouncer.render { block in … } progress: { … }
///
/// A bouncer stores no playback position; each `render` starts from the beginning. The result depends only on song,
/// bank and settings, not on the number of threads.
/// - Thread: any; `render` blocks its caller
public struct Bouncer: Sendable {
  /// The song, with its loop unrolled, compiled for the sample rate.
  public let timeline: EventTimeline
  /// The bank.
  public private(set) var bank: SoundBank
  /// The settings.
  public let settings: BounceSettings
  /// The loop that is played several times or seamlessly; nil if none is.
  public let loop: SongLoop?
  /// The audible part of the timeline.
  package let renderRange: RenderRange
  /// The format of the output samples, which determines the level below which the end of the tail is removed.
  package var sampleFormat = SampleFormat.float32
  /// The song from which the timeline was compiled.
  let song: MIDIFile
  let choice: SequenceChoice

  /// Compiles a song and determines its length.
  ///
  /// - Parameter tempoMap: the tempi that replace those of the song; nil to use the song's. The tempo map of a
  ///   `MIDISequence` may have ramps, which a file contains only as steps. Loops that are played several times or
  ///   seamlessly use the song's tempi.
  /// - Throws: `BounceError.tooLong` if the song alone exceeds the maximum, `badSetting` for settings out of range,
  ///   `contradiction` for settings that exclude each other, `emptyRange` for a range without length.
  /// - Thread: control
  public init(
    _ song: MIDIFile, bank: SoundBank, settings: BounceSettings = BounceSettings(),
    choice: SequenceChoice = .first, tempoMap: TempoMap? = nil
  ) throws(BounceError) {
    try settings.check()
    let unrolled = try UnrolledSong(song, settings, choice, tempoMap)
    self.bank = bank
    self.settings = settings
    self.choice = choice
    (timeline, renderRange, loop) = (unrolled.timeline, unrolled.renderRange, unrolled.loop)
    self.song = unrolled.song
  }

  /// The number of frames from the start to the end of the song, including the lead-in but not the tail.
  public var songFrames: Int64 { leadInFrames + renderRange.length }
  /// The number of frames of silence before the song.
  public var leadInFrames: Int64 { Int64(settings.leadIn * Double(settings.sampleRate) + 0.5) }
  /// The range of output frames that repeats in a seamless loop: all frames, or those after the intro; nil for other
  /// bounces.
  public var loopFrames: Range<Int64>? { renderRange.loop }

  /// Renders the whole bounce.
  ///
  /// - Parameters:
  ///   - work: runs the parts that can run in parallel.
  ///   - progress: called after each cycle; returns false to cancel.
  ///   - trace: receives the synthesizer's voice events in ascending order of frames; if it throws, the bounce ends. If
  ///     the level is measured first, only the second pass is traced.
  ///   - receive: receives consecutive stereo blocks; if it throws, the bounce ends.
  /// - Throws: `BounceError.cancelled` if `progress` returns false, `SampleDecoderMissing` if the song plays compressed
  ///   samples and the bank has no decoder, and what `receive` throws.
  public func render(
    with work: some ParallelWork = SerialWork(), progress: (BounceProgress) -> Bool = { _ in true },
    trace: VoiceTraceReceiver? = nil, into receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    try render(with: work, on: SpareSynth(), progress: progress, trace: trace, into: receive)
  }

  /// Renders the whole bounce, reusing the synthesizer of an earlier bounce if there is one.
  package func render(
    with work: some ParallelWork, on spare: SpareSynth, progress: (BounceProgress) -> Bool,
    trace: VoiceTraceReceiver? = nil, into receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    let unreadable = try decodeSamples(with: work, on: spare)
    if spare.sharesBanks, !unreadable.isEmpty, bank.isShortOfRoom {
      // The memory limit may be used up by samples of other songs that share the bank; rendered alone, this song can
      // use all of it.
      var alone = self
      alone.bank = bank.anew()
      return try alone.render(with: work, on: SpareSynth(), progress: progress, trace: trace, into: receive)
    }
    let change = try measuredChange(with: work, on: spare, progress)
    let synth = spare.synth(for: self, replicas: work.width)
    var report = try render(synth, timeline, pass(change), with: work, progress, trace, receive)
    report.unreadableSamples = unreadable
    return report
  }

  /// Receives voice events; see ``VoiceEvent``.
  public typealias VoiceTraceReceiver = (VoiceEvent) throws -> Void

  // MARK: Passes

  /// One rendering of the whole bounce.
  struct Pass {
    /// The change of level in decibels; nil for none.
    var change: Double?
    var isMeasured: Bool
    var limit: Double?
    var number = 1
    var count = 1
  }

  /// Returns the pass whose result is output.
  func pass(_ change: Double?) -> Pass {
    let count = settings.level == .asPlayed ? 1 : 2
    let isMeasured = settings.measuresLoudness || settings.limit != nil || count == 2
    return Pass(change: change, isMeasured: isMeasured, limit: settings.limit, number: count, count: count)
  }

  /// Renders the mix once, and returns the required change of level in decibels; nil if no level is set or the mix is
  /// silent.
  func measuredChange(
    with work: some ParallelWork, on spare: SpareSynth, _ progress: (BounceProgress) -> Bool
  ) throws -> Double? {
    guard settings.level != .asPlayed else { return nil }
    let first = Pass(change: nil, isMeasured: true, limit: nil, number: 1, count: 2)
    let synth = spare.synth(for: self, replicas: work.width)
    let report = try render(synth, timeline, first, with: work, progress, nil) { _ in }
    switch settings.level {
    case .asPlayed: return nil
    case .samplePeak(let level): return report.peak > 0 ? level - Self.decibels(report.peak) : nil
    case .truePeak(let level): return report.loudness?.truePeakDecibels.map { level - $0 }
    case .loudness(let level): return report.loudness?.integrated.map { level - $0 }
    }
  }

  private static func decibels(_ peak: Float) -> Double { ExactMath.log2(Double(peak)) * 6.020599913279624 }

  /// Renders the output of an instrument.
  func render(
    _ instrument: some ScoreInstrument, _ timeline: EventTimeline, _ pass: Pass, with work: some ParallelWork,
    _ progress: (BounceProgress) -> Bool, _ trace: VoiceTraceReceiver?, _ receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    let gain = pass.change.map { Float(ExactMath.gain(decibels: $0)) } ?? 1
    var run = BounceRun(self, instrument, timeline, gain: gain, isTraced: trace != nil)
    defer { run.free() }
    let finish = BounceFinish(
      self, channelCount: instrument.channelCount, gain: gain, isMeasured: pass.isMeasured, limit: pass.limit)
    func shouldContinue(_ step: BounceProgress) -> Bool {
      var step = step
      (step.pass, step.passCount) = (pass.number, pass.count)
      return progress(step)
    }
    try run.playPreRoll(with: work, shouldContinue)
    while let count = run.nextCycle() {
      try finish.process(run.render(count, with: work), receive)
      if let trace { for event in run.takeVoiceEvents() { try trace(event) } }
      guard shouldContinue(run.progress) else { throw BounceError.cancelled }
    }
    try finish.flush(receive)
    if let trace { for event in run.finishVoiceEvents() { try trace(event) } }
    return report(run, finish, pass)
  }

  private func report(_ run: BounceRun, _ finish: BounceFinish, _ pass: Pass) -> BounceReport {
    BounceReport(
      frameCount: finish.frameCount, sampleRate: settings.sampleRate, peak: finish.peak,
      noteCount: HeardNotes(timeline, renderRange).count(in: timeline),
      synth: run.counters, missingPresets: run.missingPresets, loudness: finish.report(), levelChange: pass.change,
      loop: loop, loopFrames: loopFrames,
      isTailCut: run.isTailCut && finish.heldFrames < Int64(settings.sampleRate / 4),
      lostVoiceEvents: run.lostVoiceEvents)
  }
}
