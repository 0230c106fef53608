import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth

// What the audio side writes for an open window.

extension PluginCore {
  /// Receives what the user plays on the window's keyboard, and records the transport.
  mutating func takePlayedKeys(_ cycle: RenderCycle) {
    while let message = activity.played.pop() { receive(message, at: 0) }
    activity.record(cycle.context)
  }

  /// Records the levels of a cycle.
  func recordLevels(_ block: AudioBlock, _ frames: Int) {
    guard activity.isWatched, case .sampler(let sampler) = kernel else { return }
    for channel in 0..<block.channelCount {
      var peak: Float = 0
      let samples = block[channel]
      for frame in 0..<frames { peak = max(peak, samples[frame].magnitude) }
      activity.record(peak: peak, at: ActivityWords.outputs &+ channel & 1)
    }
    for part in 0..<16 {
      activity.record(peak: sampler.synth.pointee.level(ofPart: part), at: ActivityWords.levels &+ part)
    }
  }
}
