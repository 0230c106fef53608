import FlyingFox
import FlyingSocks
import Foundation
import TactusTool

/// Serves the studio's page, and the files of its workspace, on the loopback interface.
package struct StudioServer: Sendable {
  /// The port that is tried first if none is given.
  package static let defaultPort: UInt16 = 7350

  private let settings: StudioSettings
  private let token: String

  package init(_ settings: StudioSettings, token: String = RequestGate.randomToken()) {
    (self.settings, self.token) = (settings, token)
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter announce: receives the address of the page as soon as it can be opened.
  package func run(announce: @Sendable (String) throws -> Void) async throws {
    let socket = try boundPort()
    let gate = RequestGate(token: token, port: socket)
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: socket)
    let server = HTTPServer(
      address: address, timeout: 120, logger: .disabled, handler: StudioHandler(settings, gate: gate))
    let serving = Task { try await server.run() }
    try await withTaskCancellationHandler {
      do { try await server.waitUntilListening(timeout: 5) } catch {
        serving.cancel()
        _ = try await serving.value  // says why
        throw error
      }
      try announce("http://127.0.0.1:\(socket)/\(token)/Studio/?workspace")
      try await serving.value
    } onCancel: {
      serving.cancel()
    }
  }

  /// Returns the given port, or else the default one if it is free, or else a free one.
  private func boundPort() throws -> UInt16 {
    if let port = settings.port {
      guard try Self.freePort(port) != nil else {
        throw ToolError("--port \(port)", "the port is in use; choose another one, or leave it out")
      }
      return port
    }
    if let port = try Self.freePort(Self.defaultPort) ?? Self.freePort(0) { return port }
    throw ToolError("studio", "no port is free on 127.0.0.1")
  }

  /// Returns a port if it is free, and for 0 a free one; nil if it is in use.
  private static func freePort(_ port: UInt16) throws -> UInt16? {
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    try socket.setValue(true, for: .localAddressReuse)
    do {
      try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
    } catch SocketError.failed(_, let code, _) where code == EADDRINUSE || code == EACCES { return nil }
    guard case .ip4(_, let port) = try socket.sockname() else { return nil }
    return port
  }
}
