import TactusProcessors
import TactusRealtime
import TactusRender

/// Renders sub-blocks, the parts of a cycle between changes of settings.
enum PluginKernel {
  case sampler(SamplerKernel)
  case effects(EffectsKernel)
  case sequencer(SequencerKernel)

  /// Renders a sub-block: audio to the block, and events to the output, from `offset` on.
  mutating func render(
    _ cycle: RenderCycle, _ events: EventList, into block: AudioBlock, _ output: inout NoteOutput, at offset: Int32
  ) {
    switch self {
    case .sampler(var kernel):
      kernel.render(cycle, events, into: block)
      self = .sampler(kernel)
    case .effects(let kernel): kernel.render(cycle, events, &output, at: offset)
    case .sequencer(let kernel): kernel.render(cycle, events, &output, at: offset)
    }
  }

  /// Applies a parameter from the next sub-block on. The note-offs that result go to the output.
  mutating func set(_ target: ParameterTarget, to value: Double, _ output: inout NoteOutput, at offset: Int32) {
    switch self {
    case .sampler(var kernel):
      kernel.set(target, to: value)
      self = .sampler(kernel)
    case .effects(var kernel):
      kernel.set(target, to: value, &output, at: offset)
      self = .effects(kernel)
    case .sequencer(var kernel):
      kernel.set(target, to: value, &output, at: offset)
      self = .sequencer(kernel)
    }
  }

  func reset() {
    switch self {
    case .sampler(let kernel):
      kernel.chain.reset()
      kernel.synth.reset()
    case .effects(let kernel): kernel.chain.reset()
    case .sequencer(let kernel): kernel.reset()
    }
  }

  /// Returns the chain in which controllers can set parameters.
  func chain() -> ChainRenderer {
    switch self {
    case .sampler(let kernel): kernel.chain
    case .effects(let kernel): kernel.chain
    case .sequencer(let kernel): kernel.chain
    }
  }
}
