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
  ///   `contradiction` for settings that contradict each other, `emptyRange` for a range without length.
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

  /// The largest number of frames that the bounce can have, including the longest tail that its settings allow.
  ///
  /// `BounceReport.frameCount` is at most this number. It is less if the sound ends earlier.
  public var maximumFrames: Int64 {
    guard renderRange.hasTail else { return songFrames }
    let rate = Double(settings.sampleRate)
    let longest = max(songFrames, Int64(settings.maximumLength * rate))
    return min(songFrames + Int64(TailEnd(settings.tail, sampleFormat).maximum * rate + 0.5), longest)
  }

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
  /// - Throws: `BounceError.cancelled` if `progress` returns false, `SampleDecoderMissing` if the song plays compressed
  ///   samples and the bank has no decoder, and any error that `receive` throws.
  public func render(
    with work: some ParallelWork = SerialWork(), on synth: ReusableSynth = ReusableSynth(),
    progress: (BounceProgress) -> Bool = { _ in true }, trace: VoiceTraceReceiver? = nil,
    into receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    let opening = try open(with: work, on: synth, progress)
    let taken = opening.synth.take(for: opening.bouncer, replicas: work.width)
    defer { opening.synth.put(back: taken) }
    var report = try opening.bouncer.render(
      taken, trace == nil ? timeline : tracedTimeline, level(opening.change), with: work, progress, trace, receive)
    report.unreadableSamples = opening.unreadable
    return report
  }

  /// Receives voice events; see ``VoiceEvent``.
  public typealias VoiceTraceReceiver = (VoiceEvent) throws -> Void

  // MARK: Passes

  /// The results of the steps before the pass whose audio is output.
  struct Opening {
    /// The bouncer that renders; its bank may be a copy.
    var bouncer: Bouncer
    var synth: ReusableSynth
    /// Compressed samples that could not be decoded.
    var unreadable: [SampleFailure]
    /// The change of level in decibels; nil for none.
    var change: Double?
  }

  /// Prepares the samples that will be heard, and measures the level if the settings require it.
  func open(
    with work: some ParallelWork, on synth: ReusableSynth, _ progress: (BounceProgress) -> Bool
  ) throws -> Opening {
    let unreadable = try prepareSamples(with: work, on: synth)
    if synth.sharesBanks, !unreadable.isEmpty, bank.isShortOfRoom {
      // The memory limit may be used up by samples of other songs that share the bank; rendered alone, this song can
      // use all of it.
      var alone = self
      alone.bank = bank.anew()
      return try alone.open(with: work, on: ReusableSynth(), progress)
    }
    let change = try measuredChange(with: work, on: synth, progress)
    return Opening(bouncer: self, synth: synth, unreadable: unreadable, change: change)
  }

  /// The timeline with additional messages that assign each note to its track, so that voice events report the track.
  /// The messages do not change the sound.
  var tracedTimeline: EventTimeline {
    settings.chain == nil ? StemPlan(self, .tracks, false, namesTracksOnly: true).timeline : timeline
  }

  /// Returns the settings of the pass whose result is output.
  func level(_ change: Double?) -> BouncePass.Level {
    let count = settings.level == .asPlayed ? 1 : 2
    let isMeasured = settings.measuresLoudness || settings.limit != nil || count == 2
    return BouncePass.Level(
      change: change, isMeasured: isMeasured, limit: settings.limit, number: count, count: count)
  }

  /// Renders the mix once, and returns the required change of level in decibels; nil if no level is set or the mix is
  /// silent.
  private func measuredChange(
    with work: some ParallelWork, on synth: ReusableSynth, _ progress: (BounceProgress) -> Bool
  ) throws -> Double? {
    guard settings.level != .asPlayed else { return nil }
    let first = BouncePass.Level(change: nil, isMeasured: true, limit: nil, number: 1, count: 2)
    let taken = synth.take(for: self, replicas: work.width)
    defer { synth.put(back: taken) }
    let report = try render(taken, timeline, first, with: work, progress, nil) { _ in }
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
    _ instrument: some ScoreInstrument, _ timeline: EventTimeline, _ level: BouncePass.Level,
    with work: some ParallelWork, _ progress: (BounceProgress) -> Bool, _ trace: VoiceTraceReceiver?,
    _ receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    let pass = BouncePass(self, instrument, timeline, level, isTraced: trace != nil)
    try pass.playPreRoll(with: work, progress)
    while try pass.renderCycle(with: work, into: receive) {
      if let trace { for event in pass.takeVoiceEvents() { try trace(event) } }
      guard progress(pass.progress) else { throw BounceError.cancelled }
    }
    if let trace { for event in pass.finishVoiceEvents() { try trace(event) } }
    return pass.report()
  }
}
