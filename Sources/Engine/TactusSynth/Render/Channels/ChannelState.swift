import TactusMIDI
import TactusRealtime

/// What MIDI has said: the channels of all ports, and what the ports share.
///
///     messages ─► receive ─► parts of the port ─► Channel ─► voice commands
///
/// It interprets messages and knows no voice, no bank's samples and no audio: what is to sound it passes on as
/// ``VoiceCommands``. Its memory is plain and stays where it is; see `ChannelMemory`.
/// - Thread: audio
struct ChannelState<Voices: VoiceCommands> {
  /// 16 for each port. The voices read them.
  let channels: UnsafeMutablePointer<Channel>
  /// How each channel, as a part, hears its port; and what the parts of a port have in common.
  let parts: UnsafeMutablePointer<PartSettings>
  let ports: UnsafeMutablePointer<PortState>
  let tunings: TuningPrograms
  /// For each port the system-exclusive message that is arriving.
  let exclusiveBytes: UnsafeMutablePointer<UInt8>
  /// Presets that were asked for and are not there.
  let missing: UnsafeMutablePointer<MissingEntry>
  var missingCount = 0
  /// Where presets are looked up.
  var presets: PresetTable
  /// What all ports share.
  var master = MasterControl()
  /// Where a ``LiveSynth``'s questions from outside go; nil for others.
  var inquiries: RingProducer<DeviceInquiry>?
  /// What a ``LiveSynth`` is tuned to, in cents.
  var unitTuning = 0.0
  /// The system at power-on.
  var startSystem = SoundSystem.gs
  var counters = MessageCounters()
  /// What carries out the commands.
  var voices: Voices

  /// State in which nothing has been said yet; nothing is sent to the voices.
  init(_ memory: ChannelMemory, presets: PresetTable, startSystem: SoundSystem, voices: Voices) {
    (channels, parts, ports) = (memory.channels, memory.parts, memory.ports)
    (tunings, exclusiveBytes, missing) = (memory.tunings, memory.exclusiveBytes, memory.missing)
    (self.presets, self.startSystem, self.voices) = (presets, startSystem, voices)
  }
}

extension ChannelState {
  /// Something that modulators read has moved: the channel's voices follow, the releasing ones too.
  mutating func markDirty(_ channel: Int) {
    // A released note of MPE belongs to its zone, no longer to its channel.
    voices.channelChanged(channel, reachesReleased: channels[channel].zone.manager < 0)
  }

  mutating func startNote(_ channel: Int, key: UInt8, velocity: UInt8) {
    voices.startNote(channel, preset: channels[channel].preset, key: key, velocity: velocity)
  }
}

/// What messages have led to; see ``SynthCounters``.
struct MessageCounters {
  var missingPresets = 0
  var systemMessages = 0
  var ignoredSystemMessages = 0
  var badChecksums = 0
  var longSystemMessages = 0
}
