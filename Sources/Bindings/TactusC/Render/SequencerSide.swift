import CTactus
import TactusEngine
import TactusRender

/// The state of a sequencer handle that the audio thread uses.
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
  guard let side = audioSide(CTACTUS_SEQUENCER, sequencer, SequencerSide.self) else {
    return Int32(TACTUS_ERROR_HANDLE)
  }
  let wrong = side.pointee.channels.take(channels, channelCount, frames: frames)
  guard wrong == 0 else { return wrong }
  let cycle = RenderCycle(firstFrame: side.pointee.frame, frameCount: Int(frames))
  side.pointee.frame &+= Int64(frames)
  _ = side.pointee.core.pointee.render(
    cycle, transport: LiveTransport(), into: side.pointee.channels.block(channelCount, frames: frames))
  return Int32(TACTUS_OK)
}
