import TactusCoreAudio
import TactusDevices
import TactusRealtime
import TactusRender
import TactusTime

/// What the engine's thread uses of a `CoreAudioStream`.
///
/// - Thread: audio
struct CoreAudioState {
  let renderer: UnsafeMutablePointer<DeviceRenderer>
  let buffers: OutputBuffers

  /// Renders a cycle. Returns false, after silence, if the cycle is too long or its buffers are malformed.
  ///
  /// - Parameters:
  ///   - stamp: an `AudioTimeStamp`.
  ///   - list: an `AudioBufferList`.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func render(stamp: UnsafeRawPointer, frames: Int, list: UnsafeMutableRawPointer) -> Bool {
    guard frames > 0 else { return true }
    guard case .ready(let block) = buffers.prepare(list, frames: frames) else {
      OutputBuffers.silence(list, frames: frames)
      return false
    }
    let stamp = HostStamp(audioTimeStamp: stamp)
    renderer.pointee.fill(frames, block[0], block[1], hostTime: stamp.hasHostTime ? stamp.hostTime : nil)
    _ = buffers.finish(list, frames: frames)
    return true
  }
}
