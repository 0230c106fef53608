/// Which maker's rules a port follows: how bank selects are read, and which parts are drums.
package enum SoundSystem {
  /// General MIDI: 128 programs, no banks.
  case gm
  /// General MIDI 2: controller 0 says drums (120) or melody (121), controller 32 the bank.
  case gm2
  /// Roland GS: controller 0 is the bank, controller 32 the instrument's map.
  case gs
  /// Yamaha XG: controller 0 says drums (127), sound-effect kit (126) or melody, controller 32 the bank.
  case xg
  /// Both controllers are one number, as MIDI's text has it. No message calls for it, and none leaves it.
  case mma
}

/// What the sixteen parts of a port have in common.
///
/// - Thread: audio
struct PortState {
  var system = SoundSystem.gs
  /// The system-exclusive message that is arriving.
  var exclusive = ExclusiveAssembly()
  /// Whether each part hears its own channel, and all of it.
  var isPlain = true
}

/// A system-exclusive message on its way; its bytes lie in `ChannelState.exclusiveBytes`.
struct ExclusiveAssembly {
  var count = 0
  var isOpen = false
  var isTooLong = false
}
