import TactusFiles
import TactusMIDI
import TactusTime

/// All events of a file in time order, including meta events and End of Track. The tracks are merged during iteration;
/// nothing is copied.
///
/// - Thread: control
public struct MergedEvents: Sequence, IteratorProtocol {
  /// An event and its position in the file.
  public struct Element {
    /// Ticks from the start of the sequence.
    public var tick: Tick
    /// The track's index in the file.
    public var track: Int
    /// The event's index in the track; one past the last event for End of Track.
    public var index: Int
    /// The event as stored in the file; nil for End of Track.
    public var event: MIDIFile.Event?
  }

  private let file: MIDIFile
  private var merge: TrackMerge
  private var run: TrackMerge.Run?

  /// Creates the sequence of events of a file, or of one of its songs.
  public init(_ file: MIDIFile, choice: SequenceChoice = .first) {
    self.file = file
    merge = TrackMerge(file, TrackSelection(file, choice))
    run = nil
  }

  /// Returns the next event.
  public mutating func next() -> Element? {
    if run?.range.isEmpty ?? true { run = merge.nextRun() }
    guard let current = run else { return nil }
    let index = current.range.lowerBound
    run?.range = (index + 1)..<current.range.upperBound
    let events = file.tracks[current.track].events
    let event = index < events.count ? events[index] : nil
    let tick = TrackSelection.shift(event?.tick ?? file.tracks[current.track].endTick, by: current.offset)
    return Element(tick: tick, track: current.track, index: index, event: event)
  }
}

extension MIDIFile {
  /// Returns the bytes of an event for a listing: channel messages with their status; meta events, including End of
  /// Track, as FF, type, length and payload; system-exclusive messages starting with F0; escapes and packets unchanged.
  /// - Thread: control
  public func bytes(of element: MergedEvents.Element) -> [UInt8] {
    guard let event = element.event else { return [0xFF, 0x2F, 0] }
    let track = tracks[element.track]
    switch event.content {
    case .channel(let message):
      guard message.word0 >> 28 == 2 else { return Self.bigEndian([message.word0, message.word1]) }
      return [message.status, message.data1] + (message.byteCount == 3 ? [message.data2] : [])
    case .meta(let type, let slice): return [0xFF, type] + Self.variableLength(slice.count) + track.payload(slice)
    case .sysEx(let slice): return [0xF0] + track.payload(slice)
    case .escape(let slice), .packet(let slice): return Array(track.payload(slice))
    case .tempo(let units): return Self.bigEndian([0xD010_0000, units, 0, 0])
    }
  }

  private static func bigEndian(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  /// Returns a variable-length quantity: groups of seven bits, most significant first, all but the last with the top
  /// bit set.
  private static func variableLength(_ number: Int) -> [UInt8] {
    var (bytes, rest) = ([UInt8(number & 127)], number >> 7)
    while rest > 0 {
      bytes.insert(UInt8(rest & 127) | 128, at: 0)
      rest >>= 7
    }
    return bytes
  }
}
