import TactusEngine
import TactusRender

/// The player that a process callback renders: an enumeration of plain pointers, so that the compiler sees every call.
///
/// - Thread: audio
package enum JACKKernel {
  case silence
  case song(UnsafeMutablePointer<SongPlayerCore>)
  case sampler(SamplerRenderer)
  case sequence(UnsafeMutablePointer<LiveSequenceCore>)
}
