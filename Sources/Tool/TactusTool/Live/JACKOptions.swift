import ArgumentParser
import TactusDevices
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

  /// The names of the given options.
  var givenOptions: [String] {
    var names: [String] = []
    if server != nil { names.append("--server") }
    if client != nil { names.append("--client") }
    if !connect.isEmpty { names.append("--connect") }
    if noConnect { names.append("--no-connect") }
    return names
  }

  /// Opens a client.
  ///
  /// - Parameters:
  ///   - name: the default name, overridden by --client.
  ///   - usesPipeWire: whether PipeWire's JACK is tried if no other server is running.
  func client(_ name: String, usesPipeWire: Bool = true) throws(JACKError) -> JACKClient {
    try Self.client(client ?? name, server: server, usesPipeWire: usesPipeWire)
  }

  private static let loaded = LoadedOnce<JACKLibrary>()

  /// Opens a client of the default server, or of a server with this name.
  static func client(
    _ name: String, server: String? = nil, usesPipeWire: Bool = true
  ) throws(JACKError) -> JACKClient {
    do {
      return try JACKClient(loaded.get { () throws(JACKError) in try JACKLibrary() }, name: name, server: server)
    } catch {
      guard usesPipeWire, server == nil, error.isMissingServer, let library = JACKLibrary.pipeWire else { throw error }
      do { return try JACKClient(library, name: name) } catch _ { throw error }
    }
  }

  /// Returns the remedy for an error.
  static func advice(_ error: JACKError) -> String {
    switch error {
    case .noLibrary, .oldLibrary: "install jackd2 or PipeWire's JACK (pipewire-jack)"
    case .noServer: "start one (`jackd -d alsa`)"
    case .serverGone: "start it again"
    default: "see the server's messages"
    }
  }

  /// Connects a session's ports as requested, and the others to the hardware.
  ///
  /// - Parameter midi: the ports or clients to which MIDI outputs are to be connected, in addition to those of
  ///   --connect: the first MIDI output to the first of them, and so on; see ``MIDIRoutes``.
  /// - Returns: a remark if no port could be connected.
  func connect(_ session: JACKSession, midi: [String] = []) throws(ToolError) -> String? {
    guard !noConnect else { return nil }
    do throws(JACKError) {
      let groups = Self.groups(session, session.midiOutputs)
      var connected: Set<Int> = []
      for name in connect { connected.formUnion(try Self.connect(groups, session.client, name)) }
      let outputs = session.midiOutputs
      let routes = MIDIRoutes(ports: UInt16(truncatingIfNeeded: 1 << outputs.count - 1), outputs: midi.count)
      for (index, name) in midi.enumerated() {
        let own = outputs.indices.filter { routes.outputs(ofPort: $0).contains(index) }.map { outputs[$0] }
        connected.formUnion(try Self.connect(Self.groups(session, own), session.client, name))
      }
      for index in groups.indices where !connected.contains(index) {
        if try Self.connectToHardware(groups[index], session.client) { connected.insert(index) }
      }
      return connected.isEmpty ? "no port is connected; choose one with --connect" : nil
    } catch .serverGone {
      return nil  // the session itself reports that, and what to do
    } catch { throw ToolError(nil, "\(error); `jack_lsp` lists ports") }
  }

  /// Returns the groups of ports that are connected together.
  ///
  /// - Parameter midiOutputs: some of the session's MIDI outputs; if it has any, at least one.
  private static func groups(_ session: JACKSession, _ midiOutputs: [JACKClient.Port]) -> [[JACKClient.Port]] {
    [
      session.audioOutputs, [session.midiInput].compactMap { $0 }, midiOutputs,
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
