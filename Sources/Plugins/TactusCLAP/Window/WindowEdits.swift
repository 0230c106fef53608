import CCLAP
import TactusPlugin
import TactusRealtime

/// Passes what the user changes in the window to the unit and to the host.
///
/// All calls to the host here are allowed on any thread, because a thread of the window's own may make them.
/// - Thread: the window's
final class WindowEdits: WindowHost {
  private let unit: PluginUnit
  private let host: UnsafePointer<clap_host>
  private let shared: UnsafeMutablePointer<SharedState>
  private let queue: RingQueue<WindowEdit>
  var parameters: UnsafePointer<clap_host_params>?
  /// The room that values leave free for the ends of gestures.
  private static let reserve = 64

  init(
    _ unit: PluginUnit, _ host: UnsafePointer<clap_host>, _ shared: UnsafeMutablePointer<SharedState>,
    _ queue: RingQueue<WindowEdit>
  ) {
    (self.unit, self.host, self.shared, self.queue) = (unit, host, shared, queue)
  }

  func beginEdit(_ index: Int) { send(.begin, index) }

  func edit(_ index: Int, to value: Double) {
    unit.setParameter(index, to: value)
    send(.value, index)
    // the tail and the latency may have changed
    host.pointee.request_callback?(host)
  }

  func endEdit(_ index: Int) { send(.end, index) }

  private func send(_ kind: WindowEdit.Kind, _ index: Int) {
    guard kind == .end || queue.producer.room > Self.reserve else { return }
    queue.producer.push(WindowEdit(kind: kind, index: Int32(index), value: unit.value(ofParameter: index)))
    parameters?.pointee.request_flush?(host)
  }

  func contentsChanged() {
    shared.pointee.hasNewContents.store(true, ordering: .relaxed)
    host.pointee.request_callback?(host)
  }

  func wake() { host.pointee.request_process?(host) }
}
