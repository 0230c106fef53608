extension KnownSetting {
  private static let fileTypes = [
    "aiff", "au", "auto", "avr", "caf", "flac", "htk", "iff", "m1a", "mat", "mpc", "oga", "paf", "pvf", "raw", "rf64",
    "sd2", "sds", "sf", "voc", "w64", "wav", "wve", "xi",
  ]

  /// All settings, sorted by the bytes of their names: those of FluidSynth, with its defaults and ranges. The settings
  /// of drivers that do not exist here can be set but have no effect.
  static let all: [KnownSetting] = [
    .text("audio.alsa.device", "default"),
    .text("audio.driver", "alsa", FluidAudioDriver.names),
    .text("audio.file.endian", "auto", ["auto", "big", "cpu", "little"]),
    .text("audio.file.format", "s16", ["double", "float", "s16", "s24", "s32", "s8", "u8"]),
    .text("audio.file.name", "fluidsynth.wav"),
    .text("audio.file.type", "auto", fileTypes),
    .toggle("audio.jack.autoconnect", false),
    .text("audio.jack.id", "fluidsynth"),
    .toggle("audio.jack.multi", false),
    .text("audio.jack.server", ""),
    .text("audio.oss.device", "/dev/dsp"),
    .integer("audio.period-size", 64, 64...8192),
    .integer("audio.periods", 16, 2...64),
    .toggle("audio.pulseaudio.adjust-latency", true),
    .text("audio.pulseaudio.device", "default"),
    .text("audio.pulseaudio.media-role", "music"),
    .text("audio.pulseaudio.server", "default"),
    .integer("audio.realtime-prio", 60, 0...99),
    .text("audio.sample-format", "16bits", ["16bits", "float"]),
    .text("audio.sdl2.device", "default", ["default"]),
    .text("midi.alsa.device", "default", ["default"]),
    .text("midi.alsa_seq.device", "default"),
    .text("midi.alsa_seq.id", "pid"),
    .toggle("midi.autoconnect", false),
    .text("midi.driver", "alsa_seq", FluidMIDIDriver.names),
    .text("midi.jack.id", "fluidsynth-midi"),
    .text("midi.jack.server", ""),
    .text("midi.oss.device", "/dev/midi"),
    .text("midi.portname", ""),
    .integer("midi.realtime-prio", 50, 0...99),
    .toggle("player.reset-synth", true, .realtime),
    .text("player.timing-source", "sample", ["sample", "system"]),
    .integer("shell.port", 9800, 1...65_535),
    .text("shell.prompt", ""),
    .integer("synth.audio-channels", 1, 1...128),
    .integer("synth.audio-groups", 1, 1...128),
    .toggle("synth.chorus.active", true, .realtime),
    .number("synth.chorus.depth", 8, 0...256, .realtime),
    .number("synth.chorus.level", 2, 0...10, .realtime),
    .integer("synth.chorus.nr", 3, 0...99, .realtime),
    .number("synth.chorus.speed", 0.3, 0.1...5, .realtime),
    .integer("synth.cpu-cores", 1, 1...256),
    .text("synth.default-soundfont", "/usr/share/sounds/sf3/default-GM.sf3"),
    .integer("synth.device-id", 0, 0...126, .realtime),
    .toggle("synth.dynamic-sample-loading", false),
    .integer("synth.effects-channels", 2, 2...2),
    .integer("synth.effects-groups", 1, 1...128),
    .number("synth.gain", 0.2, 0...10, .realtime),
    .toggle("synth.ladspa.active", false),
    .toggle("synth.lock-memory", true),
    .text("synth.midi-bank-select", "gs", ["gm", "gs", "mma", "xg"]),
    .integer("synth.midi-channels", 16, 16...256),
    .integer("synth.min-note-length", 10, 0...65_535),
    .number("synth.overflow.age", 1000, -10_000...10_000, .realtime),
    .number("synth.overflow.important", 5000, -50_000...50_000, .realtime),
    .text("synth.overflow.important-channels", "", nil, .realtime),
    .number("synth.overflow.percussion", 4000, -10_000...10_000, .realtime),
    .number("synth.overflow.released", -2000, -10_000...10_000, .realtime),
    .number("synth.overflow.sustained", -1000, -10_000...10_000, .realtime),
    .number("synth.overflow.volume", 500, -10_000...10_000, .realtime),
    .integer("synth.polyphony", 256, 1...65_535, .realtime),
    .toggle("synth.reverb.active", true, .realtime),
    .number("synth.reverb.damp", 0, 0...1, .realtime),
    .number("synth.reverb.level", 0.9, 0...1, .realtime),
    .number("synth.reverb.room-size", 0.2, 0...1, .realtime),
    .number("synth.reverb.width", 0.5, 0...100, .realtime),
    .number("synth.sample-rate", 44_100, 8000...96_000),
    .toggle("synth.threadsafe-api", true),
    .toggle("synth.verbose", false),
  ]

  /// The index of each setting in ``all``.
  private static let indices = [String: Int](
    uniqueKeysWithValues: all.enumerated().map { (index, setting) in (setting.name, index) })

  /// Returns the index of a setting in ``all``; nil if no setting has this name.
  static func index(of name: String) -> Int? { indices[name] }

  /// Whether settings lie below a name: whether "synth" is followed by "synth.gain".
  static func isGroup(_ name: String) -> Bool { all.contains { $0.name.hasPrefix(name + ".") } }
}
