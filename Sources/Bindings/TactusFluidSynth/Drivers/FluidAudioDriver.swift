import CFluidSynth
import Tactus
import TactusDevices

/// An audio driver: plays from its creation until it is freed.
final class FluidAudioDriver: PointedObject {
  private enum Output {
    case device(DeviceOutput)
    case jack(JACKOutput)
    case file(FileOutput)
  }

  private let output: Output

  /// The values of the setting `audio.driver` for which there is a driver, in alphabetical order.
  static var names: [String] { ["alsa", "file", "jack", "pipewire", "pulseaudio"] }

  /// Starts the driver of the setting `audio.driver`. Throws if there is no such driver, or if it cannot start.
  init(_ settings: FluidSettings, _ source: AudioSource) throws {
    switch settings.string("audio.driver") {
    case "alsa": output = .device(try DeviceOutput(.alsa, settings, source))
    case "pipewire": output = .device(try DeviceOutput(.pipeWire, settings, source))
    case "pulseaudio": output = .device(try DeviceOutput(.pulse, settings, source))
    case "jack": output = .jack(try JACKOutput(settings, source))
    case "file":
      guard case .synth(let synth) = source else {
        throw FluidError("audio.driver", "file plays a synthesizer only; use another driver")
      }
      output = .file(try FileOutput(synth))
    case let name: throw FluidError(driver: name, of: "audio.driver", Self.names)
    }
  }

  /// Stops the driver; after the return, none of its threads is running.
  func stop() {
    switch output {
    case .device(let output): output.stop()
    case .jack(let output): output.stop()
    case .file(let output): output.stop()
    }
  }
}

extension FluidError {
  /// The error that a setting names no driver of a list.
  init(driver name: String?, of setting: String, _ names: [String]) {
    self.init(
      setting, "there is no driver \(name.map { "'\($0)'" } ?? "without a name"); use \(names.joined(separator: ", "))")
  }
}
