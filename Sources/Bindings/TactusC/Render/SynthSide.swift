import CTactus
import TactusMIDI
import TactusRender
import TactusSynth

/// The state of a synthesizer handle that the audio thread uses.
///
/// - Thread: audio
struct SynthSide {
  /// The largest number of events in a block.
  static var mostEvents: Int { 1 << 16 }

  let core: UnsafeMutablePointer<LiveCore>
  let events: UnsafeMutableBufferPointer<TimedEvent>
  let channels: ChannelPointers

  /// Copies the caller's events; returns a negative status if any event is invalid.
  mutating func take(_ source: UnsafePointer<tactus_event>?, _ count: Int, frames: Int32) -> Int32 {
    guard count >= 0, count <= Self.mostEvents else { return wrongArgument(CTACTUS_BAD_EVENT_COUNT) }
    guard count > 0 else { return 0 }
    guard let source else { return wrongArgument(CTACTUS_NO_EVENTS) }
    var last: Int32 = 0
    for index in 0..<count {
      let event = source[index]
      guard event.offset >= 0, event.offset < max(frames, 1), event.status >= 0x80, event.status < 0xF0 else {
        return wrongArgument(CTACTUS_BAD_EVENT)
      }
      guard event.offset >= last else {
        return wrongArgument(CTACTUS_UNSORTED_EVENT)
      }
      last = event.offset
      events[index] = TimedEvent(offset: event.offset, message: ChannelMessage(event))
    }
    return 0
  }
}

extension ChannelMessage {
  init(_ event: tactus_event) { self.init(status: event.status, event.data1, event.data2, port: event.port) }
}

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
@_cdecl("tactus_synth_render")
package func tactus_synth_render(
  _ synth: OpaquePointer?, _ events: UnsafePointer<tactus_event>?, _ eventCount: Int,
  _ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ channelCount: Int32, _ frames: Int32
) -> Int32 {
  guard let side = audioSide(CTACTUS_SYNTH, synth, SynthSide.self) else { return Int32(TACTUS_ERROR_HANDLE) }
  let wrong = side.pointee.channels.take(channels, channelCount, frames: frames)
  guard wrong == 0 else { return wrong }
  let wrongEvent = side.pointee.take(events, eventCount, frames: frames)
  guard wrongEvent == 0 else { return wrongEvent }
  let list = EventList(start: UnsafePointer(side.pointee.events.baseAddress), count: eventCount)
  side.pointee.core.pointee.render(
    Int(frames), list, into: side.pointee.channels.block(channelCount, frames: frames))
  return Int32(TACTUS_OK)
}

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
@_cdecl("tactus_synth_reset")
package func tactus_synth_reset(_ synth: OpaquePointer?) -> Int32 {
  guard let side = audioSide(CTACTUS_SYNTH, synth, SynthSide.self) else { return Int32(TACTUS_ERROR_HANDLE) }
  side.pointee.core.pointee.reset()
  return Int32(TACTUS_OK)
}
