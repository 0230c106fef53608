import TactusMIDI
import TactusRealtime

/// The state that MIDI messages have set: the channels of all ports, and the state that the ports share.
///
///     messages ─► receive ─► parts of the port ─► Channel ─► voice commands
///
/// It interprets messages and requests sound through ``VoiceCommands``; it has no access to voices, samples or audio.
/// Its memory is plain and has fixed addresses; see `ChannelMemory`.
/// - Thread: audio
struct ChannelState<Voices: VoiceCommands> {
  /// The channels, 16 per port. The voices read them.
  let channels: UnsafeMutablePointer<Channel>
  /// The settings of each part.
  let parts: UnsafeMutablePointer<PartSettings>
  /// For each port, the state that its parts share.
  let ports: UnsafeMutablePointer<PortState>
  let tunings: TuningPrograms
  let expressions: NoteExpressions
  /// A buffer per port for the system-exclusive message that is being received.
  let exclusiveBytes: UnsafeMutablePointer<UInt8>
  /// The missing presets.
  let missing: UnsafeMutablePointer<MissingEntry>
  var missingCount = 0
  /// The presets of the current bank.
  var presets: PresetTable
  /// The state that all ports share.
  var master = MasterControl()
  /// The parameters from which the settings of the delay follow.
  var delay = DelayParameters()
  /// The queue for inquiries received by a ``LiveSynth``; nil in other synthesizers.
  var inquiries: RingProducer<DeviceInquiry>?
  /// The tuning of a ``LiveSynth``, in cents.
  var unitTuning = 0.0
  /// The system at power-on.
  var startSystem = SoundSystem.gs
  /// Whether there is a delay that channels can send to.
  var hasDelay = true
  /// Whether there are insertion effects to which parts can be assigned.
  var hasInsertions = true
  /// The reverb send of each channel after a reset.
  var reverbSend: UInt8 = 40
  var counters = MessageCounters()
  /// The receiver of the commands.
  var voices: Voices

  /// Creates the state before any message; no command is sent to the voices.
  init(_ memory: ChannelMemory, presets: PresetTable, startSystem: SoundSystem, voices: Voices) {
    (channels, parts, ports) = (memory.channels, memory.parts, memory.ports)
    (tunings, exclusiveBytes, missing) = (memory.tunings, memory.exclusiveBytes, memory.missing)
    expressions = memory.expressions
    (self.presets, self.startSystem, self.voices) = (presets, startSystem, voices)
  }
}

extension ChannelState {
  /// Marks the channel's voices dirty, including released ones, because a modulator source has changed.
  mutating func markDirty(_ channel: Int) {
    // In MPE a released note belongs to its zone and no longer follows its channel.
    voices.channelChanged(channel, reachesReleased: channels[channel].zone.manager < 0)
  }
}

/// The counters of messages; see ``SynthCounters``.
struct MessageCounters {
  var missingPresets = 0
  var systemMessages = 0
  var ignoredSystemMessages = 0
  var badChecksums = 0
  var longSystemMessages = 0
  /// The expressions of notes for which there was no room.
  var lostExpressions = 0
}
