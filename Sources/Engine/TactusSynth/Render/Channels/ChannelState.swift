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

  /// As at power-on.
  mutating func reset() {
    missingCount = 0
    tunings.count = 0
    master = MasterControl()
    for port in 0..<16 {
      ports[port] = PortState(system: startSystem)
      setParts(of: port)
    }
    for index in 0..<SynthLimits.channels { channels[index].traits = 0 }
    applyMasterTuning()
    counters = MessageCounters()
  }

  /// Chooses in which stem a channel's next notes sound.
  mutating func chooseStem(_ message: ChannelMessage) {
    channels[Int(message.port) &* 16 &+ Int(message.channel)].stem = Int32(bitPattern: message.word1)
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
