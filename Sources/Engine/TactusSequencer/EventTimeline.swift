import TactusMIDI
import TactusTime

/// A compiled sequence: all channel messages and the packets of system-exclusive messages, each with its frame, in the
/// order in which they take effect. Immutable.
///
/// A timeline is a collection of its events, ascending by frame; events at one frame keep the order of the file. They
/// are stored in contiguous memory, sixteen bytes each, which the audio thread reads through a ``SequencePlayer``.
/// - Thread: any
public final class EventTimeline: @unchecked Sendable {  // SequenceCompiler writes it before it is shared
  /// The events in memory, for a player; valid for the lifetime of the timeline.
  package let storage: UnsafeBufferPointer<TimelineEvent>
  /// The tempo map and the sample rate from which the frames were computed.
  public let clock: FrameClock
  /// The tick at which the last track ends. Its End of Track may be later than its last event.
  public let endTick: Tick
  /// The frame of ``endTick``: the length of the sequence, without any tail.
  public let endFrame: Int64
  /// The number of notes.
  public let noteCount: Int
  /// The number of notes without a note-off; ``SequenceCompiler`` ended them at the end of their track.
  public let hangingNoteCount: Int
  /// The largest number of events on one frame. A player with a buffer of this size can always advance.
  public let mostEventsInOneFrame: Int
  /// The programs that play the notes, in the order of first use.
  public let programs: [ProgramUse]
  /// The positions of the file's messages that are not channel messages (system-exclusive and others), ascending by
  /// frame.
  public let systemMessages: [SystemMessage]

  /// The position of a message in the compiled file.
  public struct SystemMessage: Hashable, Sendable {
    /// The frame at which the message is due.
    public var frame: Int64
    /// The index of the message's track in the file.
    public var track: Int32
    /// The index of the message's event in the track.
    public var index: Int32
  }

  init(
    storage: UnsafeBufferPointer<TimelineEvent>, clock: FrameClock, endTick: Tick, notes: Int, hangingNotes: Int,
    programs: [ProgramUse], systemMessages: [SystemMessage]
  ) {
    self.storage = storage
    self.clock = clock
    self.endTick = endTick
    endFrame = clock.frame(atTick: endTick)
    noteCount = notes
    hangingNoteCount = hangingNotes
    self.programs = programs
    self.systemMessages = systemMessages
    mostEventsInOneFrame = Self.mostInOneFrame(storage)
  }

  private static func mostInOneFrame(_ events: UnsafeBufferPointer<TimelineEvent>) -> Int {
    var (most, first) = (0, 0)
    for index in events.indices {
      if events[index].frame != events[first].frame { first = index }
      most = Swift.max(most, index - first + 1)
    }
    return most
  }

  deinit { storage.deallocate() }

  /// The channels that play notes: for each port, a bit mask in which bit 0 is channel 1.
  public var channels: [UInt8: UInt16] {
    programs.reduce(into: [:]) { $0[$1.port, default: 0] |= 1 << UInt16($1.channel) }
  }
}

extension EventTimeline: RandomAccessCollection {
  /// The first index, 0.
  public var startIndex: Int { 0 }
  /// The number of events.
  public var endIndex: Int { storage.count }
  /// The event at an index.
  public subscript(position: Int) -> TimelineEvent {
    precondition(position >= 0 && position < storage.count)
    return storage[position]
  }
}
