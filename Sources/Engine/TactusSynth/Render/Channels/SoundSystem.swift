/// The system that a port follows; it determines how bank selects are interpreted and which parts are drums.
package enum SoundSystem {
  /// General MIDI: 128 programs, no banks.
  case gm
  /// General MIDI 2: controller 0 selects drums (120) or melodic presets (121), controller 32 the bank.
  case gm2
  /// Roland GS: controller 0 is the bank, controller 32 the instrument's map.
  case gs
  /// Yamaha XG: controller 0 selects drums (127), a sound-effect kit (126) or melodic presets, controller 32 the bank.
  case xg
  /// Controllers 0 and 32 together form one number, as in the MIDI specification. No message selects this system or
  /// leaves it.
  case mma
}

/// The state that the sixteen parts of a port share.
///
/// - Thread: audio
struct PortState {
  var system = SoundSystem.gs
  /// The system-exclusive message that is being received.
  var exclusive = ExclusiveAssembly()
  /// Whether each part receives exactly its own channel.
  var isPlain = true
}

/// The progress of a system-exclusive message; its bytes are stored in `ChannelState.exclusiveBytes`.
struct ExclusiveAssembly {
  var count = 0
  var isOpen = false
  var isTooLong = false
}
