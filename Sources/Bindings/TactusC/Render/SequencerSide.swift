import CTactus
import TactusEngine
import TactusRender

/// The state of a sequencer handle that the audio thread uses.
///
/// - Thread: audio
struct SequencerSide {
  /// The largest number of frames that are played at once; the messages of a longer block would have no room.
  static var mostFramesAtOnce: Int { 4_096 }

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
  var rest = Int(frames)
  repeat {
    let count = min(rest, SequencerSide.mostFramesAtOnce)
    let cycle = RenderCycle(firstFrame: side.pointee.frame, frameCount: count)
    _ = side.pointee.core.pointee.render(
      cycle, transport: LiveTransport(),
      into: side.pointee.channels.block(channelCount, frames: Int32(truncatingIfNeeded: count)))
    side.pointee.channels.advance(channelCount, frames: count)
    side.pointee.frame &+= Int64(count)
    rest &-= count
  } while rest > 0
  return Int32(TACTUS_OK)
}
