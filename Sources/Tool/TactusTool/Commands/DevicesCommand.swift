import ArgumentParser
import Tactus
import TactusDevices
import TactusJACK

#if canImport(Darwin)
  import TactusCoreMIDI
#endif

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", _superCommandName: TactusCommand.name,
    abstract: "Lists audio outputs and MIDI devices.",
    discussion: """
      Lists the sound systems in the order in which `--audio auto` tries them, and
      what each of them can play to. The first one available is used. A name in the
      first column of a sound system is one for --device; with JACK, for --connect.

      EXAMPLES
        tactus devices
        tactus play song.mid --audio alsa --device hw:1
        tactus live --audio pulse
      """)

  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let systems = AudioOptions.Choice.drivers.map { DriverOutputs($0) }
    let ports = MIDIPorts()
    var output = StandardOutput()
    if json {
      let text: JSON = [
        "kind": "devices", "audio": .array(systems.map(\.json)), "midi": .array(ports.devices.map { Self.json($0) }),
      ]
      try output.writeLine(text.prettyText)
    } else {
      for line in systems.flatMap(\.lines) + ports.lines { try output.writeLine(line.printable) }
    }
    try output.flush()
  }

  private static func json(_ device: MIDIDevice) -> JSON {
    [
      "name": .string(device.name), "title": .string(device.title), "isInput": .bool(device.isInput),
      "isOutput": .bool(device.isOutput), "isHardware": .bool(device.isHardware),
    ]
  }
}

/// The ports of the ALSA sequencer, or the reason why there are none.
private struct MIDIPorts {
  let devices: [MIDIDevice]
  private let failure: String?

  init() {
    #if canImport(Darwin)
      (devices, failure) = (CoreMIDIEndpoint.devices, nil)
    #else
      do { (devices, failure) = (try MIDIInputs.devices(), nil) } catch { (devices, failure) = ([], "\(error)") }
    #endif
  }

  var lines: [String] {
    if let failure { return ["MIDI: not available (\(failure))"] }
    if devices.isEmpty { return ["MIDI: no ports"] }
    return ["MIDI:"]
      + devices.map { device in
        let direction = device.isInput ? device.isOutput ? "input and output" : "input" : "output"
        return "  \(device.name)  \(device.title)  \(direction)"
      }
  }
}

/// A sound system and its outputs, or the reason why it does not answer.
private struct DriverOutputs {
  private let driver: AudioDriver
  private let devices: [AudioDevice]
  private let failure: String?

  init(_ driver: AudioDriver) {
    self.driver = driver
    do {
      switch driver {
      case .jack: devices = try Self.jackDevices()
      case .coreAudio:
        devices = [AudioDevice(driver, name: "default", title: "the default output", isDefault: true)]
      default: devices = try AudioDevices.list(driver)
      }
      failure = nil
    } catch { (devices, failure) = ([], "\(error)") }
  }

  /// The hardware outputs of the JACK server.
  private static func jackDevices() throws -> [AudioDevice] {
    let client = try JACKOptions.client("tactus-devices", usesPipeWire: false)
    defer { client.close() }
    return client.ports(.audio, .input, isPhysical: true).map {
      AudioDevice(.jack, name: $0, title: $0, sampleRate: client.sampleRate)
    }
  }

  var lines: [String] {
    if let failure { return ["\(driver.name): not available (\(failure))"] }
    if devices.isEmpty { return ["\(driver.name): no outputs"] }
    return ["\(driver.name):"]
      + devices.map { device in
        let name = device.title == device.name ? device.name : "\(device.name)  \(device.title)"
        return "  \(name)" + (device.sampleRate.map { "  \($0) Hz" } ?? "") + (device.isDefault ? "  (default)" : "")
      }
  }

  var json: JSON {
    [
      "system": .string(driver.rawValue), "isAvailable": .bool(failure == nil),
      "reason": failure.map { .string($0) } ?? .null,
      "outputs": .array(
        devices.map { device in
          [
            "name": .string(device.name), "title": .string(device.title),
            "rate": device.sampleRate.map { JSON($0) } ?? .null, "isDefault": .bool(device.isDefault),
          ]
        }),
    ]
  }
}
