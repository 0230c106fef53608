import CCLAP

/// The host extensions that are used; each may be missing.
struct HostExtensions {
  var parameters: UnsafePointer<clap_host_params>?
  var state: UnsafePointer<clap_host_state>?
  var audioPorts: UnsafePointer<clap_host_audio_ports>?
  var latency: UnsafePointer<CLAPHostChanged>?
  var tail: UnsafePointer<CLAPHostChanged>?
  var voices: UnsafePointer<CLAPHostChanged>?
  var presets: UnsafePointer<clap_host_preset_load>?
  var noteNames: UnsafePointer<clap_host_note_name>?
  var track: UnsafePointer<clap_host_track_info>?
  var tuning: UnsafePointer<clap_host_tuning>?
  /// The space of the events that choose a tuning.
  var tuningSpace: UInt16 = 0
  var threads: UnsafePointer<clap_host_thread_check>?
  var log: UnsafePointer<clap_host_log>?
  var gui: UnsafePointer<clap_host_gui>?
  var timers: UnsafePointer<clap_host_timer_support>?
  var files: UnsafePointer<clap_host_posix_fd_support>?

  /// Creates an empty set: extensions may be queried only during `init` or later.
  init() {}

  init(of host: UnsafePointer<clap_host>) {
    parameters = Self.find("clap.params", host)
    state = Self.find("clap.state", host)
    audioPorts = Self.find("clap.audio-ports", host)
    latency = Self.find("clap.latency", host)
    tail = Self.find("clap.tail", host)
    voices = Self.find("clap.voice-info", host)
    presets = Self.find("clap.preset-load/2", host) ?? Self.find("clap.preset-load.draft/2", host)
    noteNames = Self.find("clap.note-name", host)
    track = Self.find("clap.track-info/1", host) ?? Self.find("clap.track-info.draft/1", host)
    findTuning(host)
    threads = Self.find("clap.thread-check", host)
    log = Self.find("clap.log", host)
    gui = Self.find("clap.gui", host)
    timers = Self.find("clap.timer-support", host)
    files = Self.find("clap.posix-fd-support", host)
  }

  /// Finds the host's tunings, which need a space of events.
  private mutating func findTuning(_ host: UnsafePointer<clap_host>) {
    let registry: UnsafePointer<clap_host_event_registry>? = Self.find("clap.event-registry", host)
    guard let tables: UnsafePointer<clap_host_tuning> = Self.find("clap.tuning/2", host),
      let query = registry?.pointee.query
    else { return }
    var space: UInt16 = 0
    // the space 0 is that of CLAP's own events
    guard "clap.tuning/2".withCString({ query(host, $0, &space) }), space != 0, space != .max else { return }
    (tuning, tuningSpace) = (tables, space)
  }

  private static func find<Extension>(_ id: String, _ host: UnsafePointer<clap_host>) -> UnsafePointer<Extension>? {
    id.withCString { host.pointee.get_extension?(host, $0) }?.assumingMemoryBound(to: Extension.self)
  }
}
