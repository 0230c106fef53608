import CTactus
import TactusEngine
import TactusRender

/// What the audio thread uses of a sequencer handle.
///
/// - Thread: audio
struct SequencerSide {
  let core: UnsafeMutablePointer<LiveSequenceCore>
  let channels: ChannelPointers
  /// The first frame of the next block.
  var frame: Int64 = 0
}

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
@_cdecl("tactus_sequencer_render")
package func tactus_sequencer_render(
  _ sequencer: OpaquePointer?, _ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ channelCount: Int32,
  _ frames: Int32
) -> Int32 {
  guard let found = ctactus_handle_audio(CTACTUS_SEQUENCER, UInt(bitPattern: sequencer)) else {
    return ctactus_fail_with(Int32(TACTUS_ERROR_HANDLE), CTACTUS_NO_HANDLE)
  }
  let side = found.assumingMemoryBound(to: SequencerSide.self)
  let wrong = side.pointee.channels.take(channels, channelCount, frames: frames)
  guard wrong == 0 else { return wrong }
  let cycle = RenderCycle(firstFrame: side.pointee.frame, frameCount: Int(frames))
  side.pointee.frame &+= Int64(frames)
  _ = side.pointee.core.pointee.render(
    cycle, transport: LiveTransport(), into: side.pointee.channels.block(channelCount, frames: frames))
  return Int32(TACTUS_OK)
}
