import TactusFiles
import TactusSequencer
import TactusTime

/// A song with its loop unrolled: the compiled timeline and its rendered range.
struct UnrolledSong {
  let timeline: EventTimeline
  let renderRange: RenderRange
  /// The loop that is played, if there is one.
  private(set) var bounds: LoopBounds?
  /// The frames of all passes of the loop but the first; empty without a loop.
  private(set) var repeatedFrames: Range<Int64> = 0..<0
  /// The song as it is played: with the notes that are heard, and the loop's passes one after another.
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
    let heard = song.notes(of: settings.channels)
    if let range = settings.range { try Self.check(range, song.meterMap(choice)) }
    switch settings.loops {
    case .asWritten:
      self.song = heard
      let written = SequenceCompiler(sampleRate: rate, choice: choice, tempoMap: tempoMap).compile(heard)
      renderRange = try Self.renderRange(of: written, song.meterMap(choice), settings)
      timeline = try Self.chained(written, renderRange, settings)
    case .times(let count):
      let tempi = tempoMap ?? song.tempoMap(choice)
      let bounds = try LoopBounds(song, choice, settings, tempi)
      let loop = bounds.loop
      let length = Self.seconds(of: loop, FrameClock(map: tempi, sampleRate: rate))
      var passes = count
      if settings.fade > 0 { passes += Int(min(1e6, settings.fade / length)) + 1 }
      try Self.check(song, tempi, loop, length, passes: passes, heard: count, settings)
      self.song = heard.repeating(loop.start..<loop.end, passes: passes)
      let written = try Self.compile(self.song, loop, passes: passes, settings, choice, tempoMap)
      renderRange = Self.renderRange(of: written, loop, passes: count, settings)
      timeline = try Self.chained(written, renderRange, settings)
      (self.bounds, repeatedFrames) = (bounds, Self.repeatedFrames(of: loop, passes: passes, written.clock))
    case .seamless(let withIntro):
      let tempi = tempoMap ?? song.tempoMap(choice)
      let bounds = try LoopBounds(song, choice, settings, tempi)
      let loop = bounds.loop
      let length = Self.seconds(of: loop, FrameClock(map: tempi, sampleRate: rate))
      guard length >= Self.shortestLoop else {
        throw .badSetting("a seamless loop", expected: "at least \(Self.shortestLoop) seconds long")
      }
      let warmUp = max(1, Int((Self.warmUp / length).rounded(.up)))
      try Self.check(song, tempi, loop, length, passes: warmUp + 1, heard: 1, settings)
      self.song = heard.repeating(loop.start..<loop.end, passes: warmUp + 1)
      let written = try Self.compile(self.song, loop, passes: warmUp + 1, settings, choice, tempoMap)
      let period = loop.end - loop.start
      let start = written.clock.frame(atTick: loop.start + Int64(warmUp) * period)
      let end = written.clock.frame(atTick: loop.start + Int64(warmUp + 1) * period)
      renderRange = RenderRange(
        first: withIntro ? 0 : start, end: end, isCut: true, hasTail: false, heldNotes: .sounding,
        period: end - start)
      timeline = try Self.chained(written, renderRange, settings)
      (self.bounds, repeatedFrames) = (bounds, Self.repeatedFrames(of: loop, passes: warmUp + 1, written.clock))
    }
  }

  /// Gives channels the programs of the settings, processes the timeline with the MIDI effects, if there are any, and
  /// transposes the result; throws beforehand if the render range is too long.
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
    var played = timeline.playing(settings.programs, settings.synth, onEveryPort: settings.chain != nil)
    if let chain = settings.chain {
      let end = renderRange.isCut ? renderRange.end : .max
      do { played = try ChainedTimeline(played, through: chain, until: end).timeline } catch {
        throw .contradiction("\(error)")
      }
    }
    return played.transposed(by: settings.transposition, settings.synth)
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

  /// Returns the range of an unrolled loop: all passes, what precedes and follows them, or the fade. If a range is the
  /// loop, it has only the passes.
  private static func renderRange(
    of timeline: EventTimeline, _ loop: SongLoop, passes: Int, _ settings: BounceSettings
  ) -> RenderRange {
    let isRange = settings.range != nil
    let first = isRange ? timeline.clock.frame(atTick: loop.start) : 0
    let last = timeline.clock.frame(atTick: loop.start + Int64(passes) * (loop.end - loop.start))
    if settings.fade > 0 {
      let fade = frames(settings.fade, settings.sampleRate)
      return RenderRange(first: first, end: last + fade, isCut: true, hasTail: false, fade: fade)
    }
    guard isRange else { return RenderRange(end: timeline.endFrame) }
    return RenderRange(first: first, end: last, isCut: last < timeline.endFrame)
  }

  private static func frames(_ seconds: Double, _ rate: Int) -> Int64 { Int64(seconds * Double(rate) + 0.5) }
  private static func seconds(_ frames: Int64, _ rate: Int) -> Double { Double(frames) / Double(rate) }

  // MARK: Loops

  /// Compiles an unrolled song. If the loop is a range that the song does not mark, each pass starts with the settings
  /// that the channels have at the start of the range.
  ///
  /// - Parameter tempoMap: the tempi that replace those of the song before it was unrolled; nil for none.
  private static func compile(
    _ song: MIDIFile, _ loop: SongLoop, passes: Int, _ settings: BounceSettings, _ choice: SequenceChoice,
    _ tempoMap: TempoMap?
  ) throws(BounceError) -> EventTimeline {
    let tempi = tempoMap?.repeating(loop.start..<loop.end, passes: passes)
    let written = SequenceCompiler(sampleRate: settings.sampleRate, choice: choice, tempoMap: tempi).compile(song)
    guard settings.range != nil, loop.marks == .none, passes > 1 else { return written }
    let starts = (0..<passes).map { pass in
      written.clock.frame(atTick: loop.start + Int64(pass) * (loop.end - loop.start))
    }
    let chase = PassChase(written, firstPass: starts[0]..<starts[1], settings.synth)
    guard chase.messages.count <= mostEvents / passes else { throw tooManyEvents(passes) }
    return chase.inserted(into: written, at: Array(starts[1...]))
  }

  private static func repeatedFrames(of loop: SongLoop, passes: Int, _ clock: FrameClock) -> Range<Int64> {
    let length = loop.end - loop.start
    return clock.frame(atTick: loop.end)..<clock.frame(atTick: loop.end + Int64(passes - 1) * length)
  }

  private static func seconds(of loop: SongLoop, _ clock: FrameClock) -> Double {
    clock.seconds(atTick: loop.end).approximate - clock.seconds(atTick: loop.start).approximate
  }

  /// Throws if the result would be too long or too large, before it is created.
  private static func check(
    _ song: MIDIFile, _ tempi: TempoMap, _ loop: SongLoop, _ length: Double, passes: Int, heard: Int,
    _ settings: BounceSettings
  ) throws(BounceError) {
    let seconds = Double(heard) * length + settings.fade + settings.leadIn
    guard seconds <= settings.maximumLength else {
      throw .tooLong(seconds: seconds, maximum: settings.maximumLength, gap: nil)
    }
    guard max(song.eventCount, tempi.entries.count) <= mostEvents / passes else { throw tooManyEvents(passes) }
    guard passes == 1 || loop.end - loop.start <= (TimeSettings.tickLimit - loop.end) / Int64(passes - 1) else {
      throw .contradiction(
        "\(passes) passes of the loop have more than \(TimeSettings.tickLimit) ticks; choose fewer passes")
    }
  }

  private static func tooManyEvents(_ passes: Int) -> BounceError {
    .contradiction(
      "\(passes) passes of the loop have more than \(mostEvents) events; choose fewer passes or a shorter song")
  }
}
