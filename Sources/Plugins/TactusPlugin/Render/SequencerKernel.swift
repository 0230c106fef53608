import TactusProcessors
import TactusRender
import TactusSequencer

/// A sequencer with MIDI effects after it. Incoming events pass through the MIDI effects, too.
struct SequencerKernel {
  let sequencer: SequencerRenderer
  let chain: ChainRenderer
  let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private(set) var isBypassed = false

  init(
    sequencer: SequencerRenderer, chain: ChainRenderer, buffer: UnsafeMutableBufferPointer<TimedEvent>
  ) {
    (self.sequencer, self.chain, self.buffer) = (sequencer, chain, buffer)
  }

  func render(_ cycle: RenderCycle, _ events: EventList, _ output: inout NoteOutput, at offset: Int32) {
    guard !isBypassed else { return output.add(events, at: offset) }
    let count = sequencer.render(cycle, input: events, into: buffer)
    let played = EventList(start: buffer.baseAddress, count: count)
    output.add(chain.render(cycle, events: played), at: offset)
  }

  mutating func set(_ target: ParameterTarget, to value: Double, _ output: inout NoteOutput, at offset: Int32) {
    switch target {
    case .bypass:
      let wasBypassed = isBypassed
      isBypassed = value >= 0.5
      if isBypassed, !wasBypassed { finish(&output, at: offset) }
    case .stage(let setting): chain.adjust(setting, to: value)
    default: break
    }
  }

  /// Ends all notes, those of the sequencer first.
  private func finish(_ output: inout NoteOutput, at offset: Int32) {
    let count = sequencer.finish(into: buffer)
    let ended = EventList(start: buffer.baseAddress, count: count)
    output.add(chain.render(RenderCycle(firstFrame: 0, frameCount: 0), events: ended), at: offset)
    output.add(chain.finish(), at: offset)
  }

  func reset() {
    _ = sequencer.finish(into: buffer)
    chain.reset()
  }
}
