import TactusRealtime
import TactusRender

// The end of a cycle.

extension PluginCore {
  /// Reports what the cycle has changed, and finds out whether the plug-in is silent.
  mutating func finishCycle(_ block: AudioBlock, _ frames: Int) {
    findMoved(at: Int32(truncatingIfNeeded: max(0, frames &- 1)))
    if case .sampler(let sampler) = kernel, sampler.synth.pointee.takesMainThreadRequest() { needsMainThreadRun = true }
    learn.pointee.pass(frameCount)
    guard frames > 0 else { return }
    recordLevels(block, frames)
    var channel = Self.mostChannels
    while channel < block.channelCount {
      block[channel].update(repeating: 0, count: frames)
      channel &+= 1
    }
    switch kernel {
    case .sampler(let sampler):
      // An echo can follow a second of zeros.
      let holdsNothing = sampler.synth.pointee.isSilent() && chain.pointee.isIdle() && isEmpty
      isSilent = holdsNothing && Self.isZero(block, frames)
    case .effects: isSilent = chain.pointee.isIdle() && isEmpty
    case .sequencer: isSilent = false
    }
  }

  /// Whether no event waits for a later cycle.
  private var isEmpty: Bool { port.isEmpty() && bypassDelay.isEmpty && learn.pointee.waitingCount == 0 }

  private static func isZero(_ block: AudioBlock, _ frames: Int) -> Bool {
    for channel in 0..<block.channelCount {
      let samples = block[channel]
      for frame in 0..<frames where samples[frame] != 0 { return false }
    }
    return true
  }
}
