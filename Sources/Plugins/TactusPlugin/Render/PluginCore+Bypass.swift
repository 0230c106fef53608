import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender

extension PluginCore {
  /// Switches the plug-in off or on. When it is switched off, all notes end.
  mutating func bypass(_ isOn: Bool, at offset: Int32) {
    guard isOn != isBypassed else { return }
    isBypassed = isOn
    guard isOn else { return }
    activity.clear()
    switch kernel {
    case .sampler(let sampler):
      sampler.endNotes(chain, AudioBlock(channels: channels, channelCount: 0, frameCount: 0))
    case .effects: output.add(chain.pointee.finish(), at: offset)
    case .sequencer(let sequencer):
      // first, end the notes of the sequencer
      output.add(chain.pointee.render(RenderCycle(firstFrame: 0, frameCount: 0), sequencer.finish()), at: offset)
      output.add(chain.pointee.finish(), at: offset)
    }
    // then, those that have passed unchanged or beside the effects
    bypassDelay.finish(&output, at: offset)
    keys.endAll(&output, at: offset)
  }
}
