import TactusMIDI
import TactusRealtime
import TactusRender
import TactusTime

/// The events that a sequencer plays from the start of a sequence. The sequencer runs without a host, cycle by cycle,
/// and everything that it sends is recorded.
///
/// The time between two events is rendered as one cycle, so long gaps cost no more than short ones (work law).
///
/// - Thread: control
package struct PlayedSequence {
  package let sequence: MIDISequence
  /// The sample rate in frames per second.
  package let sampleRate: Int
  /// The tick at which playback was stopped.
  package let end: Tick
  /// The events in the order in which they were sent; frames are counted from tick 0.
  package private(set) var events: [PlayedEvent] = []
  /// The counters of the sequencer.
  package let counters: SequencerCounters

  /// The maximum number of events per cycle; further events are dropped and counted.
  private static var room: Int { 1 << 17 }
  /// The maximum length of a cycle in frames.
  private static var longest: Int64 { 1 << 30 }
  /// The maximum frame.
  private static var mostFrames: Int64 { 1 << 53 }
  /// The number of cycles between two estimates of the remaining number of cycles.
  private static var trial: Int64 { 1 << 12 }
  /// The maximum number of notes and messages in relation to the maximum number of events. It exceeds 1 because
  /// conditions and probabilities may skip notes.
  private static var skippedShare: Int { 4 }
  /// The largest estimate of the remaining cycles that is accepted; the total may reach four times this number.
  private static var mostCycles: Int64 { 1 << 21 }

  /// Why a sequence cannot be played.
  package enum Failure: Error, CustomStringConvertible {
    case sequencer(SequencerError)
    case tooManyEvents(limit: Int)
    case tooLong

    package var description: String {
      switch self {
      case .sequencer(let error): "\(error)"
      case .tooManyEvents(let limit): "more than \(limit.grouped) events; play a shorter part"
      case .tooLong: "the sequence is too long to compute; play a shorter part"
      }
    }
  }

  /// Plays a sequence until a tick, at which sounding notes end.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - isFilling: whether fill steps play.
  ///   - mostEvents: the maximum number of recorded events. It is needed because even a document of forty bytes can
  ///     produce more events than fit into memory.
  ///   - nextLength: returns the length of each cycle, at least 1. It does not affect the result.
  package init(
    _ sequence: MIDISequence, until end: Tick, sampleRate: Int, isFilling: Bool = false,
    mostEvents: Int = 1 << 23, nextLength: () -> Int = { 1_024 }
  ) throws(Failure) {
    (self.sequence, self.sampleRate, self.end) = (sequence, sampleRate, end)
    var settings = SequencerSettings()
    settings.mostTracks = max(1, sequence.tracks.count)
    settings.mostSounding = Self.room / 4
    settings.mostReports = Self.room
    let sequencer = Sequencer(sampleRate: sampleRate, settings: settings)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: Self.room)
    defer { buffer.deallocate() }
    let trackCount = sequence.tracks.count
    guard trackCount <= sequencer.settings.mostTracks else {
      throw .sequencer(.tooManyTracks(trackCount, limit: sequencer.settings.mostTracks))
    }
    var compiler = TimelineCompiler(sampleRate: sequencer.sampleRate)
    let timeline = compiler.compile(sequence)
    let passes = PlayedPasses(timeline, 0..<max(0, end), isFilling: isFilling, includesEnd: false)
    guard passes.mostEvents / Self.skippedShare <= mostEvents else { throw .tooLong }
    sequencer.publish(timeline)
    sequencer.useInternalTransport(true)
    sequencer.fill(isFilling)
    sequencer.play(from: 0)
    var frame: Int64 = 0
    var open = OpenNotes(end: end)
    var playhead = Playhead()
    func cycle(_ length: Int) {
      _ = sequencer.render(RenderCycle(firstFrame: frame, frameCount: length), into: buffer)
      frame += Int64(length)
      let report = sequencer.report()
      playhead = report.playhead
      for event in report.events { open.add(event) }
    }
    let clock = FrameClock(map: sequence.tempoMap, sampleRate: sampleRate)
    let endFrame = clock.frame(atTick: end)
    guard endFrame < Self.mostFrames else { throw .tooLong }
    var cycles: Int64 = 0
    while frame < endFrame {
      // `nextTick` is valid after the first cycle, which applies the requests above; no others follow
      let next = sequencer.nextTick
      let idle = cycles == 0 ? 0 : min(Self.longest, clock.frame(atTick: min(next, end)) - frame - 1)
      cycle(Int(min(max(idle, Int64(max(1, nextLength()))), endFrame - frame)))
      cycles += 1
      if cycles % Self.trial == 0,
        (endFrame - frame) / max(1, frame / cycles) > Self.mostCycles || cycles > 4 * Self.mostCycles
      {
        throw .tooLong
      }
      guard open.count <= mostEvents else { throw .tooManyEvents(limit: mostEvents) }
    }
    if playhead.tick < end { cycle(1) }  // ticks before the end that share its frame
    counters = playhead.counters
    open.isOver = true
    sequencer.stop()
    cycle(1)
    events = open.events(endFrame: endFrame)
  }
}

/// Removes events beyond the end of playback, and ends notes that are still sounding at the end.
private struct OpenNotes {
  private let end: Tick
  private var kept: [PlayedEvent] = []
  private var ends: [PlayedEvent] = []
  /// The number of sounding notes that started before the end, by track, port, channel and key.
  private var sounding: [NoteKey: Int] = [:]
  /// Whether playback is over; any further events are note-offs and resets that the sequencer sends as it stops.
  var isOver = false

  private struct NoteKey: Hashable {
    var track: UInt32
    var address: UInt32
    init(_ event: PlayedEvent) { (track, address) = (event.track, event.message.word0 & 0x0F0F_7F00) }
  }

  init(end: Tick) { self.end = end }

  var count: Int { kept.count }

  mutating func add(_ event: PlayedEvent) {
    let isNoteOff = event.message.kind == .noteOff
    if !isOver, event.tick < end || isNoteOff && event.tick == end {
      if event.message.kind == .noteOn { sounding[NoteKey(event), default: 0] += 1 }
      if isNoteOff { sounding[NoteKey(event), default: 0] -= 1 }
      kept.append(event)
    } else if isNoteOff, sounding[NoteKey(event), default: 0] > 0 {
      sounding[NoteKey(event), default: 0] -= 1
      ends.append(event)
    }
  }

  func events(endFrame: Int64) -> [PlayedEvent] {
    kept
      + ends.map { event in
        var event = event
        (event.tick, event.frame) = (end, endFrame)
        return event
      }
  }
}
