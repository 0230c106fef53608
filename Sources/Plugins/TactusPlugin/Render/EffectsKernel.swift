import TactusProcessors
import TactusRender

/// The audio side of a plug-in that only has MIDI effects.
struct EffectsKernel {
  let chain: ChainRenderer
  private(set) var isBypassed = false

  init(chain: ChainRenderer) { self.chain = chain }

  func render(_ cycle: RenderCycle, _ events: EventList, _ output: inout NoteOutput, at offset: Int32) {
    if isBypassed {
      output.add(events, at: offset)
    } else {
      output.add(chain.render(cycle, events: events), at: offset)
    }
  }

  mutating func set(_ target: ParameterTarget, to value: Double, _ output: inout NoteOutput, at offset: Int32) {
    switch target {
    case .bypass:
      let wasBypassed = isBypassed
      isBypassed = value >= 0.5
      if isBypassed, !wasBypassed { output.add(chain.finish(), at: offset) }
    case .stage(let setting): chain.adjust(setting, to: value)
    default: break
    }
  }
}
