import ArgumentParser
import TactusDevices
import TactusJACK

#if canImport(Darwin)
  import TactusAVFAudio
#endif

/// The audio output of a live command: opens the sound system that its options choose.
struct AudioOutput {
  private let audio: AudioOptions
  private let jack: JACKOptions
  /// The name of the client of a server.
  private let name: String
  private let midi: LiveMIDI

  /// - Parameter input: the MIDI inputs; nil if the command has none.
  init(
    _ audio: AudioOptions, _ jack: JACKOptions, input: MIDIInputOptions? = nil, output: MIDIOutputOptions? = nil,
    name: String = "tactus"
  ) {
    (self.audio, self.jack, self.name) = (audio, jack, name)
    midi = LiveMIDI(input, output)
  }

  /// Throws if an option contradicts another one.
  static func validate(
    _ audio: AudioOptions, _ jack: JACKOptions, input: MIDIInputOptions? = nil
  ) throws(ValidationError) {
    if audio.audio == .driver(.jack), input?.excludesJACK ?? false {
      throw ValidationError("--midi: with JACK, use --connect")
    }
    guard let option = jack.givenOptions.first else { return }
    if let choice = audio.audio, choice != .driver(.jack) {
      throw ValidationError("\(option) is only for JACK; leave out --audio")
    }
    if audio.device != nil || input?.excludesJACK ?? false {
      throw ValidationError("\(option) is only for JACK, --device and --midi are for the others")
    }
  }

  /// The driver that is required; nil if the first that answers is wanted.
  private var required: AudioDriver? {
    if case .driver(let driver) = audio.audio { return driver }
    return jack.givenOptions.isEmpty ? nil : .jack
  }

  /// Whether the first driver that answers is wanted.
  var isAutomatic: Bool { required == nil }

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - sampleRate: the rate that an earlier session has detected.
  ///   - ports: the ports of a JACK client; of other sessions, whether they have audio, and the message ports.
  ///   - bounce: the offline command that error messages suggest instead.
  ///   - isWorthWaiting: set if an error is thrown: whether only a server is missing.
  func open(
    sampleRate: Int?, ports: JACKSession.Ports = JACKSession.Ports(), insteadOf bounce: String,
    isWorthWaiting: inout Bool
  ) throws(ToolError) -> any AudioSession {
    isWorthWaiting = false
    let session = try openOutput(sampleRate, ports, insteadOf: bounce, &isWorthWaiting)
    isWorthWaiting = false
    if session.driver != .jack { try midi.open(ports: ports.midiOutputs) }
    return session
  }

  private func openOutput(
    _ sampleRate: Int?, _ ports: JACKSession.Ports, insteadOf bounce: String, _ isWorthWaiting: inout Bool
  ) throws(ToolError) -> any AudioSession {
    if let required = required ?? (ports.hasAudio ? nil : .silent) {
      return try open(required, sampleRate, ports, insteadOf: bounce, &isWorthWaiting)
    }
    var reasons: [String] = []
    for driver in AudioOptions.Choice.drivers {
      if driver == .jack, audio.device != nil || midi.excludesJACK { continue }
      do { return try session(driver, sampleRate, ports, usesPipeWire: false) } catch {
        isWorthWaiting = isWorthWaiting || Self.isMissingServer(error)
        reasons.append("\(error)")
      }
    }
    throw ToolError(
      nil,
      "no sound system is available (\(reasons.joined(separator: "; "))); start one, or render a file: `\(bounce)`")
  }

  /// Opens a session, without reporting whether only a server is missing.
  func open(
    sampleRate: Int?, ports: JACKSession.Ports = JACKSession.Ports(), insteadOf bounce: String
  ) throws(ToolError) -> any AudioSession {
    var isWorthWaiting = false
    return try open(sampleRate: sampleRate, ports: ports, insteadOf: bounce, isWorthWaiting: &isWorthWaiting)
  }

  private func open(
    _ driver: AudioDriver, _ rate: Int?, _ ports: JACKSession.Ports, insteadOf bounce: String,
    _ isWorthWaiting: inout Bool
  ) throws(ToolError) -> any AudioSession {
    do { return try session(driver, rate, ports, usesPipeWire: true) } catch {
      // an error of a file already says what to do
      if driver == .file, let error = error as? ToolError { throw error }
      isWorthWaiting = Self.isMissingServer(error)
      throw ToolError(nil, "\(error); \(Self.advice(error)), or render a file: `\(bounce)`")
    }
  }

  private func session(
    _ driver: AudioDriver, _ rate: Int?, _ ports: JACKSession.Ports, usesPipeWire: Bool
  ) throws -> any AudioSession {
    switch driver {
    case .jack: return try JACKSession(jack.client(name, usesPipeWire: usesPipeWire), ports: ports, sampleRate: rate)
    case .file:
      let stream = try FileStream(audio.device ?? "", sampleRate: 48_000, period: audio.period)
      return DeviceSession(stream, capacity: audio.period, input: midi.input, output: midi.sessionOutput)
    #if canImport(Darwin)
      case .coreAudio:
        let stream = try CoreAudioStream(audio.deviceOptions(sampleRate: rate))
        return DeviceSession(
          stream, capacity: CoreAudioStream.mostFrames, input: midi.input, output: midi.sessionOutput)
    #endif
    default:
      return try DeviceSession(
        driver, audio.deviceOptions(sampleRate: rate), input: midi.input, output: midi.sessionOutput)
    }
  }

  private static func isMissingServer(_ error: any Error) -> Bool {
    (error as? JACKError)?.isMissingServer ?? (error as? DeviceError)?.isMissingServer ?? false
  }

  private static func advice(_ error: any Error) -> String {
    if let error = error as? JACKError { return JACKOptions.advice(error) }
    switch error as? DeviceError {
    case .noLibrary(let driver, _), .oldLibrary(let driver, _): return "install \(driver.name)"
    case .unknownDevice: return "`tactus devices` lists the outputs"
    case .noServer: return "start it, or choose another sound system with --audio"
    case .refused, nil: return "choose another output with --device or --audio"
    }
  }

  /// Connects the ports of a JACK session; other sessions are connected by the server.
  ///
  /// - Returns: a remark if no port could be connected.
  func connect(_ session: any AudioSession) throws(ToolError) -> String? {
    guard let session = session as? JACKSession else { return nil }
    return try jack.connect(session, midi: midi.outputNames)
  }

  /// Returns the hardware that is connected to a session's MIDI input when it appears; nil if that is not this
  /// program's task.
  func hardware(of session: any AudioSession) -> JACKHardware? { JACKHardware(session, jack) }

  /// Throws if the recording of a session that has stopped could not be completed.
  static func checkRecording(_ session: any AudioSession) throws(ToolError) {
    if session.driver == .file, let ending = session.ending { throw ToolError(nil, ending) }
  }

  /// The sentence that says where the sound goes; nil if the options say so.
  func remark(_ session: any AudioSession) -> String? {
    isAutomatic && session.driver != .silent ? "playing through \(session.title) at \(session.sampleRate) Hz" : nil
  }

  /// Returns what has happened to the MIDI inputs and outputs since the last call.
  func takeRemarks() -> [String] { midi.takeRemarks() }

  /// Sends what is waiting for MIDI outputs, and ends their notes.
  func close() { midi.close() }
}

/// Counts sessions that end as soon as they have started, so that a broken output is not opened again for ever.
struct ShortSessions {
  private var count = 0

  /// How many of them may follow one another.
  private static var most: Int { 3 }

  /// Counts a session that has ended. Returns whether another one is worth an attempt.
  mutating func allowAnother(after session: any AudioSession) -> Bool {
    let seconds = Double(session.load.frames) / Double(max(1, session.sampleRate))
    count = seconds < 1 ? count + 1 : 0
    return count <= Self.most
  }
}
