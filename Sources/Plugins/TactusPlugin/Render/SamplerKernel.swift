import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSynth

/// The synthesizer of a plug-in, and the settings that its parameters control.
struct SamplerKernel {
  let synth: UnsafeMutablePointer<LiveCore>
  private var controls = SynthControls()
  /// Memory for the messages while the plug-in is bypassed.
  private let endings: UnsafeMutableBufferPointer<TimedEvent>

  init(synth: UnsafeMutablePointer<LiveCore>, endings: UnsafeMutableBufferPointer<TimedEvent>) {
    (self.synth, self.endings) = (synth, endings)
  }

  /// The messages that end all notes: for each channel of all ports, the releases of two pedals and "all notes off".
  private static var mostEndings: Int { 16 * 16 * 3 }

  /// Ends all notes before the next frame, because the plug-in is bypassed: those of all ports, because their note-offs
  /// will not come through.
  ///
  /// - Parameter block: a block without frames.
  func endNotes(_ chain: UnsafeMutablePointer<ChainCore>, _ block: AudioBlock) {
    var count = 0
    for event in chain.pointee.finish() where count < endings.count &- Self.mostEndings {
      add(event.message, at: 0, &count)
    }
    for line in UInt8(0)...255 {
      let (status, port) = (0xB0 | line & 15, line &>> 4)
      add(ChannelMessage(status: status, 64, 0, port: port), at: 0, &count)
      add(ChannelMessage(status: status, 66, 0, port: port), at: 0, &count)
      add(ChannelMessage(status: status, 123, 0, port: port), at: 0, &count)
    }
    synth.pointee.render(0, EventList(start: endings.baseAddress, count: count), into: block)
  }

  /// Renders while bypassed: no note starts. All other messages are processed, so that the state is right when the
  /// plug-in is switched on again.
  func renderBypassed(_ cycle: RenderCycle, _ events: EventList, into block: AudioBlock) {
    var count = 0
    for event in events where !event.message.startsNote && count < endings.count {
      add(event.message, at: event.offset, &count)
    }
    synth.pointee.render(cycle.frameCount, EventList(start: endings.baseAddress, count: count), into: block)
  }

  private func add(_ message: ChannelMessage, at offset: Int32, _ count: inout Int) {
    endings[count] = TimedEvent(offset: offset, message: message)
    count &+= 1
  }

  mutating func set(_ target: ParameterTarget, to value: Double) {
    switch target {
    case .program(let part):
      synth.pointee.setPreset(part, PartProgram(bank: synth.pointee.preset(part).bank, program: Int(value)))
    case .bank(let part):
      synth.pointee.setPreset(part, PartProgram(bank: Int(value), program: synth.pointee.preset(part).program))
    case .part(let part, let setting): synth.pointee.setSound(part, setting, to: value)
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
    synth.pointee.set(controls)
  }
}
