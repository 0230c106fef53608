import TactusEngine
import TactusMIDI
import TactusRealtime
import TactusRender

/// A message that a player has received, and its position.
///
/// - Thread: any
public struct RecordedEvent: Hashable, Sendable, BitwiseCopyable {
  /// The frame of the song that was heard, if a song was played; otherwise the frame of the session.
  public var frame: Int64
  /// The message.
  public var message: ChannelMessage

  /// Creates an event.
  @inlinable public init(frame: Int64, message: ChannelMessage) { (self.frame, self.message) = (frame, message) }
}

/// Passes the input of a player on to a ``TakeRecorder``.
///
/// - Thread: audio
package struct TakeWriter {
  private let producer: RingProducer<RecordedEvent>

  package init(_ producer: RingProducer<RecordedEvent>) { self.producer = producer }

  /// Records the events of a cycle that a kernel has rendered.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func write(_ events: EventList, of cycle: RenderCycle, _ kernel: LiveKernel) {
    for index in 0..<events.count {
      let event = events[index]
      let rest = Int64(cycle.frameCount) &- Int64(event.offset)
      let frame = kernel.songFrame(beforeEnd: rest) ?? cycle.firstFrame &+ Int64(event.offset)
      producer.push(RecordedEvent(frame: frame, message: event.message))
    }
  }
}
