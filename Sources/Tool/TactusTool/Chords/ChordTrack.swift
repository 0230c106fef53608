import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRender
import TactusSequencer
import TactusTime

/// The chords of a song as a chord detector reports them.
///
/// Cycles are rendered only at messages, and on the frames on which their changes have settled, so the cost does not
/// depend on the song's duration (work law).
struct ChordTrack {
  /// A chord and its position.
  struct Entry: Equatable {
    var tick: Tick
    var seconds: Double
    /// The possible chords, the most likely first; empty if no known chord is held.
    var chords: [Chord]
    var pitches: HeldPitches
  }

  private(set) var entries: [Entry] = []
  private let clock: FrameClock
  private let processor: ChainProcessor
  private let settling: Int64
  private var frame: Int64 = 0
  private var reported = HeldPitches(keys: [UInt8]())
  /// The frames on which the changes made by messages will have settled, ascending, with the ticks of the first of these
  /// messages; those before index `firstPending` have been processed.
  private var pending: [(frame: Int64, tick: Tick)] = []
  private var firstPending = 0

  /// The frame rate: chords have a resolution of a thousandth of a second.
  private static var rate: Int { 1_000 }

  /// Processes a song.
  init(_ file: MIDIFile, _ detector: ChordDetector) throws(ChainError) {
    clock = FrameClock(map: file.tempoMap(.concatenated), sampleRate: Self.rate)
    processor = try ChainProcessor(ProcessorChain([.chordDetector(detector)]), sampleRate: Self.rate)
    settling = Int64(detector.settling)
    var cursor = clock.makeCursor()
    for element in MergedEvents(file, choice: .concatenated) {
      guard case .channel(let message) = element.event?.content else { continue }
      listen(until: min(cursor.frame(atTick: element.tick), Self.mostFrames))
      hear(message)
      // a change that needs no settling is reported on the next frame
      let settled = frame + max(1, settling)
      if pending.last?.frame != settled { pending.append((settled, element.tick)) }
    }
    listen(until: frame + 2 * Int64(Self.rate))
  }

  /// The maximum frame; later positions are clamped to it.
  private static var mostFrames: Int64 { 1 << 62 }

  /// Advances time, and records the reports of the detector.
  private mutating func listen(until end: Int64) {
    while firstPending < pending.count, pending[firstPending].frame <= end {
      let (settled, tick) = pending[firstPending]
      firstPending += 1
      pass(settled - 1 - frame)
      render(1, nil)
      frame += 1
      note(at: tick)
    }
    if firstPending == pending.count {
      pending.removeAll(keepingCapacity: true)
      firstPending = 0
    }
    pass(end - frame)
  }

  /// Advances over frames on which nothing settles.
  private mutating func pass(_ frames: Int64) {
    processor.skip(frames)
    frame += frames
  }

  /// Returns the chords of a part of the song. The one that sounds when the part begins is moved there.
  func entries(in part: Range<Tick>) -> [Entry] {
    let inside = entries.filter { part.contains($0.tick) }
    guard inside.first?.tick != part.lowerBound, !part.isEmpty,
      var first = entries.last(where: { $0.tick < part.lowerBound }), first.pitches.lowestKey != nil
    else { return inside }
    (first.tick, first.seconds) = (part.lowerBound, clock.seconds(atTick: part.lowerBound).approximate)
    return [first] + inside
  }

  private mutating func note(at tick: Tick) {
    guard let pitches = processor.heldPitches(), pitches != reported else { return }
    reported = pitches
    entries.append(
      Entry(
        tick: tick, seconds: clock.seconds(atTick: tick).approximate, chords: Chord.candidates(for: pitches),
        pitches: pitches))
  }

  private func hear(_ message: ChannelMessage) { render(0, message) }

  private func render(_ frames: Int, _ message: ChannelMessage?) {
    let events = message.map { [TimedEvent(offset: 0, message: $0)] } ?? []
    events.withUnsafeBufferPointer { events in
      _ = processor.render(RenderCycle(firstFrame: frame, frameCount: frames), events: events)
    }
  }
}
