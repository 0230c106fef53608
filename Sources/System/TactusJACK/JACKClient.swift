import CJACK

/// A client of a JACK server.
///
///     let client = try JACKClient(JACKLibrary(), name: "tactus")
///     let out = try client.addPort("out_1", .audio, .output)
///     client.setProcess({ frames, context in … }, context)
///     try client.activate()
///     try client.connect(out, to: "system:playback_1")
///
/// After the server has gone, methods that throw report ``JACKError/serverGone(_:)``. No other method sends it a
/// request; ``sampleRate``, ``bufferSize`` and ``frameTime`` only read what the library knows.
/// - Thread: control, one thread at a time; any thread may use ``watch`` and the transport
public final class JACKClient {
  /// The library.
  public let library: JACKLibrary
  /// The state and notifications of the server.
  public let watch = JACKWatch()
  /// The client; nil after closing.
  private(set) var reference: OpaquePointer?
  /// The client's name, which the server has made unique.
  public let name: String

  /// Opens a client. It never starts a server.
  ///
  /// - Parameters:
  ///   - library: the JACK library.
  ///   - name: the requested name; if it is in use, the server appends a suffix.
  ///   - server: the server's name; nil for the name in the environment variable `JACK_DEFAULT_SERVER` or, if it is not
  ///     set, "default".
  public convenience init(_ library: JACKLibrary, name: String, server: String? = nil) throws(JACKError) {
    var status: Int32 = 0
    guard let client = ctactus_jack_open(library.functions, name, server, &status) else {
      throw Self.error(status, server)
    }
    let unique = library.functions.pointee.jack_get_client_name(client).map { String(cString: $0) }
    self.init(library, opened: client, name: unique ?? name)
  }

  /// Takes over a client that was opened with the library's functions.
  package init(_ library: JACKLibrary, opened client: OpaquePointer, name: String) {
    (self.library, self.name) = (library, name)
    reference = client
    watch.start(with: library.functions, client)
  }

  private static func error(_ status: Int32, _ server: String?) -> JACKError {
    if status & Int32(JackVersionError) != 0 { return .otherVersion }
    // without a server, JACK 1 gives no reason
    let isFailure = status == Int32(JackFailure)
    if isFailure || status & Int32(JackServerFailed | JackServerError) != 0 { return .noServer(server) }
    return .refused(status: status)
  }

  deinit { close() }

  private var functions: ctactus_jack_functions { library.functions.pointee }

  /// The client, if it is open and the server has not gone: calls to a server that has gone may hang for ever.
  private var served: OpaquePointer? { watch.isServerGone ? nil : reference }

  /// Throws if the server has gone.
  private func checkServer() throws(JACKError) {
    if watch.isServerGone { throw .serverGone(watch.shutdownMessage) }
  }

  // MARK: Life cycle

  /// Sets the process callback. Call it before ``activate()``.
  ///
  /// - Parameters:
  ///   - process: a function without state: a closure that captures nothing, defined outside `main`.
  ///   - context: the argument that the process callback receives.
  public func setProcess(
    _ process: @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Int32, _ context: UnsafeMutableRawPointer?
  ) {
    _ = functions.jack_set_process_callback(reference, process, context)
  }

  /// Activates the client: the audio thread starts calling the process callback.
  public func activate() throws(JACKError) {
    try checkServer()
    guard let reference, functions.jack_activate(reference) == 0 else { throw .notActivated }
  }

  /// Deactivates the client: the audio thread stops calling the process callback, and ports are disconnected.
  public func deactivate() {
    if let served { _ = functions.jack_deactivate(served) }
  }

  /// Closes the client. If the server has gone, no library function is called.
  public func close() {
    guard let client = reference else { return }
    reference = nil
    if !watch.isServerGone { _ = functions.jack_client_close(client) }
  }

  /// The sample rate in frames per second.
  public var sampleRate: Int { reference.map { Int(functions.jack_get_sample_rate($0)) } ?? 0 }
  /// The number of frames in a cycle.
  public var bufferSize: Int { reference.map { Int(functions.jack_get_buffer_size($0)) } ?? 0 }

  // MARK: Ports

  /// The type of a port.
  public enum Kind: String, Sendable {
    case audio = "32 bit float mono audio"
    case midi = "8 bit raw midi"
  }

  /// The direction of a port, as the client sees it.
  public enum Direction: Sendable {
    case input, output

    var flag: Int { Int(self == .input ? JackPortIsInput : JackPortIsOutput) }
    var opposite: Direction { self == .input ? .output : .input }
  }

  /// A port of a client.
  public struct Port: @unchecked Sendable {  // owned by the server until the client is closed
    let reference: OpaquePointer
    /// The full name, client:port.
    public let name: String
    /// The type.
    public let kind: Kind
    /// The direction.
    public let direction: Direction
    /// JACK's handle, for process callbacks other than ``JACKProcess``.
    package var handle: OpaquePointer { reference }
  }

  /// The library's functions, for process callbacks other than ``JACKProcess``.
  package var functionTable: UnsafePointer<ctactus_jack_functions> { UnsafePointer(library.functions) }

  /// Registers a port.
  public func addPort(_ name: String, _ kind: Kind, _ direction: Direction) throws(JACKError) -> Port {
    try checkServer()
    guard let reference,
      let port = functions.jack_port_register(reference, name, kind.rawValue, UInt(direction.flag), 0)
    else { throw .noPort(name) }
    let whole = functions.jack_port_name(port).map { String(cString: $0) } ?? "\(self.name):\(name)"
    return Port(reference: port, name: whole, kind: kind, direction: direction)
  }

  /// Returns the names of ports.
  ///
  /// - Parameters:
  ///   - kind: the type of the ports.
  ///   - direction: the direction of the ports.
  ///   - isPhysical: whether only hardware ports are returned.
  public func ports(_ kind: Kind, _ direction: Direction, isPhysical: Bool = false) -> [String] {
    let flags = direction.flag | (isPhysical ? Int(JackPortIsPhysical) : 0)
    guard let served, let list = functions.jack_get_ports(served, nil, kind.rawValue, UInt(flags)) else {
      return []
    }
    defer { functions.jack_free(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }

  /// Connects a port of this client to another port. An existing connection is not an error.
  public func connect(_ port: Port, to other: String) throws(JACKError) {
    try checkServer()
    guard let reference else { return }
    let (source, destination) = port.direction == .output ? (port.name, other) : (other, port.name)
    let code = functions.jack_connect(reference, source, destination)
    guard code == 0 || code == 17 else {  // EEXIST
      throw .notConnected(source: source, destination: destination, code: code)
    }
  }

  /// Connects ports of this client to the port called `name`. If `name` is a client, connects them in order to the
  /// matching ports of that client, or all of them to a single matching port.
  public func connect(_ own: [Port], to name: String) throws(JACKError) {
    try checkServer()
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

  /// Starts the shared transport.
  public func startTransport() { if let served { functions.jack_transport_start(served) } }
  /// Stops the shared transport.
  public func stopTransport() { if let served { functions.jack_transport_stop(served) } }
  /// Moves the shared transport to a frame; if it runs, it continues there.
  public func locateTransport(_ frame: UInt32) {
    if let served { _ = functions.jack_transport_locate(served, frame) }
  }

  /// The position of the shared transport, and whether it runs.
  public var transport: (frame: UInt32, isRolling: Bool) {
    guard let served else { return (0, false) }
    var position = jack_position_t()
    let state = functions.jack_transport_query(served, &position)
    return (position.frame, Int(state) == Int(JackTransportRolling))
  }

  /// Becomes the timebase master, which sets tempo and bars for all clients.
  ///
  /// - Parameters:
  ///   - isPolite: whether the call fails if there already is a timebase master.
  ///   - timebase: called in each cycle on the audio thread, after the process callback.
  package func provideTimebase(
    isPolite: Bool = false,
    _ timebase:
      @convention(c) (
        Int32, UInt32, UnsafeMutablePointer<jack_position_t>?, Int32, UnsafeMutableRawPointer?
      ) -> Void,
    _ context: UnsafeMutableRawPointer?
  ) throws(JACKError) {
    try checkServer()
    guard functions.jack_set_timebase_callback(reference, isPolite ? 1 : 0, timebase, context) == 0 else {
      throw .hasTimebaseMaster
    }
  }

  /// Releases the timebase.
  public func stopProvidingTimebase() {
    if let served { _ = functions.jack_release_timebase(served) }
  }

  /// Enables or disables JACK freewheel mode.
  public func setFreewheel(_ isOn: Bool) {
    if let served { _ = functions.jack_set_freewheel(served, isOn ? 1 : 0) }
  }

  /// The frame time at the start of the cycle: frames since the server started.
  public var frameTime: UInt32 { reference.map { functions.jack_last_frame_time($0) } ?? 0 }
}
