import ArgumentParser
import TactusDevices

/// The options of live commands that choose the audio output.
struct AudioOptions: ParsableArguments {
  /// A driver, or the first one that answers.
  enum Choice: Equatable, ExpressibleByArgument {
    case automatic
    case driver(AudioDriver)

    /// The drivers of this system, in the order in which `auto` tries them.
    #if canImport(Darwin)
      static var drivers: [AudioDriver] { [.coreAudio, .jack] }
    #else
      static var drivers: [AudioDriver] { [.jack, .pipeWire, .pulse, .alsa] }
    #endif

    init?(argument: String) {
      if argument == "auto" {
        self = .automatic
      } else if let driver = AudioDriver(rawValue: argument), (Self.drivers + [.file, .silent]).contains(driver) {
        self = .driver(driver)
      } else {
        return nil
      }
    }

    static var allValueStrings: [String] { ["auto"] + drivers.map(\.rawValue) + ["file", "none"] }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  }

  @Option(
    help: ArgumentHelp(
      "The sound system: \(Choice.allValueStrings.joined(separator: ", ")). auto takes the first one available; "
        + "file writes to the file that --device names; none plays only MIDI outputs.",
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

  func validate() throws {
    guard (16...8_192).contains(period) else { throw ValidationError("--period \(period) is outside 16 to 8192") }
    guard (2...16).contains(periods) else { throw ValidationError("--periods \(periods) is outside 2 to 16") }
    if audio == .driver(.file), device == nil {
      throw ValidationError("--audio file: name the file with --device: --audio file --device take.wav")
    }
    guard audio == .driver(.jack) else { return }
    if device != nil { throw ValidationError("--device: with JACK, use --connect") }
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

  /// The names of the given options.
  var givenOptions: [String] {
    var names: [String] = []
    if audio != nil { names.append("--audio") }
    if device != nil { names.append("--device") }
    if period != 512 { names.append("--period") }
    if periods != 4 { names.append("--periods") }
    return names
  }
}
