import CJACK
import Synchronization
import TactusRealtime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The notifications of a server: buffer size, freewheeling, xruns, connections that end, and shutdown.
///
/// - Thread: any
public final class JACKWatch: @unchecked Sendable {  // words are atomic, the rest is fixed or under a lock
  private let words = SharedWords(0, 0, 0, 0, 0)
  private let lastWords = Guarded("")
  private let input = Guarded<Input?>(nil)

  /// An input port whose connections are watched.
  private struct Input: @unchecked Sendable {  // the server owns the port, and the library outlives the client
    let library: UnsafePointer<ctactus_jack_functions>
    let client, port: OpaquePointer
    /// Set to 1 when a connection ends.
    let ends: SharedWords
  }

  package init() {}

  /// The number of xruns, whatever their cause.
  public var xruns: Int { words[0].pointee.load(ordering: .relaxed) }
  /// The sample rate in frames per second that the server has reported since the client was opened; 0 for none.
  public var sampleRate: Int { words[1].pointee.load(ordering: .relaxed) }
  /// The number of frames in a cycle, as last reported.
  public var bufferSize: Int { words[2].pointee.load(ordering: .relaxed) }
  /// Whether the server is freewheeling.
  public var isFreewheeling: Bool { words[3].pointee.load(ordering: .relaxed) != 0 }
  /// Whether the server has shut down, or has removed the client.
  public var isServerGone: Bool { words[4].pointee.load(ordering: .acquiring) != 0 }
  /// The server's message on shutdown.
  public var shutdownMessage: String { lastWords.withLock { $0 } }

  /// Waits until a condition holds or the server has gone, for at most this many milliseconds.
  ///
  /// - Thread: control
  package func wait(milliseconds: Int, until isReached: () -> Bool) {
    var left = milliseconds
    while left > 0, !isServerGone, !isReached() {
      usleep(1_000)
      left -= 1
    }
  }

  /// Registers the notification callbacks; called before the client is activated.
  func start(with library: UnsafePointer<ctactus_jack_functions>, _ client: OpaquePointer) {
    let functions = library.pointee
    words[2].pointee.store(Int(functions.jack_get_buffer_size(client)), ordering: .relaxed)
    // never released: a callback may be in progress when the client is closed
    let reference = Unmanaged.passRetained(self).toOpaque()
    _ = functions.jack_set_xrun_callback(
      client,
      { context in
        JACKWatch.at(context)?.words[0].pointee.wrappingAdd(1, ordering: .relaxed)
        return 0
      }, reference)
    _ = functions.jack_set_sample_rate_callback(
      client,
      { rate, context in
        JACKWatch.at(context)?.words[1].pointee.store(Int(rate), ordering: .relaxed)
        return 0
      }, reference)
    _ = functions.jack_set_buffer_size_callback(
      client,
      { frames, context in
        JACKWatch.at(context)?.words[2].pointee.store(Int(frames), ordering: .relaxed)
        return 0
      }, reference)
    _ = functions.jack_set_freewheel_callback(
      client,
      { isStarting, context in
        JACKWatch.at(context)?.words[3].pointee.store(Int(isStarting), ordering: .relaxed)
      }, reference)
    functions.jack_on_info_shutdown(
      client,
      { _, reason, context in
        guard let watch = JACKWatch.at(context) else { return }
        // store this first, because the rest takes a lock and allocates memory
        watch.words[4].pointee.store(1, ordering: .releasing)
        let words = reason.map { String(cString: $0) } ?? ""
        watch.lastWords.withLock { $0 = words }
      }, reference)
  }

  /// Sets a word to 1 whenever a connection to an input port ends, because its sender has gone or the user has ended
  /// it. Call it before the client is activated.
  package func watchInput(
    _ port: OpaquePointer, of client: OpaquePointer, with library: UnsafePointer<ctactus_jack_functions>,
    setting ends: SharedWords
  ) {
    // functions that old libraries may lack
    guard let setCallback = library.pointee.jack_set_port_connect_callback, library.pointee.jack_port_by_id != nil
    else { return }
    input.withLock { $0 = Input(library: library, client: client, port: port, ends: ends) }
    _ = setCallback(
      client,
      { port, other, isConnected, context in
        if isConnected == 0 { JACKWatch.at(context)?.connectionHasEnded(port, other) }
      }, Unmanaged.passUnretained(self).toOpaque())  // retained at the start, for all callbacks
  }

  /// Servers name the two ports in any order: JACK 1 names the port of the client that it calls first.
  private func connectionHasEnded(_ port: UInt32, _ other: UInt32) {
    input.withLock { input in
      guard let input, let portByID = input.library.pointee.jack_port_by_id,
        portByID(input.client, port) == input.port || portByID(input.client, other) == input.port
      else { return }
      input.ends[0].pointee.store(1, ordering: .releasing)
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> JACKWatch? {
    context.map { Unmanaged<JACKWatch>.fromOpaque($0).takeUnretainedValue() }
  }
}
