import CFluidSynth
import TactusDevices

/// A MIDI driver: passes the messages of its input to a function of the program, in order.
final class FluidMIDIDriver: PointedObject {
  private enum Input {
    case device(DeviceInput)
    case jack(JACKInput)
  }

  private let input: Input

  /// The values of the setting `midi.driver` for which there is a driver, in alphabetical order.
  static var names: [String] { ["alsa_raw", "alsa_seq", "jack", "oss"] }

  /// Starts the driver of the setting `midi.driver`. Throws if there is no such driver, or if it cannot start.
  init(_ settings: FluidSettings, _ handler: @escaping handle_midi_event_func_t, _ data: UnsafeMutableRawPointer?)
    throws
  {
    let target = MIDITarget(handler, data)
    switch settings.string("midi.driver") {
    case "alsa_raw":
      let name = settings.chosen("midi.alsa.device") ?? "default"
      input = .device(try DeviceInput(target) { try RawMIDIPort(name, into: $0) })
    case "alsa_seq": input = .device(try DeviceInput(sequencer: settings, target))
    case "jack": input = .jack(try JACKInput(settings, target))
    case "oss":
      let path = settings.string("midi.oss.device") ?? "/dev/midi"
      input = .device(try DeviceInput(target) { try RawMIDIFile(path, into: $0) })
    case let name: throw FluidError(driver: name, of: "midi.driver", Self.names)
    }
  }

  /// Stops the driver; after the return, none of its threads is running.
  func stop() {
    switch input {
    case .device(let input): input.stop()
    case .jack(let input): input.stop()
    }
  }
}
