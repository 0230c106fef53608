import CJACK
import Synchronization
import TactusJACK
import TactusRealtime
import Testing

/// Connections of a client's MIDI input that end.
@Suite struct ConnectionTests {
  /// Servers name the two ports in any order.
  @Test(arguments: [[4, 5], [5, 4]] as [[UInt32]]) func theEndOfAConnectionToTheInputIsReported(ports: [UInt32]) throws
  {
    let server = ConnectingServer()
    let ends = SharedWords(0)
    let client = try server.makeClient(input: 5, setting: ends)
    server.change(ports[0], ports[1], isConnected: true)
    server.change(4, 6, isConnected: false)
    #expect(ends[0].pointee.load(ordering: .relaxed) == 0)
    server.change(ports[0], ports[1], isConnected: false)
    #expect(ends[0].pointee.load(ordering: .relaxed) == 1)
    client.close()
  }

  /// Libraries without these functions work as before.
  @Test func theFunctionsMayBeMissing() throws {
    let server = ConnectingServer(reportsConnections: false)
    let client = try server.makeClient(input: 5, setting: SharedWords(0))
    #expect(!server.isWatched)
    client.close()
  }
}

/// A JACK server in memory that reports connections. The number of a port is its address.
private final class ConnectingServer {
  private let table = UnsafeMutablePointer<ctactus_jack_functions>.allocate(capacity: 1)
  private var callback: JackPortConnectCallback?
  private var context: UnsafeMutableRawPointer?

  init(reportsConnections: Bool = true) {
    var functions = ctactus_jack_functions()
    functions.jack_get_buffer_size = { _ in 64 }
    functions.jack_set_xrun_callback = { _, _, _ in 0 }
    functions.jack_set_sample_rate_callback = { _, _, _ in 0 }
    functions.jack_set_buffer_size_callback = { _, _, _ in 0 }
    functions.jack_set_freewheel_callback = { _, _, _ in 0 }
    functions.jack_on_info_shutdown = { _, _, _ in }
    functions.jack_client_close = { _ in 0 }
    if reportsConnections {
      functions.jack_port_by_id = { _, number in OpaquePointer(bitPattern: UInt(number)) }
      functions.jack_set_port_connect_callback = { client, callback, context in
        (ConnectingServer.at(client).callback, ConnectingServer.at(client).context) = (callback, context)
        return 0
      }
    }
    table.initialize(to: functions)
  }

  deinit { table.deallocate() }

  var isWatched: Bool { callback != nil }

  func makeClient(input: UInt, setting ends: SharedWords) throws -> JACKClient {
    let reference = OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    let client = JACKClient(JACKLibrary(functions: table, name: "test"), opened: reference, name: "test")
    let port = try #require(OpaquePointer(bitPattern: input))
    client.watch.watchInput(port, of: reference, with: table, setting: ends)
    return client
  }

  func change(_ port: UInt32, _ other: UInt32, isConnected: Bool) {
    callback?(port, other, isConnected ? 1 : 0, context)
  }

  private static func at(_ client: OpaquePointer?) -> ConnectingServer {
    Unmanaged<ConnectingServer>.fromOpaque(UnsafeRawPointer(client!)).takeUnretainedValue()
  }
}
