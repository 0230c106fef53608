import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusSequencer
import TactusTime

/// A song processed by a chain of MIDI effects, as a file.
///
/// Tempi, meters, text events and system-exclusive messages keep their positions. The messages of a channel go to the
/// first track that used the channel. Channels that the song does not use get new tracks at the end, except in format
/// 0, which has only one track.
///
/// The chain runs at ``sampleRate`` frames per second. At this rate, each tick of the song has its own frame, unless
/// the song has more ticks per second than half that rate. Events that the MIDI effects change without moving stay
/// exactly on their ticks; moved events go to the nearest tick.
///
/// - Thread: any
public struct ProcessedSong: Sendable {
  /// The processed song.
  public let song: MIDIFile
  /// The number of notes in it.
  public let noteCount: Int
  /// The number of events dropped by the MIDI effects for lack of room.
  public let droppedEvents: Int

  /// The sample rate at which the MIDI effects run.
  public static var sampleRate: Int { TimeSettings.sampleRateLimit }

  /// Processes a song with a chain.
  ///
  /// - Throws: ``ProcessError``.
  public init(_ song: MIDIFile, through chain: ProcessorChain) throws(ProcessError) {
    guard song.format != .independent || song.tracks.count <= 1 else { throw .independentTracks(song.tracks.count) }
    let timeline = SequenceCompiler(sampleRate: Self.sampleRate).compile(song)
    let chained: ChainedTimeline
    do { chained = try ChainedTimeline(timeline, through: chain) } catch {
      switch error {
      case .chain(let error): throw .chain(error)
      case .endless, .endlessSong: throw .endless("\(error)")
      }
    }
    noteCount = chained.timeline.noteCount
    droppedEvents = chained.droppedEvents
    self.song = Self.song(song, playing: chained.timeline, zones: Self.zoneChannels(chain))
  }

  private static func song(_ song: MIDIFile, playing timeline: EventTimeline, zones: Set<UInt8>) -> MIDIFile {
    var owners = Self.owners(in: song)
    var trackCount = max(1, song.tracks.count)
    var events: [TrackEvent] = []
    for event in timeline where event.message.isForChannel {
      let line = Int(event.message.port) << 4 | Int(event.message.channel)
      if owners[line] == nil {
        owners[line] = song.format == .simultaneous && !owners.isEmpty ? trackCount : 0
        trackCount = max(trackCount, (owners[line] ?? 0) + 1)
      }
      events.append(
        TrackEvent(track: owners[line] ?? 0, tick: nearestTick(timeline.clock, event.frame), message: event.message))
    }
    if !zones.isEmpty { putZonesBeforeNotes(&events, zones, song) }
    var tracks = Array(repeating: [(tick: Int64, message: ChannelMessage)](), count: trackCount)
    for event in events { tracks[event.track].append((event.tick, event.message)) }
    var result = song
    while result.tracks.count < trackCount { result.tracks.append(MIDIFile.Track()) }
    for index in tracks.indices {
      result.tracks[index] = result.tracks[index].replacingChannelMessages(with: tracks[index])
    }
    return result
  }

  /// Returns the channels on which a chain defines MPE zones and their bend ranges.
  private static func zoneChannels(_ chain: ProcessorChain) -> Set<UInt8> {
    chain.links.reduce(into: []) { channels, link in
      if case .channelToMPE(let mpe) = link.effect { channels.formUnion(mpe.isUpper ? [15, 14] : [0, 1]) }
    }
  }

  private struct TrackEvent {
    var track: Int
    let tick: Int64
    let message: ChannelMessage
  }

  /// If an earlier track plays notes of an MPE zone on the very tick on which a later track defines the zone, moves the
  /// definition to the earlier track.
  ///
  /// A player sends the messages of one tick in the order of the tracks. A zone is defined on its manager channel and
  /// applies to the notes of all its channels, so its definition must come first. Earlier messages of the manager channel
  /// on that tick move too. If the definition's track has a system-exclusive message on that tick, nothing moves.
  private static func putZonesBeforeNotes(
    _ events: inout [TrackEvent], _ channels: Set<UInt8>, _ song: MIDIFile
  ) {
    let exclusive = song.tracks.map { track in
      Set(
        track.events.lazy.filter { event in
          if case .sysEx = event.content { true } else { false }
        }.map { $0.tick })
    }
    var (tick, earliest): (Int64, Int) = (-1, 0)
    var ofChannel: [Int: Int] = [:]
    for index in events.indices.reversed() {
      let event = events[index]
      if event.tick != tick {
        (tick, earliest) = (event.tick, event.track)
        ofChannel = [:]
      }
      let line = Int(event.message.port) << 4 | Int(event.message.channel)
      if event.track < exclusive.count, exclusive[event.track].contains(tick) {
        ofChannel[line] = nil
      } else {
        var target = min(event.track, ofChannel[line] ?? event.track)
        if isParameter(event.message), channels.contains(event.message.channel) { target = min(target, earliest) }
        if target < event.track {
          events[index].track = target
          ofChannel[line] = target
        }
      }
      earliest = min(earliest, events[index].track)
    }
  }

  private static func isParameter(_ message: ChannelMessage) -> Bool {
    switch (message.status & 0xF0, message.data1) {
    case (0xB0, 6), (0xB0, 38), (0xB0, 96...101): true
    default: message.isMIDI2 && message.status & 0xE0 == 0x20
    }
  }

  /// Returns, for each channel, the first track that uses it.
  private static func owners(in song: MIDIFile) -> [Int: Int] {
    var owners: [Int: Int] = [:]
    for element in MergedEvents(song) {
      guard let message = element.event?.channelMessage else { continue }
      let line = Int(message.port) << 4 | Int(message.channel)
      if owners[line] == nil { owners[line] = element.track }
    }
    return owners
  }

  private static func nearestTick(_ clock: FrameClock, _ frame: Int64) -> Int64 {
    let tick = clock.tick(atFrame: frame)
    let (left, right) = (clock.frame(atTick: tick), clock.frame(atTick: tick + 1))
    return max(0, frame - left < right - frame ? tick : tick + 1)
  }
}

/// The reason why a song was not processed.
///
/// - Thread: any
public enum ProcessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The tracks are independent songs (format 2).
  case independentTracks(Int)
  /// The chain cannot be run.
  case chain(ChainError)
  /// The song, or the output of the MIDI effects, has no end within the limits; the text explains which
  /// of the two.
  case endless(String)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .independentTracks(let count): "\(count) songs in one file (format 2); a chain processes one song"
    case .chain(let error): "\(error)"
    case .endless(let words): words
    }
  }
}
