import TactusMIDI
import TactusRender
import TactusTime

extension HostTimeOutput {
  /// Sends messages as an audio thread does.
  ///
  /// - Parameter time: their time in nanoseconds; nil for "now", as in a cycle before the first time stamp.
  func send(_ messages: [ChannelMessage], at time: Int64? = nil) {
    var clock = HostClock(sampleRate: 48_000, timeBase: .nanoseconds)
    if let time { clock.anchor(frame: 0, hostTime: time) }
    let events = messages.map { TimedEvent(offset: 0, message: $0) }
    events.withUnsafeBufferPointer {
      sender.pointee.send($0, of: RenderCycle(firstFrame: 0, frameCount: 64), by: clock)
    }
  }
}
