import CTactusShims
import TactusRealtime
import TactusRender

/// The player that an audio driver renders: an enumeration of plain pointers, so that the compiler sees every call.
///
/// - Thread: audio
package enum LiveKernel {
  case silence
  case song(UnsafeMutablePointer<SongPlayerCore>)
  case sampler(SamplerRenderer)
  case sequence(UnsafeMutablePointer<LiveSequenceCore>)
  /// A function that renders two channels.
  case function(LiveFunction)

  /// Renders a cycle. Returns the MIDI output of the player; nil if it has none.
  ///
  /// - Parameter transport: the transport that a sequence may follow.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(
    _ cycle: RenderCycle, events: EventList, transport: LiveTransport, into block: AudioBlock
  ) -> LiveOutput? {
    switch self {
    case .silence: block.silence()
    case .song(let player): return player.pointee.render(cycle, input: events, into: block)
    case .sampler(let sampler): sampler.render(cycle, events: events, into: block)
    case .sequence(let sequence): return sequence.pointee.render(cycle, transport: transport, into: block)
    case .function(let function):
      guard block.channelCount == 2 else {
        block.silence()
        break
      }
      ctactus_call_renderer(function.body, function.context, block.frameCount, block[0], block[1])
    }
    return nil
  }

  /// Returns the frame of the song that was heard `frames` frames before the end of the last cycle; nil if no song is
  /// played. If the song has looped since then, the frame may lie before the start of the loop.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func songFrame(beforeEnd frames: Int64) -> Int64? {
    guard case .song(let player) = self else { return nil }
    return player.pointee.frame(beforeEnd: frames)
  }
}

extension AudioBlock {
  /// Sets all samples to 0.
  func silence() { silence(from: 0, frameCount) }

  /// Sets `count` samples of each channel to 0, beginning with `frame`. Channels before `first` stay as they are.
  func silence(fromChannel first: Int = 0, from frame: Int, _ count: Int) {
    for channel in first..<channelCount { (self[channel] + frame).update(repeating: 0, count: count) }
  }
}

/// A function of a program that renders its own audio on two channels, and the argument that it receives.
///
/// - Thread: audio
package struct LiveFunction {
  let body: ctactus_render_function
  let context: UnsafeMutableRawPointer?

  /// - Parameters:
  ///   - body: a function without state: a closure that captures nothing.
  ///   - context: the first argument of each call; what it refers to must outlive the player.
  package init(_ body: @escaping ctactus_render_function, _ context: UnsafeMutableRawPointer?) {
    (self.body, self.context) = (body, context)
  }
}
