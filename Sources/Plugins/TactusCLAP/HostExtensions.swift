import CCLAP

/// The host extensions that are used; each may be missing.
struct HostExtensions {
  var parameters: UnsafePointer<clap_host_params>?
  var state: UnsafePointer<clap_host_state>?
  var audioPorts: UnsafePointer<clap_host_audio_ports>?
  var latency: UnsafePointer<CLAPHostChanged>?
  var tail: UnsafePointer<CLAPHostChanged>?
  var presets: UnsafePointer<clap_host_preset_load>?
  var threads: UnsafePointer<clap_host_thread_check>?
  var log: UnsafePointer<clap_host_log>?

  /// Creates an empty set: extensions may be queried only during `init` or later.
  init() {}

  init(of host: UnsafePointer<clap_host>) {
    parameters = Self.find("clap.params", host)
    state = Self.find("clap.state", host)
    audioPorts = Self.find("clap.audio-ports", host)
    latency = Self.find("clap.latency", host)
    tail = Self.find("clap.tail", host)
    presets = Self.find("clap.preset-load/2", host) ?? Self.find("clap.preset-load.draft/2", host)
    threads = Self.find("clap.thread-check", host)
    log = Self.find("clap.log", host)
  }

  private static func find<Extension>(_ id: String, _ host: UnsafePointer<clap_host>) -> UnsafePointer<Extension>? {
    id.withCString { host.pointee.get_extension?(host, $0) }?.assumingMemoryBound(to: Extension.self)
  }
}
