import ArgumentParser
import TactusJACK

/// The options of what plays live: which server, which ports.
struct JACKOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The JACK server's name, if it is not the usual one.", valueName: "name"))
  var server: String?
  @Option(help: ArgumentHelp("What JACK calls this program.", valueName: "name")) var client: String?
  @Option(
    help: ArgumentHelp(
      "Connect to a port, or to all of a client that suit; again for more. (default: the hardware)", valueName: "port"))
  var connect: [String] = []
  @Flag(help: "Connect to nothing.") var noConnect = false

  func validate() throws {
    if noConnect, !connect.isEmpty { throw ValidationError("--connect and --no-connect exclude each other") }
  }

  /// Opens a client.
  ///
  /// - Parameters:
  ///   - name: what it is called, unless --client says something else.
  ///   - bounce: the command that makes a file instead.
  ///   - isWorthWaiting: set to whether it is only the server that is missing.
  func open(
    _ name: String, insteadOf bounce: String, isWorthWaiting: inout Bool
  ) throws(ToolError) -> JACKClient {
    do { return try JACKClient(JACKLibrary(), name: client ?? name, server: server) } catch {
      if case .noServer = error { isWorthWaiting = true } else { isWorthWaiting = false }
      throw ToolError(nil, "\(error); \(Self.advice(error)), or make a file: `\(bounce)`")
    }
  }

  /// The same, of a server that is there or not.
  func open(_ name: String, insteadOf bounce: String) throws(ToolError) -> JACKClient {
    var isWorthWaiting = false
    return try open(name, insteadOf: bounce, isWorthWaiting: &isWorthWaiting)
  }

  /// What to do about it.
  static func advice(_ error: JACKError) -> String {
    switch error {
    case .noLibrary, .oldLibrary: "install jackd2 or PipeWire's JACK (pipewire-jack)"
    case .noServer: "start one (`jackd -d alsa`, or PipeWire and say `pw-jack tactus …`)"
    case .serverGone: "start it again"
    default: "look at what the server says"
    }
  }

  /// Connects a session's ports as is asked.
  func connect(_ session: JACKSession) throws(ToolError) {
    guard !noConnect else { return }
    do throws(JACKError) {
      for name in connect { try connect(session, name) }
      guard connect.isEmpty else { return }
      try session.connectToHardware()
      guard let input = session.midiInput else { return }
      for name in session.client.ports(.midi, .output, isPhysical: true) { try session.client.connect(input, to: name) }
    } catch { throw ToolError(nil, "\(error); `jack_lsp` lists ports") }
  }

  private func connect(_ session: JACKSession, _ name: String) throws(JACKError) {
    let groups = [
      session.audioOutputs, [session.midiInput].compactMap { $0 }, session.midiOutputs,
      [session.clockOutput].compactMap { $0 },
    ]
    var isConnected = false
    for group in groups where !group.isEmpty {
      do throws(JACKError) {
        try session.client.connect(group, to: name)
        isConnected = true
      } catch .unknownPort {
      } catch { throw error }
    }
    if !isConnected { throw .unknownPort(name) }
  }
}
