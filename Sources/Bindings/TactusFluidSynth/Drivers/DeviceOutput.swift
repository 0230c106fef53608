import CFluidSynth
import Tactus
import TactusDevices

/// Plays through ALSA, PipeWire or PulseAudio.
final class DeviceOutput {
  /// A source that a function in C reaches by a pointer.
  private final class Reference {
    let source: AudioSource

    init(_ source: AudioSource) { self.source = source }
  }

  private let session: DeviceSession

  init(_ driver: AudioDriver, _ settings: FluidSettings, _ source: AudioSource) throws {
    let rate = source.sampleRate(settings)
    session = try DeviceSession(driver, settings.deviceOptions(driver, sampleRate: rate))
    if session.sampleRate != rate { source.adapt(from: rate, to: session.sampleRate) }
    let reference = Reference(source)
    let function = LiveFunction(
      { context, frames, left, right in
        guard let context, let left, let right else { return }
        Unmanaged<Reference>.fromOpaque(context).takeUnretainedValue().source.render(left, right, frames)
      }, Unmanaged.passUnretained(reference).toOpaque())
    session.play(function, keeping: reference)
    try session.start()
  }

  /// Stops the stream; logs the reason if it has ended before.
  func stop() {
    if let ending = session.ending { log(FLUID_ERR, ending) }
    session.stop()
  }
}

extension FluidSettings {
  /// Returns what the settings `audio.…` request of a driver's stream.
  func deviceOptions(_ driver: AudioDriver, sampleRate: Int) -> DeviceOptions {
    var options = DeviceOptions()
    options.client = "FluidSynth"
    options.sampleRate = sampleRate
    options.period = integer("audio.period-size") ?? 64
    options.periods = integer("audio.periods") ?? 16
    if driver == .alsa { options.device = chosen("audio.alsa.device") }
    if driver == .pulse {
      options.device = chosen("audio.pulseaudio.device")
      options.server = chosen("audio.pulseaudio.server")
    }
    return options
  }

  /// Returns the value of a text setting; nil for "default" and for no text.
  func chosen(_ name: String) -> String? {
    guard let value = string(name), !value.isEmpty, value != "default" else { return nil }
    return value
  }
}
