import ArgumentParser
import TactusDevices
import TactusRender

/// The options of live commands that choose the audio output.
struct AudioOptions: ParsableArguments {
  /// A driver, or the first one that answers.
  enum Choice: Equatable, ExpressibleByArgument {
    case automatic
    case driver(AudioDriver)

    /// The drivers of this system, in the order in which `auto` tries them.
    static var drivers: [AudioDriver] { [.jack, .pipeWire, .pulse, .alsa] }

    init?(argument: String) {
      if argument == "auto" {
        self = .automatic
      } else if let driver = AudioDriver(rawValue: argument), Self.drivers.contains(driver) || driver == .file {
        self = .driver(driver)
      } else {
        return nil
      }
    }

    static var allValueStrings: [String] { ["auto"] + drivers.map(\.rawValue) + ["file"] }
  }

  @Option(
    help: ArgumentHelp(
      "The sound system: \(Choice.allValueStrings.joined(separator: ", ")). auto takes the first one available; "
        + "file writes to the file that --device names.",
      valueName: "system"))
  var audio: Choice?
  @Option(
    help: ArgumentHelp("The audio output; see `tactus devices`. (default: the system's default)", valueName: "name"))
  var device: String?
  @Option(help: ArgumentHelp("The period size in frames, 16 to 8192; JACK uses the server's.", valueName: "frames"))
  var period = 512
  @Option(
    help: ArgumentHelp("The number of periods in the output buffer, 2 to 16. (ALSA, PulseAudio)", valueName: "count"))
  var periods = 4

  @Option(
    help: ArgumentHelp(
      "MIDI input: a port or part of its name, the path of a raw device, or none; repeatable. (default: all hardware)",
      valueName: "port"))
  var midi: [String] = []

  func validate() throws {
    guard (16...8_192).contains(period) else { throw ValidationError("--period \(period) is outside 16 to 8192") }
    guard (2...16).contains(periods) else { throw ValidationError("--periods \(periods) is outside 2 to 16") }
    if midi.count > 1, midi.contains("none") { throw ValidationError("--midi none excludes other MIDI inputs") }
    if audio == .driver(.file), device == nil {
      throw ValidationError("--audio file: name the file with --device: --audio file --device take.wav")
    }
    guard audio == .driver(.jack) else { return }
    if device != nil { throw ValidationError("--device: with JACK, use --connect") }
    if !midi.isEmpty { throw ValidationError("--midi: with JACK, use --connect") }
  }

  /// The properties of a stream.
  ///
  /// - Parameter sampleRate: the sample rate of the stream; nil for that of the device.
  func deviceOptions(sampleRate: Int?) -> DeviceOptions {
    var options = DeviceOptions()
    (options.device, options.sampleRate) = (device, sampleRate)
    (options.period, options.periods) = (period, periods)
    return options
  }

  /// Whether an option is given that only drivers other than JACK have.
  var excludesJACK: Bool { device != nil || !midi.isEmpty && midi != ["none"] }

  /// Opens the MIDI inputs.
  ///
  /// - Returns: nil if none are wanted, or if there is no sequencer and none was requested.
  func inputs(into input: HostTimeInput) throws(ToolError) -> MIDIInputs? {
    if midi == ["none"] { return nil }
    let files = midi.filter { $0.hasPrefix("/") }
    let names = midi.filter { !$0.hasPrefix("/") && $0 != "none" }
    do {
      return try MIDIInputs(midi.isEmpty ? .hardware : .named(names), files: files, into: input)
    } catch {
      if midi.isEmpty { return nil }
      throw ToolError(nil, "\(error); `tactus devices` lists the MIDI ports")
    }
  }
}
