import TactusMIDI

/// Channel state without voices: interprets MIDI exactly as a synthesizer does, and passes the voice commands on.
///
/// It serves code that must know which notes and regions a score would start, without rendering them.
/// - Thread: control
package final class ChannelInterpreter<Voices: VoiceCommands> {
  private let memory = ChannelMemory()
  private var state: ChannelState<Voices>

  /// Creates channels in their power-on state.
  ///
  /// - Parameters:
  ///   - presets: the presets that programs select; must outlive the interpreter.
  ///   - startSystem: the system at power-on.
  ///   - voices: receives the commands.
  package init(presets: PresetTable, startSystem: SoundSystem, voices: Voices) {
    state = ChannelState(memory, presets: presets, startSystem: startSystem, voices: voices)
    state.reset()
  }

  /// Applies the next message of a score.
  package func receive(_ message: ChannelMessage) { state.receive(message) }
}
