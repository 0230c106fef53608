import CJACK
import TactusJACK
import Testing

/// Clients whose server shuts down.
@Suite struct ServerGoneTests {
  /// Calls to a server that has gone may hang, so there are none, and errors say what has happened.
  @Test func nothingCallsAServerThatHasGone() throws {
    let server = ClosingServer()
    let client = server.makeClient()
    let port = try client.addPort("out_1", .audio, .output)
    try client.connect(port, to: "system:playback_1")
    #expect(server.calls == 2)
    server.shutDown("killed")
    let gone = JACKError.serverGone("killed")
    #expect(throws: gone) { try client.activate() }
    #expect(throws: gone) { try client.connect(port, to: "system:playback_1") }
    #expect(throws: gone) { try client.connect([port], to: "system") }
    #expect(throws: gone) { _ = try client.addPort("out_2", .audio, .output) }
    #expect(client.ports(.audio, .input).isEmpty)
    #expect(!client.transport.isRolling)
    client.startTransport()
    client.locateTransport(100)
    client.close()
    #expect(server.calls == 2)
  }

  /// A wait for something that only the server can bring about ends with the server.
  @Test func aWaitEndsWithTheServer() {
    let server = ClosingServer()
    let client = server.makeClient()
    var checks = 0
    client.watch.wait(milliseconds: 60_000) {
      checks += 1
      if checks == 2 { server.shutDown("killed") }
      return false
    }
    #expect(checks == 2)
    client.close()
  }
}

/// A JACK server in memory that shuts down when a test wants it. It counts the calls of a client.
private final class ClosingServer {
  private let table = UnsafeMutablePointer<ctactus_jack_functions>.allocate(capacity: 1)
  private(set) var calls = 0
  private var shutdown: JackInfoShutdownCallback?
  private var context: UnsafeMutableRawPointer?

  init() {
    var functions = ctactus_jack_functions()
    functions.jack_get_buffer_size = { _ in 64 }
    functions.jack_set_xrun_callback = { _, _, _ in 0 }
    functions.jack_set_sample_rate_callback = { _, _, _ in 0 }
    functions.jack_set_buffer_size_callback = { _, _, _ in 0 }
    functions.jack_set_freewheel_callback = { _, _, _ in 0 }
    functions.jack_on_info_shutdown = { client, callback, context in
      (ClosingServer.at(client).shutdown, ClosingServer.at(client).context) = (callback, context)
    }
    functions.jack_port_register = { client, _, _, _, _ in
      ClosingServer.count(client)
      return client
    }
    functions.jack_port_name = { _ in nil }
    functions.jack_activate = { client in ClosingServer.count(client) }
    functions.jack_client_close = { client in ClosingServer.count(client) }
    functions.jack_connect = { client, _, _ in ClosingServer.count(client) }
    functions.jack_get_ports = { client, _, _, _ in
      ClosingServer.count(client)
      return nil
    }
    functions.jack_transport_query = { client, _ in ClosingServer.count(client) }
    functions.jack_transport_start = { client in ClosingServer.count(client) }
    functions.jack_transport_locate = { client, _ in ClosingServer.count(client) }
    table.initialize(to: functions)
  }

  deinit { table.deallocate() }

  func makeClient() -> JACKClient {
    let reference = OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    return JACKClient(JACKLibrary(functions: table, name: "test"), opened: reference, name: "test")
  }

  func shutDown(_ reason: String) { shutdown?(0, reason, context) }

  @discardableResult private static func count(_ client: OpaquePointer?) -> Int32 {
    at(client).calls += 1
    return 0
  }

  private static func at(_ client: OpaquePointer?) -> ClosingServer {
    Unmanaged<ClosingServer>.fromOpaque(UnsafeRawPointer(client!)).takeUnretainedValue()
  }
}
