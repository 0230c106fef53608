/// Why something cannot be done with JACK, as one sentence without a full stop.
///
/// - Thread: any
public enum JACKError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No library of that name, or none of the usual ones.
  case noLibrary(String)
  /// The library lacks functions that JACK 1.9 and 0.126 have.
  case oldLibrary(String)
  /// No server runs, or it does not answer; the name that was asked for, nil for the usual one.
  case noServer(String?)
  /// Client and server do not understand each other.
  case otherVersion
  /// The server runs, but does not take the client; its status word.
  case refused(status: Int32)
  /// No port of that name can be made.
  case noPort(String)
  /// The client cannot be activated.
  case notActivated
  /// Two ports cannot be connected.
  case notConnected(source: String, destination: String, code: Int32)
  /// No port and no client is called so.
  case unknownPort(String)
  /// Somebody else leads the transport.
  case hasTimebaseMaster
  /// The server has gone; its last words.
  case serverGone(String)

  /// What is wrong.
  public var description: String {
    switch self {
    case .noLibrary(let name): "no JACK library (\(name)) can be opened"
    case .oldLibrary(let name): "the JACK library (\(name)) is older than all that are supported, or something else"
    case .noServer(nil): "no JACK server is running"
    case .noServer(let name?): "no JACK server named '\(name)' is running"
    case .otherVersion: "the JACK library and the JACK server are of different versions"
    case .refused(let status): "the JACK server refuses a client (status \(status))"
    case .noPort(let name): "the JACK server refuses a port (\(name))"
    case .notActivated: "the JACK server does not start the client"
    case .notConnected(let source, let destination, let code):
      "the JACK server does not connect \(source) to \(destination) (\(code))"
    case .unknownPort(let name): "JACK has no port and no client '\(name)' that takes this"
    case .hasTimebaseMaster: "another JACK client already is the timebase master"
    case .serverGone(let words): "the JACK server has gone" + (words.isEmpty ? "" : ": \(words)")
    }
  }
}
