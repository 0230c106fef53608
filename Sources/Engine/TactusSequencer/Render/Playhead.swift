import TactusMIDI
import TactusTime

/// The position of a sequencer at the end of its last cycle.
///
/// - Thread: any
public struct Playhead: Hashable, Sendable, BitwiseCopyable {
  /// The frame after the last cycle, as counted by the caller of `render`.
  public var frame: Int64 = 0
  /// The first tick that has not been played; the start of the cycle region if playback has reached its end.
  public var tick: Tick = 0
  /// Whether the sequencer is playing.
  public var isRolling = false
  /// The sequencer's counters.
  public var counters = SequencerCounters()

  /// Creates the playhead at the start.
  public init() {}

  init(frame: Int64, tick: Tick, isRolling: Bool, counters: SequencerCounters) {
    (self.frame, self.tick, self.isRolling, self.counters) = (frame, tick, isRolling, counters)
  }
}

/// An event that a sequencer has sent or received, with the information needed to display and record it.
///
/// - Thread: any
public struct PlayedEvent: Hashable, Sendable, BitwiseCopyable {
  /// The frame of the event, as counted by the caller of `render`.
  public var frame: Int64
  /// The tick of the event in the sequence; the position of the sequencer if it was stopped.
  public var tick: Tick
  /// The message.
  public var message: ChannelMessage
  /// The track of the event; 0 for input, and for chased messages whose track is not known.
  public var track: UInt32
  /// Whether the event is input.
  public var isInput: Bool
}
