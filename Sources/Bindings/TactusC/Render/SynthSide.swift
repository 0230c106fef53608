import CTactus
import TactusMIDI
import TactusRender
import TactusSynth

/// What the audio thread uses of a synthesizer handle.
///
/// - Thread: audio
struct SynthSide {
  /// The largest number of events in a block.
  static var mostEvents: Int { 1 << 16 }

  let core: UnsafeMutablePointer<LiveCore>
  let events: UnsafeMutableBufferPointer<TimedEvent>
  let channels: ChannelPointers

  /// Copies the caller's events; returns a negative status if one is wrong.
  mutating func take(_ source: UnsafePointer<tactus_event>?, _ count: Int, frames: Int32) -> Int32 {
    guard count > 0 else {
      return count == 0 ? 0 : ctactus_fail_with(Int32(TACTUS_ERROR_ARGUMENT), CTACTUS_BAD_EVENT_COUNT)
    }
    guard let source else { return ctactus_fail_with(Int32(TACTUS_ERROR_ARGUMENT), CTACTUS_NO_EVENTS) }
    guard count <= Self.mostEvents else {
      return ctactus_fail_with(Int32(TACTUS_ERROR_ARGUMENT), CTACTUS_BAD_EVENT_COUNT)
    }
    var last: Int32 = 0
    for index in 0..<count {
      let event = source[index]
      guard event.offset >= 0, event.offset < max(frames, 1), event.status >= 0x80, event.status < 0xF0 else {
        return ctactus_fail_with(Int32(TACTUS_ERROR_ARGUMENT), CTACTUS_BAD_EVENT)
      }
      guard event.offset >= last else {
        return ctactus_fail_with(Int32(TACTUS_ERROR_ARGUMENT), CTACTUS_UNSORTED_EVENT)
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
  guard let found = ctactus_handle_audio(CTACTUS_SYNTH, UInt(bitPattern: synth)) else {
    return ctactus_fail_with(Int32(TACTUS_ERROR_HANDLE), CTACTUS_NO_HANDLE)
  }
  let side = found.assumingMemoryBound(to: SynthSide.self)
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
  guard let found = ctactus_handle_audio(CTACTUS_SYNTH, UInt(bitPattern: synth)) else {
    return ctactus_fail_with(Int32(TACTUS_ERROR_HANDLE), CTACTUS_NO_HANDLE)
  }
  found.assumingMemoryBound(to: SynthSide.self).pointee.core.pointee.reset()
  return Int32(TACTUS_OK)
}
