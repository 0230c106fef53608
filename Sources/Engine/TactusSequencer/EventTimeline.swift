import TactusMIDI
import TactusTime

/// A compiled sequence: all channel messages and the packets of system-exclusive messages, in the order in which they
/// take effect, each with its frame. Immutable.
///
/// A timeline is a collection of its events, ascending by frame, at one frame in the order of the file. They lie in one
/// flat piece of memory, sixteen bytes each, which the audio thread reads through a ``SequencePlayer``.
/// - Thread: any
public final class EventTimeline: @unchecked Sendable {  // written by the compiler before anyone else has it
  /// The events in place, for a player; valid as long as the timeline.
  package let storage: UnsafeBufferPointer<TimelineEvent>
  /// The tempo map and sample rate that gave the frames.
  public let clock: FrameClock
  /// Where the last track ends, the time before its End of Track included.
  public let endTick: Tick
  /// The frame of ``endTick``: the length of the sequence, without any tail.
  public let endFrame: Int64
  /// How many notes begin.
  public let noteCount: Int
  /// How many of them no message ends; the compiler ended them where their track ends.
  public let hangingNoteCount: Int
  /// The most events that fall on one frame: a buffer of that size lets a player always move on.
  public let mostEventsInOneFrame: Int
  /// What plays the notes, in the order of first use.
  public let programs: [ProgramUse]
  /// Where the file's system-exclusive and other messages stand that are not channel messages, ascending by frame.
  public let systemMessages: [SystemMessage]

  /// The place of a message in the file that was compiled.
  public struct SystemMessage: Hashable, Sendable {
    /// When it is due.
    public var frame: Int64
    /// Its track's index in the file.
    public var track: Int32
    /// Its index among the track's events.
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

  /// The channels that play notes: for each port the channels as a set of bits, bit 0 for channel 1.
  public var channels: [UInt8: UInt16] {
    programs.reduce(into: [:]) { $0[$1.port, default: 0] |= 1 << UInt16($1.channel) }
  }
}

extension EventTimeline: RandomAccessCollection {
  /// Positions are counted from 0.
  public var startIndex: Int { 0 }
  /// How many events there are.
  public var endIndex: Int { storage.count }
  /// One event.
  public subscript(position: Int) -> TimelineEvent {
    precondition(position >= 0 && position < storage.count)
    return storage[position]
  }
}
