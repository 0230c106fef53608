import TactusCoreAudio
import TactusEngine
import TactusRealtime
import TactusRender
import TactusSynth
import TactusTime

/// The source of a ``SourceNodePlayer`` as the audio thread sees it: plain pointers into memory that outlives them.
///
/// - Thread: audio
enum NodeSource {
  case synth(UnsafeMutablePointer<LiveCore>)
  case sampler(SamplerRenderer)
  case song(UnsafeMutablePointer<SongPlayerCore>)
  case sequence(UnsafeMutablePointer<LiveSequenceCore>)

  /// Renders a cycle, and sends the player's MIDI output.
  func render(
    _ cycle: RenderCycle, _ events: EventList, into block: AudioBlock, _ output: UnsafeMutablePointer<HostTimeSender>?,
    _ clock: HostClock
  ) {
    switch self {
    case .synth(let synth): synth.pointee.render(cycle.frameCount, events, into: block)
    case .sampler(let sampler): sampler.render(cycle, events: events, into: block)
    case .song(let song):
      guard let played = song.pointee.render(cycle, input: events, into: block) else { return }
      output?.pointee.send(played.clock, and: played.events, of: cycle, by: clock)
    case .sequence(let sequence):
      let played = sequence.pointee.render(cycle, transport: LiveTransport(), into: block)
      output?.pointee.send(played.clock, and: played.events, of: cycle, by: clock)
    }
  }
}
