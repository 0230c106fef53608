/// A JACK error. Its description is one sentence without a full stop.
///
/// - Thread: any
public enum JACKError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No library with this name, or with one of the usual names, was found.
  case noLibrary(String)
  /// The library lacks functions that JACK 1.9 and 0.126 have.
  case oldLibrary(String)
  /// No server runs, or it does not respond. The value is the requested name of the server; nil for the default.
  case noServer(String?)
  /// Client and server use incompatible protocols.
  case otherVersion
  /// The server runs, but rejects the client with this status word.
  case refused(status: Int32)
  /// A port with this name cannot be registered.
  case noPort(String)
  /// The client cannot be activated.
  case notActivated
  /// Two ports cannot be connected.
  case notConnected(source: String, destination: String, code: Int32)
  /// There is no port and no client with this name.
  case unknownPort(String)
  /// Another client is the timebase master.
  case hasTimebaseMaster
  /// The server has shut down; the value is its last message.
  case serverGone(String)

  /// Whether the only problem is that no server is running.
  public var isMissingServer: Bool { if case .noServer = self { true } else { false } }

  /// The error in words.
  public var description: String {
    switch self {
    case .noLibrary(let name): "no JACK library (\(name)) can be opened"
    case .oldLibrary(let name): "\(name) is not a JACK library, or is older than JACK 1.9 and 0.126"
    case .noServer(nil): "no JACK server is running"
    case .noServer(let name?): "no JACK server named '\(name)' is running"
    case .otherVersion: "the JACK library and the JACK server use incompatible protocols"
    case .refused(let status): "the JACK server refuses a client (status \(status))"
    case .noPort(let name): "the JACK server refuses a port (\(name))"
    case .notActivated: "the JACK server cannot activate this client"
    case .notConnected(let source, let destination, let code):
      "the JACK server does not connect \(source) to \(destination) (\(code))"
    case .unknownPort(let name): "JACK has no port or client '\(name)' that can be connected to this client"
    case .hasTimebaseMaster: "another JACK client already is the timebase master"
    case .serverGone(let words): "the JACK server has shut down" + (words.isEmpty ? "" : ": \(words)")
    }
  }
}
