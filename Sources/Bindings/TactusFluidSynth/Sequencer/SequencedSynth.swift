/// A synthesizer as the client of a sequencer. If the program deletes the synthesizer first, the client ignores its
/// events.
final class SequencedSynth {
  private weak var synth: FluidSynth?

  init(_ synth: FluidSynth) { self.synth = synth }

  /// Sends an event to the synthesizer.
  ///
  /// - Parameter tick: the present tick.
  func send(_ event: FluidEvent.Contents, from sequencer: FluidSequencer, at tick: UInt32) {
    guard let synth, let type = FluidSequencerEvent(rawValue: event.type) else { return }
    switch type {
    case .note:
      sequencer.cancelEnd(of: event)
      _ = fluid_synth_noteon(synth.pointer, event.channel, Int32(event.key), Int32(event.velocity))
      sequencer.insertEnd(of: event, begun: tick)
    case .scale:
      sequencer.setCheckedScale(event.scale)
    case .timer, .unregistering: break
    default:
      if let control = Self.controller(of: event, type) {
        _ = fluid_synth_cc(synth.pointer, event.channel, control, event.value)
      } else {
        Self.play(event, type, on: synth.pointer)
      }
    }
  }

  /// Returns the controller that an event moves.
  private static func controller(of event: FluidEvent.Contents, _ type: FluidSequencerEvent) -> Int32? {
    switch type {
    case .modulation: 1
    case .volume: 7
    case .pan: 10
    case .sustain: 64
    case .reverbSend: 91
    case .chorusSend: 93
    case .controlChange: Int32(event.control)
    default: nil
    }
  }

  /// Passes an event to the function for its type.
  private static func play(_ event: FluidEvent.Contents, _ type: FluidSequencerEvent, on synth: OpaquePointer) {
    let (channel, key, control) = (event.channel, Int32(event.key), Int32(event.control))
    switch type {
    case .noteOn: _ = fluid_synth_noteon(synth, channel, key, Int32(event.velocity))
    case .noteOff: _ = fluid_synth_noteoff(synth, channel, key)
    case .allSoundsOff: _ = fluid_synth_all_sounds_off(synth, channel)
    case .allNotesOff: _ = fluid_synth_all_notes_off(synth, channel)
    case .bankSelect: _ = fluid_synth_bank_select(synth, channel, control)
    case .programChange: _ = fluid_synth_program_change(synth, channel, event.value)
    case .programSelect:
      let font = Int32(truncatingIfNeeded: event.duration)
      _ = fluid_synth_program_select(synth, channel, font, control, event.value)
    case .pitchBend: _ = fluid_synth_pitch_bend(synth, channel, event.pitch)
    case .pitchWheelSensitivity: _ = fluid_synth_pitch_wheel_sens(synth, channel, event.value)
    case .channelPressure: _ = fluid_synth_channel_pressure(synth, channel, event.value)
    case .keyPressure: _ = fluid_synth_key_pressure(synth, channel, key, event.value)
    case .systemReset: _ = fluid_synth_system_reset(synth)
    default: break
    }
  }
}
