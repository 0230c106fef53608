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
    case .silence:
      for channel in 0..<block.channelCount { block[channel].update(repeating: 0, count: block.frameCount) }
    case .song(let player): return player.pointee.render(cycle, input: events, into: block)
    case .sampler(let sampler): sampler.render(cycle, events: events, into: block)
    case .sequence(let sequence): return sequence.pointee.render(cycle, transport: transport, into: block)
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
