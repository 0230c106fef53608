import CCLAP

/// What the host offers, as far as it is used; each may be missing.
struct HostExtensions {
  var parameters: UnsafePointer<CLAPHostParameters>?
  var state: UnsafePointer<CLAPHostState>?
  var latency: UnsafePointer<CLAPHostChanged>?
  var tail: UnsafePointer<CLAPHostChanged>?
  var presets: UnsafePointer<CLAPHostPresets>?
  var threads: UnsafePointer<CLAPHostThreadCheck>?
  var log: UnsafePointer<CLAPHostLog>?

  /// Nothing: extensions may be asked for from `init` on.
  init() {}

  init(of host: UnsafePointer<CLAPHost>) {
    parameters = Self.find("clap.params", host)
    state = Self.find("clap.state", host)
    latency = Self.find("clap.latency", host)
    tail = Self.find("clap.tail", host)
    presets = Self.find("clap.preset-load/2", host) ?? Self.find("clap.preset-load.draft/2", host)
    threads = Self.find("clap.thread-check", host)
    log = Self.find("clap.log", host)
  }

  private static func find<Extension>(_ id: String, _ host: UnsafePointer<CLAPHost>) -> UnsafePointer<Extension>? {
    id.withCString { host.pointee.get_extension?(host, $0) }?.assumingMemoryBound(to: Extension.self)
  }
}
