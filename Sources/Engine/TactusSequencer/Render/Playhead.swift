import TactusMIDI
import TactusTime

/// Where a sequencer is, as of the end of its last cycle.
///
/// - Thread: any
public struct Playhead: Hashable, Sendable, BitwiseCopyable {
  /// The frame after the last cycle, as the caller of `render` counts.
  public var frame: Int64 = 0
  /// The first tick that has not been played.
  public var tick: Tick = 0
  /// Whether it plays.
  public var isRolling = false
  /// What it has done so far, and what it could not do.
  public var counters = SequencerCounters()

  /// At the start.
  public init() {}

  init(frame: Int64, tick: Tick, isRolling: Bool, counters: SequencerCounters) {
    (self.frame, self.tick, self.isRolling, self.counters) = (frame, tick, isRolling, counters)
  }
}

/// An event that a sequencer has sent, or that came in: what is needed to show and to record it.
///
/// - Thread: any
public struct PlayedEvent: Hashable, Sendable, BitwiseCopyable {
  /// When it was heard, as the caller of `render` counts frames.
  public var frame: Int64
  /// Where in the sequence that was; where the sequencer stood, if it did not play.
  public var tick: Tick
  /// What happened.
  public var message: ChannelMessage
  /// The track that it came from; 0 for what came in and for chased state.
  public var track: UInt32
  /// Whether it came in from outside.
  public var isInput: Bool
}
