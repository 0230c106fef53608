/// A sound system that plays audio, such as JACK or ALSA; or a substitute for one.
///
/// - Thread: any
public enum AudioDriver: String, CaseIterable, Hashable, Sendable {
  /// A JACK server: jackd or PipeWire.
  case jack
  /// A PipeWire server, without JACK.
  case pipeWire = "pipewire"
  /// A PulseAudio server, or PipeWire's PulseAudio server (pipewire-pulse).
  case pulse
  /// A device of the ALSA library.
  case alsa
  /// AVAudioEngine on Apple's systems.
  case coreAudio = "coreaudio"
  /// An audio file, written in real time.
  case file
  /// No audio: MIDI outputs only.
  case silent = "none"

  /// The name for display.
  public var name: String {
    switch self {
    case .jack: "JACK"
    case .pipeWire: "PipeWire"
    case .pulse: "PulseAudio"
    case .alsa: "ALSA"
    case .coreAudio: "Core Audio"
    case .file: "a file"
    case .silent: "MIDI outputs only"
    }
  }
}

/// An audio output of this machine.
///
/// - Thread: any
public struct AudioDevice: Hashable, Sendable {
  /// The driver of the device.
  public var driver: AudioDriver
  /// The name by which the driver finds the device.
  public var name: String
  /// The name for display.
  public var title: String
  /// The device's sample rate in frames per second; nil if the driver does not report it.
  public var sampleRate: Int?
  /// Whether the driver uses this device if no other is requested.
  public var isDefault: Bool

  /// Creates a description of a device.
  public init(_ driver: AudioDriver, name: String, title: String, sampleRate: Int? = nil, isDefault: Bool = false) {
    (self.driver, self.name, self.title) = (driver, name, title)
    (self.sampleRate, self.isDefault) = (sampleRate, isDefault)
  }
}
