import Synchronization
import TactusCoreAudio
import TactusRealtime
import TactusRender
import TactusTime

/// The state of a ``SourceNodePlayer`` during rendering: plain memory, which its owner keeps alive.
///
/// - Thread: audio
struct SourceNodeState {
  let source: NodeSource
  let input: UnsafeMutablePointer<HostTimeReceiver>
  let output: UnsafeMutablePointer<HostTimeSender>?
  let buffers: OutputBuffers
  var clock: CycleClock
  var frame: Int64 = 0
  let played: UnsafeMutablePointer<Atomic<Int>>
  let refused: UnsafeMutablePointer<Atomic<Int>>

  init(
    source: NodeSource, input: UnsafeMutablePointer<HostTimeReceiver>, output: UnsafeMutablePointer<HostTimeSender>?,
    buffers: OutputBuffers, clock: CycleClock, played: UnsafeMutablePointer<Atomic<Int>>,
    refused: UnsafeMutablePointer<Atomic<Int>>
  ) {
    (self.source, self.input, self.output, self.buffers) = (source, input, output, buffers)
    (self.clock, self.played, self.refused) = (clock, played, refused)
  }

  /// The result of a cycle.
  enum Outcome {
    case sound, silence, tooManyFrames, malformed
  }

  /// Renders a cycle. A cycle that is refused is silent, and the frame position does not advance.
  ///
  /// - Parameters:
  ///   - stamp: an `AudioTimeStamp`.
  ///   - frames: the number of frames.
  ///   - list: an `AudioBufferList`.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func render(stamp: UnsafeRawPointer, frames: Int, list: UnsafeMutableRawPointer) -> Outcome {
    if frames <= 0 { return .silence }
    switch buffers.prepare(list, frames: frames) {
    case .ready(let block):
      // count frames here, because the engine's count may jump
      var stamp = HostStamp(audioTimeStamp: stamp)
      (stamp.hasFrame, stamp.frame) = (true, frame)
      clock.begin(stamp)
      let cycle = RenderCycle(firstFrame: frame, frameCount: frames)
      source.render(cycle, input.pointee.render(cycle, by: clock.clock), into: block, output, clock.clock)
      frame &+= Int64(frames)
      played.pointee.store(Int(frame), ordering: .relaxed)
      return buffers.finish(list, frames: frames) ? .silence : .sound
    case .tooManyFrames: return refuse(.tooManyFrames, list, frames)
    case .malformed: return refuse(.malformed, list, frames)
    }
  }

  private func refuse(_ outcome: Outcome, _ list: UnsafeMutableRawPointer, _ frames: Int) -> Outcome {
    OutputBuffers.silence(list, frames: frames)
    refused.pointee.wrappingAdd(1, ordering: .relaxed)
    return outcome
  }
}
