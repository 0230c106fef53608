import CJACK

/// A client of a JACK server.
///
///     let client = try JACKClient(JACKLibrary(), name: "tactus")
///     let out = try client.addPort("out_1", .audio, .output)
///     client.setProcess({ frames, context in … }, context)
///     try client.activate()
///     try client.connect(out, to: "system:playback_1")
///
/// - Thread: control, one thread at a time; ``watch`` and the transport from any
public final class JACKClient {
  /// The library.
  public let library: JACKLibrary
  /// What the server tells.
  public let watch = JACKWatch()
  /// The client; nil once it is closed.
  private(set) var reference: OpaquePointer?
  /// Its name, which the server has made unlike all others.
  public let name: String

  /// Opens a client; a server is never started.
  ///
  /// - Parameters:
  ///   - name: what it would be called; if that is taken the server adds to it.
  ///   - server: the server's name; nil for `JACK_DEFAULT_SERVER` in the environment, else "default".
  public init(_ library: JACKLibrary, name: String, server: String? = nil) throws(JACKError) {
    self.library = library
    var status: Int32 = 0
    guard let client = tactus_jack_open(library.functions, name, server, &status) else {
      self.name = name
      throw Self.error(status, server)
    }
    reference = client
    self.name = library.functions.pointee.jack_get_client_name(client).map { String(cString: $0) } ?? name
    watch.start(with: library.functions, client)
  }

  private static func error(_ status: Int32, _ server: String?) -> JACKError {
    if status & Int32(JackVersionError) != 0 { return .otherVersion }
    if status & Int32(JackServerFailed | JackServerError) != 0 { return .noServer(server) }
    return .refused(status: status)
  }

  deinit { close() }

  private var functions: tactus_jack_functions { library.functions.pointee }

  // MARK: Life

  /// What the audio thread calls; before ``activate()``.
  ///
  /// - Parameters:
  ///   - process: a function without any state of its own: a closure that captures nothing, written outside of `main`.
  ///   - context: handed to it.
  public func setProcess(
    _ process: @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Int32, _ context: UnsafeMutableRawPointer?
  ) {
    _ = functions.jack_set_process_callback(reference, process, context)
  }

  /// From now on the audio thread calls.
  public func activate() throws(JACKError) {
    guard let reference, functions.jack_activate(reference) == 0 else { throw .notActivated }
  }

  /// The audio thread does not call any more; ports lose their connections.
  public func deactivate() {
    guard let reference, !watch.isServerGone else { return }
    _ = functions.jack_deactivate(reference)
  }

  /// Leaves the server; of one that has gone nothing is asked.
  public func close() {
    guard let client = reference else { return }
    reference = nil
    // what hangs on a server that is gone may hang for ever
    if !watch.isServerGone { _ = functions.jack_client_close(client) }
  }

  /// Frames per second.
  public var sampleRate: Int { reference.map { Int(functions.jack_get_sample_rate($0)) } ?? 0 }
  /// Frames of a cycle.
  public var bufferSize: Int { reference.map { Int(functions.jack_get_buffer_size($0)) } ?? 0 }

  // MARK: Ports

  /// What goes through a port.
  public enum Kind: String, Sendable {
    case audio = "32 bit float mono audio"
    case midi = "8 bit raw midi"
  }

  /// Which way, as the client sees it.
  public enum Direction: Sendable {
    case input, output

    var flag: Int { Int(self == .input ? JackPortIsInput : JackPortIsOutput) }
    var opposite: Direction { self == .input ? .output : .input }
  }

  /// A port of a client.
  public struct Port: @unchecked Sendable {  // the server's, until the client is closed
    let reference: OpaquePointer
    /// client:port.
    public let name: String
    /// What goes through it.
    public let kind: Kind
    /// Which way.
    public let direction: Direction
    /// JACK's own, for process callbacks of others.
    package var handle: OpaquePointer { reference }
  }

  /// The library's functions, for process callbacks of others.
  package var functionTable: UnsafePointer<tactus_jack_functions> { UnsafePointer(library.functions) }

  /// Makes a port.
  public func addPort(_ name: String, _ kind: Kind, _ direction: Direction) throws(JACKError) -> Port {
    guard let reference,
      let port = functions.jack_port_register(reference, name, kind.rawValue, UInt(direction.flag), 0)
    else { throw .noPort(name) }
    let whole = functions.jack_port_name(port).map { String(cString: $0) } ?? "\(self.name):\(name)"
    return Port(reference: port, name: whole, kind: kind, direction: direction)
  }

  /// The names of ports.
  ///
  /// - Parameter isPhysical: only those of the hardware.
  public func ports(_ kind: Kind, _ direction: Direction, isPhysical: Bool = false) -> [String] {
    let flags = direction.flag | (isPhysical ? Int(JackPortIsPhysical) : 0)
    guard let reference, let list = functions.jack_get_ports(reference, nil, kind.rawValue, UInt(flags)) else {
      return []
    }
    defer { functions.jack_free(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }

  /// Connects a port of this client to another's port. That they are connected already is no error.
  public func connect(_ port: Port, to other: String) throws(JACKError) {
    guard let reference else { return }
    let (source, destination) = port.direction == .output ? (port.name, other) : (other, port.name)
    let code = functions.jack_connect(reference, source, destination)
    guard code == 0 || code == 17 else {  // EEXIST
      throw .notConnected(source: source, destination: destination, code: code)
    }
  }

  /// Connects ports of this client, in their order, to what a name says: one port, or all that a client has for it.
  public func connect(_ own: [Port], to name: String) throws(JACKError) {
    guard let first = own.first else { throw .unknownPort(name) }
    let all = ports(first.kind, first.direction.opposite)
    let meant = all.filter { $0 == name }
    let others = meant.isEmpty ? all.filter { $0.hasPrefix(name + ":") } : meant
    guard !others.isEmpty else { throw .unknownPort(name) }
    if others.count == 1 {
      for port in own { try connect(port, to: others[0]) }
    } else {
      for (port, other) in zip(own, others) { try connect(port, to: other) }
    }
  }

  // MARK: Transport

  /// Lets the shared transport run.
  public func startTransport() { if let reference { functions.jack_transport_start(reference) } }
  /// Lets it stand.
  public func stopTransport() { if let reference { functions.jack_transport_stop(reference) } }
  /// Moves it to a frame; where it runs, it goes on there.
  public func locateTransport(_ frame: UInt32) {
    if let reference { _ = functions.jack_transport_locate(reference, frame) }
  }

  /// Where the shared transport is, and whether it runs.
  public var transport: (frame: UInt32, isRolling: Bool) {
    guard let reference else { return (0, false) }
    var position = jack_position_t()
    let state = functions.jack_transport_query(reference, &position)
    return (position.frame, Int(state) == Int(JackTransportRolling))
  }

  /// Becomes who says tempo and bars to all clients.
  ///
  /// - Parameters:
  ///   - isPolite: whether it leaves that to who does it already.
  ///   - timebase: called in each cycle on the audio thread, after the process callback.
  package func lead(
    isPolite: Bool = false,
    _ timebase:
      @convention(c) (
        Int32, UInt32, UnsafeMutablePointer<jack_position_t>?, Int32, UnsafeMutableRawPointer?
      ) -> Void,
    _ context: UnsafeMutableRawPointer?
  ) throws(JACKError) {
    guard functions.jack_set_timebase_callback(reference, isPolite ? 1 : 0, timebase, context) == 0 else {
      throw .hasTimebaseMaster
    }
  }

  /// Does not lead any more.
  public func stopLeading() { if let reference, !watch.isServerGone { _ = functions.jack_release_timebase(reference) } }

  /// Lets the server run as fast as it can, or in time again.
  public func setFreewheel(_ isOn: Bool) {
    if let reference { _ = functions.jack_set_freewheel(reference, isOn ? 1 : 0) }
  }

  /// Frames since the server started, at the beginning of the cycle.
  public var frameTime: UInt32 { reference.map { functions.jack_last_frame_time($0) } ?? 0 }
}
