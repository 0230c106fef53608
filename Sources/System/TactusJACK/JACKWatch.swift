import CJACK
import Synchronization
import TactusRealtime

/// What a server tells its client besides audio: how large cycles are, whether it freewheels, what went wrong.
///
/// - Thread: any
public final class JACKWatch: @unchecked Sendable {  // words are atomic, the rest is fixed or under a lock
  private let words = SharedWords(0, 0, 0, 0, 0)
  private let lastWords = Guarded("")

  init() {}

  /// How many cycles have come too late, whoever's fault it was.
  public var xruns: Int { words[0].pointee.load(ordering: .relaxed) }
  /// Frames per second, as the server has said since the client was made; 0 as long as it has said nothing.
  public var sampleRate: Int { words[1].pointee.load(ordering: .relaxed) }
  /// Frames of a cycle, as the server said last.
  public var bufferSize: Int { words[2].pointee.load(ordering: .relaxed) }
  /// Whether cycles come as fast as they can.
  public var isFreewheeling: Bool { words[3].pointee.load(ordering: .relaxed) != 0 }
  /// Whether the server has left its client.
  public var isServerGone: Bool { words[4].pointee.load(ordering: .acquiring) != 0 }
  /// What it said at the end.
  public var shutdownMessage: String { lastWords.withLock { $0 } }

  /// Asks the server to be told; before the client is active.
  func start(with library: UnsafePointer<tactus_jack_functions>, _ client: OpaquePointer) {
    let functions = library.pointee
    words[2].pointee.store(Int(functions.jack_get_buffer_size(client)), ordering: .relaxed)
    // never given back: a call may be under way when the client is closed
    let place = Unmanaged.passRetained(self).toOpaque()
    _ = functions.jack_set_xrun_callback(
      client,
      { context in
        JACKWatch.at(context)?.words[0].pointee.wrappingAdd(1, ordering: .relaxed)
        return 0
      }, place)
    _ = functions.jack_set_sample_rate_callback(
      client,
      { rate, context in
        JACKWatch.at(context)?.words[1].pointee.store(Int(rate), ordering: .relaxed)
        return 0
      }, place)
    _ = functions.jack_set_buffer_size_callback(
      client,
      { frames, context in
        JACKWatch.at(context)?.words[2].pointee.store(Int(frames), ordering: .relaxed)
        return 0
      }, place)
    _ = functions.jack_set_freewheel_callback(
      client,
      { isStarting, context in
        JACKWatch.at(context)?.words[3].pointee.store(Int(isStarting), ordering: .relaxed)
      }, place)
    functions.jack_on_info_shutdown(
      client,
      { _, reason, context in
        guard let watch = JACKWatch.at(context) else { return }
        // first of all: what follows waits for a lock and takes memory
        watch.words[4].pointee.store(1, ordering: .releasing)
        let words = reason.map { String(cString: $0) } ?? ""
        watch.lastWords.withLock { $0 = words }
      }, place)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> JACKWatch? {
    context.map { Unmanaged<JACKWatch>.fromOpaque($0).takeUnretainedValue() }
  }
}
