import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSynth

/// A synthesizer with MIDI effects in front of it.
struct SamplerKernel {
  let chain: ChainRenderer
  let synth: LiveRenderer
  /// The settings that the parameters control.
  private var controls = SynthControls()
  private(set) var isBypassed = false
  /// Messages that end all notes when the plug-in is bypassed.
  private let endings: UnsafeMutableBufferPointer<TimedEvent>
  private var endsNotes = false

  init(chain: ChainRenderer, synth: LiveRenderer, endings: UnsafeMutableBufferPointer<TimedEvent>) {
    (self.chain, self.synth, self.endings) = (chain, synth, endings)
  }

  mutating func render(_ cycle: RenderCycle, _ events: EventList, into block: AudioBlock) {
    guard !isBypassed else { return renderBypassed(cycle, events, into: block) }
    synth.render(cycle.frameCount, events: chain.render(cycle, events: events), into: block)
  }

  /// Renders while bypassed: notes and pedals are released, and no note starts. All other messages are processed, so
  /// that the state is right when the plug-in is switched on again.
  private mutating func renderBypassed(_ cycle: RenderCycle, _ events: EventList, into block: AudioBlock) {
    var count = 0
    if endsNotes {
      endsNotes = false
      for event in chain.finish() where count < endings.count &- 64 { add(event.message, at: 0, &count) }
      for channel in UInt8(0)..<16 {
        add(ChannelMessage(status: 0xB0 | channel, 64, 0), at: 0, &count)
        add(ChannelMessage(status: 0xB0 | channel, 66, 0), at: 0, &count)
        add(ChannelMessage(status: 0xB0 | channel, 123, 0), at: 0, &count)
      }
    }
    for event in events where !event.message.startsNote && count < endings.count {
      add(event.message, at: event.offset, &count)
    }
    synth.render(cycle.frameCount, events: EventList(start: endings.baseAddress, count: count), into: block)
  }

  private func add(_ message: ChannelMessage, at offset: Int32, _ count: inout Int) {
    endings[count] = TimedEvent(offset: offset, message: message)
    count &+= 1
  }

  mutating func set(_ target: ParameterTarget, to value: Double) {
    switch target {
    case .bypass:
      let wasBypassed = isBypassed
      isBypassed = value >= 0.5
      if !isBypassed { endsNotes = false } else if !wasBypassed { endsNotes = true }
    case .stage(let setting): chain.adjust(setting, to: value)
    case .program(let part):
      synth.setPreset(PartProgram(bank: synth.preset(of: part).bank, program: Int(value)), of: part)
    case .bank(let part):
      synth.setPreset(PartProgram(bank: Int(value), program: synth.preset(of: part).program), of: part)
    case .synth(let setting): set(setting, to: value)
    default: break
    }
  }

  private mutating func set(_ setting: SynthSetting, to value: Double) {
    switch setting {
    case .gain: controls.gain = value
    case .pan: controls.pan = value / 100
    case .tuning: controls.tuning = value
    case .reverb: controls.reverb = value / 100
    case .chorus: controls.chorus = value / 100
    case .polyphony: controls.polyphony = Int(value)
    case .interpolation: controls.interpolation = value < 0.5 ? .linear : value < 1.5 ? .cubic : .sinc
    }
    synth.set(controls)
  }
}
