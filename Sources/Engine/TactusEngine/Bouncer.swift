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
  /// The frames of the timeline in which the loop is repeated: all its passes but the first; empty without a loop.
  let repeatedFrames: Range<Int64>
  /// The end of that loop, if neither the song nor the range sets it.
  let unmarkedLoopEnd: UnmarkedLoopEnd?
  /// The audible part of the timeline.
  package let renderRange: RenderRange
  /// The format of the output samples, which determines the level below which the end of the tail is removed.
  package var sampleFormat = SampleFormat.float32
  /// Whether left and right are mixed down: the left channel of each stem and of the mix is then the mean of both, and
  /// the right one is silent.
  package var isMono = false
  /// The song from which the timeline was compiled.
  let song: MIDIFile
  let choice: SequenceChoice

  /// Compiles a song and determines its length.
  ///
  /// - Parameters:
  ///   - song: the song; its messages and tempi determine the length.
  ///   - bank: the bank that plays it.
  ///   - settings: all settings; they cannot be changed later.
  ///   - choice: which song is played if the file holds several (format 2).
  ///   - tempoMap: the tempi that replace those of the song; nil to use the song's. The tempo map of a
  ///     `MIDISequence` may have ramps, which a file contains only as steps. Its ticks are those of the song; loops
  ///     repeat its tempi too.
  /// - Throws: `BounceError.tooLong` if the song alone exceeds the maximum, `badSetting` for settings out of range,
  ///   `contradiction` for settings that contradict each other, `emptyRange` for a range without length, `beyondBar`
  ///   for a position in a bar that does not have it.
  /// - Thread: control
  public init(
    _ song: MIDIFile, bank: SoundBank, settings: BounceSettings = BounceSettings(),
    choice: SequenceChoice = .first, tempoMap: TempoMap? = nil
  ) throws(BounceError) {
    self.init(try Self.unrolled(song, settings, choice, tempoMap), settings, choice, bank)
  }

  /// Compiles a song, and then makes a bank that it alone will use.
  ///
  /// - Parameter makeBank: receives the programs that the song may select; nil if the MIDI effects of the settings could
  ///   change them.
  /// - Thread: control
  package init(
    _ song: MIDIFile, settings: BounceSettings, choice: SequenceChoice, tempoMap: TempoMap?,
    makeBank: (ProgramSet?) -> SoundBank
  ) throws(BounceError) {
    let unrolled = try Self.unrolled(song, settings, choice, tempoMap)
    let programs = settings.chain == nil ? Self.programs(of: unrolled.timeline) : nil
    self.init(unrolled, settings, choice, makeBank(programs))
  }

  private init(_ unrolled: UnrolledSong, _ settings: BounceSettings, _ choice: SequenceChoice, _ bank: SoundBank) {
    self.bank = bank
    self.settings = settings
    self.choice = choice
    (timeline, renderRange) = (unrolled.timeline, unrolled.renderRange)
    (loop, unmarkedLoopEnd) = (unrolled.bounds?.loop, unrolled.bounds?.unmarkedEnd)
    repeatedFrames = unrolled.repeatedFrames
    song = unrolled.song
  }

  private static func unrolled(
    _ song: MIDIFile, _ settings: BounceSettings, _ choice: SequenceChoice, _ tempoMap: TempoMap?
  ) throws(BounceError) -> UnrolledSong {
    try settings.check()
    return try UnrolledSong(song, settings, choice, tempoMap)
  }

  private static func programs(of timeline: EventTimeline) -> ProgramSet {
    var programs = ProgramSet()
    for event in timeline { programs.insert(event.message) }
    return programs
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
    min(framesWithTail, max(songFrames, longestFrames))
  }

  /// Whether the maximum length cuts the longest tail that the settings allow.
  var isCutByLength: Bool { renderRange.hasTail && framesWithTail > longestFrames }

  /// The frames of the song and of the longest tail that the settings allow, before the maximum length limits them.
  private var framesWithTail: Int64 {
    guard renderRange.hasTail else { return songFrames }
    let tail = TailEnd(settings.tail, sampleFormat).maximum * Double(settings.sampleRate)
    return songFrames + Int64(tail + 0.5)
  }

  private var longestFrames: Int64 { Int64(settings.maximumLength * Double(settings.sampleRate)) }

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
    with work: any ParallelWork, on synth: ReusableSynth, _ progress: (BounceProgress) -> Bool
  ) throws(BounceError) -> Opening {
    let unreadable: [SampleFailure]
    do { unreadable = try prepareSamples(with: work, on: synth) } catch { throw .noDecoder(error) }
    if synth.sharesBanks, !unreadable.isEmpty, bank.isShortOfRoom {
      // Samples of other songs that share the bank may have used up the memory limit; rendered alone, this song can use
      // all of it.
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

  /// Renders the output of an instrument; nil if `progress` returns false.
  ///
  /// - Parameter isAside: whether `receive` may be called on other threads, while later frames are rendered.
  func render<Failure>(
    _ instrument: some ScoreInstrument, _ timeline: EventTimeline, _ level: BouncePass.Level,
    with work: any ParallelWork, isAside: Bool, _ progress: (BounceProgress) -> Bool,
    _ trace: ((VoiceEvent) throws(Failure) -> Void)?, _ receive: (AudioBlock) throws(Failure) -> Void
  ) throws(Failure) -> BounceReport? {
    let pass = BouncePass(self, instrument, timeline, level, isTraced: trace != nil, isAside: isAside)
    guard pass.playPreRoll(with: work, progress) else { return nil }
    while try pass.renderCycle(with: work, into: receive) {
      if let trace { for event in pass.takeVoiceEvents() { try trace(event) } }
      guard progress(pass.progress) else { return nil }
    }
    if let trace { for event in pass.finishVoiceEvents() { try trace(event) } }
    return pass.report()
  }
}
