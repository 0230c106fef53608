import ArgumentParser
import TactusJACK

/// The JACK options of live commands: server and ports.
struct JACKOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The name of the JACK server. (default: JACK's default)", valueName: "name"))
  var server: String?
  @Option(help: ArgumentHelp("The name of this JACK client.", valueName: "name")) var client: String?
  @Option(
    help: ArgumentHelp(
      "JACK port or client to connect to; repeatable. Outputs left unconnected go to the system playback ports.",
      valueName: "port"))
  var connect: [String] = []
  @Flag(help: "Do not connect any port.") var noConnect = false

  func validate() throws {
    if noConnect, !connect.isEmpty { throw ValidationError("--connect and --no-connect exclude each other") }
  }

  /// Opens a client.
  ///
  /// - Parameters:
  ///   - name: the default name, overridden by --client.
  ///   - bounce: the offline command that error messages suggest instead.
  ///   - isWorthWaiting: set if an error is thrown: true if the only problem is that no server is running.
  func open(
    _ name: String, insteadOf bounce: String, isWorthWaiting: inout Bool
  ) throws(ToolError) -> JACKClient {
    do { return try JACKClient(JACKLibrary(), name: client ?? name, server: server) } catch {
      if case .noServer = error { isWorthWaiting = true } else { isWorthWaiting = false }
      throw ToolError(nil, "\(error); \(Self.advice(error)), or render a file: `\(bounce)`")
    }
  }

  /// Opens a client, without reporting whether only the server is missing.
  func open(_ name: String, insteadOf bounce: String) throws(ToolError) -> JACKClient {
    var isWorthWaiting = false
    return try open(name, insteadOf: bounce, isWorthWaiting: &isWorthWaiting)
  }

  /// Returns the remedy for an error.
  static func advice(_ error: JACKError) -> String {
    switch error {
    case .noLibrary, .oldLibrary: "install jackd2 or PipeWire's JACK (pipewire-jack)"
    case .noServer: "start one (`jackd -d alsa`, or with PipeWire run `pw-jack tactus …`)"
    case .serverGone: "start it again"
    default: "see the server's messages"
    }
  }

  /// Connects a session's ports as requested, and the others to the hardware.
  ///
  /// - Returns: a remark if no port could be connected.
  func connect(_ session: JACKSession) throws(ToolError) -> String? {
    guard !noConnect else { return nil }
    do throws(JACKError) {
      let groups = Self.groups(session)
      var connected: Set<Int> = []
      for name in connect { connected.formUnion(try Self.connect(groups, session.client, name)) }
      for index in groups.indices where !connected.contains(index) {
        if try Self.connectToHardware(groups[index], session.client) { connected.insert(index) }
      }
      return connected.isEmpty ? "no port is connected; choose one with --connect" : nil
    } catch { throw ToolError(nil, "\(error); `jack_lsp` lists ports") }
  }

  /// Returns the groups of ports that are connected together.
  private static func groups(_ session: JACKSession) -> [[JACKClient.Port]] {
    [
      session.audioOutputs, [session.midiInput].compactMap { $0 }, session.midiOutputs,
      [session.clockOutput].compactMap { $0 },
    ].filter { !$0.isEmpty }
  }

  /// Connects the groups that match a name, and returns their indices.
  private static func connect(
    _ groups: [[JACKClient.Port]], _ client: JACKClient, _ name: String
  ) throws(JACKError) -> [Int] {
    var connected: [Int] = []
    for (index, group) in groups.enumerated() {
      do throws(JACKError) {
        try client.connect(group, to: name)
        connected.append(index)
      } catch .unknownPort {
      } catch { throw error }
    }
    if connected.isEmpty { throw .unknownPort(name) }
    return connected
  }

  /// Connects ports to the hardware. A single port is connected to all hardware ports. Several ports are connected to
  /// the hardware ports in order, or all of them to a single hardware port.
  ///
  /// - Returns: whether there are hardware ports.
  private static func connectToHardware(_ group: [JACKClient.Port], _ client: JACKClient) throws(JACKError) -> Bool {
    guard let first = group.first else { return false }
    let others = client.ports(first.kind, first.direction == .input ? .output : .input, isPhysical: true)
    if group.count == 1 {
      for other in others { try client.connect(first, to: other) }
    } else if others.count == 1 {
      for port in group { try client.connect(port, to: others[0]) }
    } else {
      for (port, other) in zip(group, others) { try client.connect(port, to: other) }
    }
    return !others.isEmpty
  }
}
