import TactusFiles
import TactusMIDI
import TactusTime

/// Compiles a MIDI file to an ``EventTimeline``: merges its tracks and computes the frame of every event.
///
/// - The order is (tick, track, event). Events within a track are not sorted, so that a note of zero length keeps its
///   note-on before its note-off.
/// - Tempi are read from all tracks.
/// - A note-on with velocity 0 becomes a note-off with velocity 64.
/// - If a track does not end one of its notes, the note ends with the track, unless another track has ended it by then.
/// - If the tracks are independent songs that play one after the other, pedals, pitch bend, modulation, expression and
///   pressure are reset between two songs: channels on which the song before has sent controllers, pressure or pitch bend
///   receive controller 121.
/// - Messages keep their ports; the file reader has numbered the ports in the order of first use.
/// - System-exclusive messages become packets of six bytes at their positions among the channel messages. Messages of
///   more than 64 KiB, and damaged ones (no F7 at the end, bytes above 127), are left out.
/// - Thread: control
public struct SequenceCompiler: Sendable {
  /// Frames per second, clamped to 1…2²⁰.
  public var sampleRate: Int
  /// The song to play if a file has several.
  public var choice: SequenceChoice
  /// A tempo map, in ticks of the file, that replaces the file's tempi; nil to use the file's tempi. The tempo map of a
  /// `MIDISequence` may contain ramps, which no file can store.
  public var tempoMap: TempoMap?

  /// Creates a compiler for a sample rate.
  public init(sampleRate: Int, choice: SequenceChoice = .first, tempoMap: TempoMap? = nil) {
    self.sampleRate = sampleRate
    self.choice = choice
    self.tempoMap = tempoMap
  }

  /// Returns the timeline of a file. Compilation never fails; a file without tracks results in an empty timeline.
  ///
  /// - Complexity: O(events · log tracks); sixteen bytes per event and no intermediate storage per event.
  public func compile(_ file: MIDIFile) -> EventTimeline {
    let selection = TrackSelection(file, choice)
    let clock = FrameClock(map: tempoMap ?? file.tempoMap(choice), sampleRate: sampleRate)
    let scan = TrackScan(file, selection)
    var pass = CompilerPass(clock: clock, scan: scan)
    var merge = TrackMerge(file, selection)
    let tracks = file.tracks
    while let run = merge.nextRun() {
      if run.track != pass.song, file.format == .independent { pass.beginSong(run.track, atTick: run.offset) }
      tracks[run.track].events.withUnsafeBufferPointer { pass.add(run, $0, of: tracks[run.track]) }
      if run.isEnd { pass.end(run, atTick: tracks[run.track].endTick) }
    }
    return pass.finish(endTick: selection.endTick)
  }
}

/// The state of one compilation.
private struct CompilerPass {
  let clock: FrameClock
  let scan: TrackScan
  var cursor: FrameCursor
  /// A cache of the last conversion from tick to frame: most events have the same tick as the one before.
  var (tick, frame): (Tick, Int64) = (0, 0)
  let memory: UnsafeMutableBufferPointer<TimelineEvent>
  var count = 0
  var endedNotes = 0
  var programs = ProgramTracker()
  var systemMessages: [EventTimeline.SystemMessage] = []
  /// The track of the current song, if several songs play one after the other.
  private(set) var song = 0
  /// For each channel, whether the current song has moved its controllers, pressure or pitch bend; empty if only one song
  /// plays.
  private var isMoved: [Bool]
  /// The number of sounding notes for each key; it is only kept if some track leaves notes open.
  var open: [Int32]

  init(clock: FrameClock, scan: TrackScan) {
    self.clock = clock
    self.scan = scan
    cursor = clock.makeCursor()
    memory = .allocate(capacity: scan.channelMessages + scan.packets + scan.hangingNotes + scan.mostResets)
    isMoved = Array(repeating: false, count: scan.mostResets > 0 ? 256 : 0)
    systemMessages.reserveCapacity(scan.systemMessages)
    open = Array(repeating: 0, count: scan.hangingNotes > 0 ? 1 << 15 : 0)
  }

  /// Begins the next of several songs.
  mutating func beginSong(_ track: Int, atTick tick: Tick) {
    song = track
    move(to: tick)
    for channel in isMoved.indices where isMoved[channel] {
      append(.controllerReset(channel))
      isMoved[channel] = false
    }
  }

  mutating func add(_ run: TrackMerge.Run, _ events: UnsafeBufferPointer<MIDIFile.Event>, of track: MIDIFile.Track) {
    for index in run.range.lowerBound..<min(run.range.upperBound, events.count) {
      let event = events[index]
      move(to: TrackSelection.shift(event.tick, by: run.offset))
      if let message = event.channelMessage {
        add(message)
      } else if event.isSystemMessage {
        systemMessages.append(.init(frame: frame, track: Int32(run.track), index: Int32(index)))
        for packet in event.systemExclusivePackets(of: track) { append(packet) }
      }
    }
  }

  /// Ends the notes that a track leaves open and that still sound.
  mutating func end(_ run: TrackMerge.Run, atTick tick: Tick) {
    guard let keys = scan.hangingKeys[run.track] else { return }
    move(to: TrackSelection.shift(tick, by: run.offset))
    for key in keys {
      let notes = min(key.count, Int(open[key.message.keyIndex]))
      for _ in 0..<notes { add(key.message) }
      endedNotes += notes
    }
  }

  @inline(__always)
  private mutating func move(to tick: Tick) {
    guard tick != self.tick else { return }
    self.tick = tick
    frame = cursor.frame(atTick: tick)
  }

  @inline(__always)
  private mutating func add(_ message: ChannelMessage) {
    var message = message
    switch message.status & 0xF0 {
    case 0x80: follow(message, by: -1)
    case 0x90:
      if message.isSilentNoteOn {
        message = message.noteOff
        follow(message, by: -1)
      } else {
        programs.noteOn(message)
        follow(message, by: 1)
      }
    case 0xB0: programs.controller(message)
    case 0xC0: programs.program(message)
    default: break
    }
    if !isMoved.isEmpty, message.changesControllers { isMoved[message.channelIndex] = true }
    append(message)
  }

  @inline(__always)
  private mutating func append(_ message: ChannelMessage) {
    memory.initializeElement(at: count, to: TimelineEvent(frame: frame, message: message))
    count += 1
  }

  @inline(__always)
  private mutating func follow(_ message: ChannelMessage, by change: Int32) {
    if !open.isEmpty { open[message.keyIndex] = max(0, open[message.keyIndex] + change) }
  }

  func finish(endTick: Tick) -> EventTimeline {
    EventTimeline(
      storage: UnsafeBufferPointer(rebasing: memory[..<count]), clock: clock, endTick: endTick, notes: programs.notes,
      hangingNotes: endedNotes, programs: programs.uses, systemMessages: systemMessages)
  }
}
