import TactusFiles
import TactusSequencer
import TactusTime

/// A song with its loop unrolled: the compiled timeline and its rendered range.
struct UnrolledSong {
  let timeline: EventTimeline
  let renderRange: RenderRange
  /// The loop that is played, if there is one.
  private(set) var loop: SongLoop?
  /// The song as it is played, with the loop's passes one after another.
  let song: MIDIFile

  /// The largest number of events after unrolling. Each takes sixteen bytes in the song and as many in the timeline.
  private static var mostEvents: Int { 1 << 26 }
  /// The minimum time in seconds for which a seamless loop plays before the audible pass, so that this pass includes
  /// all decaying sound of earlier ones.
  private static var warmUp: Double { 15 }
  /// The shortest loop that can be seamless, in seconds.
  private static var shortestLoop: Double { 0.05 }

  init(
    _ song: MIDIFile, _ settings: BounceSettings, _ choice: SequenceChoice, _ tempoMap: TempoMap? = nil
  ) throws(BounceError) {
    let rate = settings.sampleRate
    if let range = settings.range { try Self.check(range, song.meterMap(choice)) }
    switch settings.loops {
    case .asWritten:
      self.song = song
      let written = SequenceCompiler(sampleRate: rate, choice: choice, tempoMap: tempoMap).compile(song)
      renderRange = try Self.renderRange(of: written, song.meterMap(choice), settings)
      timeline = try Self.chained(written, renderRange, settings)
    case .times(let count):
      let loop = try Self.loop(of: song, choice)
      let clock = FrameClock(map: song.tempoMap(choice), sampleRate: rate)
      let length = Self.seconds(of: loop, clock)
      var passes = count
      if settings.fade > 0 { passes += Int(min(1e6, settings.fade / length)) + 1 }
      try Self.check(song, loop, length, passes: passes, heard: count, settings)
      self.song = song.repeating(loop.start..<loop.end, passes: passes)
      let written = SequenceCompiler(sampleRate: rate, choice: choice).compile(self.song)
      let last = written.clock.frame(atTick: loop.start + Int64(count) * (loop.end - loop.start))
      renderRange = settings.fade > 0 ? Self.faded(from: last, settings) : RenderRange(end: written.endFrame)
      timeline = try Self.chained(written, renderRange, settings)
      self.loop = loop
    case .seamless(let withIntro):
      let clock = FrameClock(map: song.tempoMap(choice), sampleRate: rate)
      var loop = try Self.loop(of: song, choice)
      if let range = settings.range { loop = try Self.loop(range, loop, song, clock, choice) }
      let length = Self.seconds(of: loop, clock)
      guard length >= Self.shortestLoop else {
        throw .badSetting("a seamless loop", expected: "at least \(Self.shortestLoop) seconds long")
      }
      let warmUp = max(1, Int((Self.warmUp / length).rounded(.up)))
      try Self.check(song, loop, length, passes: warmUp + 1, heard: 1, settings)
      self.song = song.repeating(loop.start..<loop.end, passes: warmUp + 1)
      let written = SequenceCompiler(sampleRate: rate, choice: choice).compile(self.song)
      let period = loop.end - loop.start
      let start = written.clock.frame(atTick: loop.start + Int64(warmUp) * period)
      let end = written.clock.frame(atTick: loop.start + Int64(warmUp + 1) * period)
      renderRange = RenderRange(
        first: withIntro ? 0 : start, end: end, isCut: true, hasTail: false, heldNotes: .sounding,
        period: end - start)
      timeline = try Self.chained(written, renderRange, settings)
      self.loop = loop
    }
  }

  /// Processes the timeline with the MIDI effects, if there are any; throws beforehand if the render range is too long.
  private static func chained(
    _ timeline: EventTimeline, _ renderRange: RenderRange, _ settings: BounceSettings
  ) throws(BounceError) -> EventTimeline {
    // what sounds into the range is rendered from the start of the song
    var rendered = renderRange
    if renderRange.heldNotes == .sounding { rendered.first = 0 }
    let length = seconds(rendered.length, settings.sampleRate) + settings.leadIn
    guard length <= settings.maximumLength else {
      throw .tooLong(
        seconds: length, maximum: settings.maximumLength, gap: SongGap(timeline, rendered, settings.maximumLength))
    }
    guard let chain = settings.chain else { return timeline }
    let end = renderRange.isCut ? renderRange.end : .max
    do { return try ChainedTimeline(timeline, through: chain, until: end).timeline } catch {
      throw .contradiction("\(error)")
    }
  }

  /// Throws if a position is outside the bar that it refers to.
  private static func check(_ range: SongRange, _ meters: MeterMap) throws(BounceError) {
    for location in [range.from, range.to] {
      guard let location, case .bar(let position) = location, !meters.has(position) else { continue }
      throw .beyondBar(location, meter: meters.meter(atTick: meters.tick(ofBar: position.bar)))
    }
  }

  // MARK: Render ranges

  private static func renderRange(
    of timeline: EventTimeline, _ meters: MeterMap, _ settings: BounceSettings
  ) throws(BounceError) -> RenderRange {
    var renderRange = RenderRange(end: timeline.endFrame)
    if let range = settings.range {
      renderRange.first = range.from?.frame(timeline.clock, meters) ?? 0
      let end = range.to?.frame(timeline.clock, meters) ?? timeline.endFrame
      renderRange.isCut = end < timeline.endFrame
      renderRange.end = min(end, timeline.endFrame)
      renderRange.heldNotes = range.heldNotes
      guard renderRange.first >= 0, renderRange.first < renderRange.end else {
        throw .emptyRange(
          from: range.from ?? .tick(0), to: range.to, songSeconds: seconds(timeline.endFrame, settings.sampleRate))
      }
    }
    guard settings.fade > 0 else { return renderRange }
    renderRange.fade = min(renderRange.length, frames(settings.fade, settings.sampleRate))
    renderRange.hasTail = false
    renderRange.isCut = true
    return renderRange
  }

  /// Returns the range of all passes, followed by the fade.
  private static func faded(from last: Int64, _ settings: BounceSettings) -> RenderRange {
    let fade = frames(settings.fade, settings.sampleRate)
    return RenderRange(end: last + fade, isCut: true, hasTail: false, fade: fade)
  }

  private static func frames(_ seconds: Double, _ rate: Int) -> Int64 { Int64(seconds * Double(rate) + 0.5) }
  private static func seconds(_ frames: Int64, _ rate: Int) -> Double { Double(frames) / Double(rate) }

  // MARK: Loops

  private static func loop(of song: MIDIFile, _ choice: SequenceChoice) throws(BounceError) -> SongLoop {
    guard song.format != .independent || song.tracks.count == 1 else {
      throw .badSetting("a looped song", expected: "a single song; this file holds several (format 2)")
    }
    guard let loop = song.markedLoop ?? song.wholeLoop else {
      throw .badSetting("a looped song", expected: "longer than 0 seconds; this one has no length")
    }
    return loop
  }

  /// Converts a range to a loop.
  private static func loop(
    _ range: SongRange, _ marked: SongLoop, _ song: MIDIFile, _ clock: FrameClock, _ choice: SequenceChoice
  ) throws(BounceError) -> SongLoop {
    let meters = song.meterMap(choice)
    let start = range.from?.tick(clock, meters) ?? 0
    let end = min(range.to?.tick(clock, meters) ?? song.endTick, song.endTick)
    guard start >= 0, start < end else {
      throw .emptyRange(
        from: range.from ?? .tick(0), to: range.to, songSeconds: clock.seconds(atTick: song.endTick).approximate)
    }
    return SongLoop(start: start, end: end, marks: marked.start == start && marked.end == end ? marked.marks : .none)
  }

  private static func seconds(of loop: SongLoop, _ clock: FrameClock) -> Double {
    clock.seconds(atTick: loop.end).approximate - clock.seconds(atTick: loop.start).approximate
  }

  /// Throws if the result would be too long or too large, before it is created.
  private static func check(
    _ song: MIDIFile, _ loop: SongLoop, _ length: Double, passes: Int, heard: Int, _ settings: BounceSettings
  ) throws(BounceError) {
    let seconds = Double(heard) * length + settings.fade + settings.leadIn
    guard seconds <= settings.maximumLength else {
      throw .tooLong(seconds: seconds, maximum: settings.maximumLength, gap: nil)
    }
    guard song.eventCount <= mostEvents / passes else {
      throw .contradiction(
        "\(passes) passes of the loop have more than \(mostEvents) events; choose fewer passes or a shorter song")
    }
  }
}
