import TactusMIDI

/// Channels without voices: interprets MIDI as a synthesizer does, and passes on what it asks for.
///
/// For what wants to know of a score what would sound, but not how.
/// - Thread: control
package final class ChannelInterpreter<Voices: VoiceCommands> {
  private let memory = ChannelMemory()
  private var state: ChannelState<Voices>

  /// Channels as at power-on.
  ///
  /// - Parameters:
  ///   - presets: where programs are looked up; must outlive the interpreter.
  ///   - startSystem: the system at power-on.
  ///   - voices: takes the commands.
  package init(presets: PresetTable, startSystem: SoundSystem, voices: Voices) {
    state = ChannelState(memory, presets: presets, startSystem: startSystem, voices: voices)
    state.reset()
  }

  /// Takes the next message of a score.
  package func receive(_ message: ChannelMessage) { state.receive(message) }
}
