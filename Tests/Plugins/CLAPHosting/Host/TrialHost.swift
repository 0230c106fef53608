import CCLAP
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A host as a plug-in sees it: the roles of the threads, the plug-in's requests, and whether they are allowed at that
/// time.
final class TrialHost {
  /// The thread that calls; the audio thread is the one that renders, if only for the time of the call.
  struct State: ~Copyable {
    let mainThread = TrialHost.thisThread
    let audioThread = Atomic<UInt>(0)
    let isActivating = Atomic<Bool>(false)
    let callbacks = Atomic<Int>(0)
    let restarts = Atomic<Int>(0)
    let rescans = Atomic<Int>(0)
    let dirty = Atomic<Int>(0)
    let textRescans = Atomic<Int>(0)
    let nameChanges = Atomic<Int>(0)
    let voiceChanges = Atomic<Int>(0)
    let portRescans = Atomic<Int>(0)
    let presetsLoaded = Atomic<Int>(0)
    let presetErrors = Atomic<Int>(0)
    let errors = Atomic<Int>(0)
    let warnings = Atomic<Int>(0)
    /// Calls on a thread, or at a time, that CLAP does not allow.
    let offences = Atomic<Int>(0)
    let hasExtensions: Bool
    init(hasExtensions: Bool) { self.hasExtensions = hasExtensions }
  }

  let state: UnsafeMutablePointer<State>
  let host: UnsafeMutablePointer<clap_host>

  /// - Parameter hasExtensions: whether the host has any.
  init(hasExtensions: Bool = true) {
    state = .allocate(capacity: 1)
    state.initialize(to: State(hasExtensions: hasExtensions))
    host = .allocate(capacity: 1)
    host.initialize(
      to: clap_host(
        clap_version: clap_version(major: 1, minor: 2, revision: 2), host_data: state, name: Self.name, vendor: nil,
        url: nil,
        version: Self.name,
        get_extension: { host, id in
          guard TrialHost.state(host).pointee.hasExtensions, let id else { return nil }
          return HostTables.find(String(cString: id))
        },
        request_restart: { TrialHost.state($0).pointee.restarts.wrappingAdd(1, ordering: .relaxed) },
        request_process: { _ in },
        request_callback: { TrialHost.state($0).pointee.callbacks.wrappingAdd(1, ordering: .relaxed) }))
  }

  deinit {
    state.deinitialize(count: 1).deallocate()
    host.deallocate()
  }

  private nonisolated(unsafe) static let name: UnsafePointer<CChar> = UnsafePointer(strdup("clap-probe"))

  /// The space of the events that choose a tuning.
  static let tuningSpace: UInt16 = 77

  static func state(_ host: UnsafePointer<clap_host>?) -> UnsafeMutablePointer<State> {
    host.unsafelyUnwrapped.pointee.host_data.assumingMemoryBound(to: State.self)
  }

  static func isAudioThread(_ host: UnsafePointer<clap_host>?) -> Bool {
    state(host).pointee.audioThread.load(ordering: .relaxed) == thisThread
  }

  static func isMainThread(_ host: UnsafePointer<clap_host>?) -> Bool {
    state(host).pointee.mainThread == thisThread && !isAudioThread(host)
  }

  /// A number that identifies the calling thread; some systems represent it as a pointer.
  static var thisThread: UInt { withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) } }

  /// Counts a violation unless the call is allowed.
  static func allow(_ isAllowed: Bool, _ host: UnsafePointer<clap_host>?) {
    if !isAllowed { state(host).pointee.offences.wrappingAdd(1, ordering: .relaxed) }
  }

  func beginAudio() { state.pointee.audioThread.store(Self.thisThread, ordering: .relaxed) }
  func endAudio() { state.pointee.audioThread.store(0, ordering: .relaxed) }
}

/// The host's extensions.
private enum HostTables {
  static func find(_ id: String) -> UnsafeRawPointer? {
    switch id {
    case "clap.params": parameters
    case "clap.state": state
    case "clap.latency": latency
    case "clap.tail": tail
    case "clap.voice-info": voices
    case "clap.thread-check": threads
    case "clap.log": log
    case "clap.preset-load/2": presets
    case "clap.audio-ports": ports
    case "clap.note-name": names
    case "clap.event-registry": registry
    case "clap.tuning/2": tuning
    case "clap.track-info/1": track
    default: nil
    }
  }

  private static func constant<Table>(_ table: Table) -> UnsafeRawPointer {
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    memory.initialize(to: table)
    return UnsafeRawPointer(memory)
  }

  private nonisolated(unsafe) static let ports = constant(
    clap_host_audio_ports(
      is_rescan_flag_supported: { _, _ in true },
      rescan: { host, flags in
        TrialHost.allow(TrialHost.isMainThread(host) && flags == UInt32(CLAP_AUDIO_PORTS_RESCAN_LIST), host)
        TrialHost.state(host).pointee.portRescans.wrappingAdd(1, ordering: .relaxed)
      }))

  private nonisolated(unsafe) static let names = constant(
    clap_host_note_name(changed: {
      TrialHost.allow(TrialHost.isMainThread($0), $0)
      TrialHost.state($0).pointee.nameChanges.wrappingAdd(1, ordering: .relaxed)
    }))

  private nonisolated(unsafe) static let registry = constant(
    clap_host_event_registry(query: { host, name, space in
      TrialHost.allow(TrialHost.isMainThread(host), host)
      guard let name, let space, String(cString: name) == "clap.tuning/2" else { return false }
      space.pointee = TrialHost.tuningSpace
      return true
    }))

  /// The table 7 is a semitone higher, and has no key 61; other tables are equal temperament.
  private nonisolated(unsafe) static let tuning = constant(
    clap_host_tuning(
      get_relative: { host, id, _, _, _ in
        TrialHost.allow(TrialHost.isAudioThread(host), host)
        return id == 7 ? 1 : 0
      },
      should_play: { _, id, _, key in id != 7 || key != 61 },
      get_tuning_count: { _ in 1 }, get_info: { _, _, _ in false }))

  private nonisolated(unsafe) static let track = constant(
    clap_host_track_info(get: { host, info in
      TrialHost.allow(TrialHost.isMainThread(host), host)
      info?.pointee.flags = UInt64(CLAP_TRACK_INFO_HAS_TRACK_NAME | CLAP_TRACK_INFO_HAS_TRACK_COLOR)
      return true
    }))

  private nonisolated(unsafe) static let parameters = constant(
    clap_host_params(
      rescan: { host, flags in
        TrialHost.allow(TrialHost.isMainThread(host) && flags & UInt32(CLAP_PARAM_RESCAN_ALL) == 0, host)
        TrialHost.state(host).pointee.rescans.wrappingAdd(1, ordering: .relaxed)
        let isText = flags & UInt32(CLAP_PARAM_RESCAN_TEXT) != 0
        if isText { TrialHost.state(host).pointee.textRescans.wrappingAdd(1, ordering: .relaxed) }
      },
      clear: { host, _, _ in TrialHost.allow(TrialHost.isMainThread(host), host) },
      request_flush: { TrialHost.allow(!TrialHost.isAudioThread($0), $0) }))

  private nonisolated(unsafe) static let state = constant(
    clap_host_state(mark_dirty: {
      TrialHost.allow(TrialHost.isMainThread($0), $0)
      TrialHost.state($0).pointee.dirty.wrappingAdd(1, ordering: .relaxed)
    }))

  /// The latency may change while the plug-in is being activated, and at no other time.
  private nonisolated(unsafe) static let latency = constant(
    CLAPHostChanged(changed: {
      TrialHost.allow(
        TrialHost.isMainThread($0) && TrialHost.state($0).pointee.isActivating.load(ordering: .relaxed), $0)
    }))

  private nonisolated(unsafe) static let voices = constant(
    CLAPHostChanged(changed: {
      TrialHost.allow(TrialHost.isMainThread($0), $0)
      TrialHost.state($0).pointee.voiceChanges.wrappingAdd(1, ordering: .relaxed)
    }))

  private nonisolated(unsafe) static let tail = constant(
    CLAPHostChanged(changed: { TrialHost.allow(TrialHost.isAudioThread($0), $0) }))

  private nonisolated(unsafe) static let threads = constant(
    clap_host_thread_check(
      is_main_thread: { TrialHost.isMainThread($0) }, is_audio_thread: { TrialHost.isAudioThread($0) }))

  private nonisolated(unsafe) static let log = constant(
    clap_host_log(log: { host, severity, _ in
      TrialHost.allow(Int(severity) < CLAP_LOG_HOST_MISBEHAVING, host)
      let state = TrialHost.state(host)
      if Int(severity) == CLAP_LOG_WARNING {
        state.pointee.warnings.wrappingAdd(1, ordering: .relaxed)
      } else {
        state.pointee.errors.wrappingAdd(1, ordering: .relaxed)
      }
    }))

  private nonisolated(unsafe) static let presets = constant(
    clap_host_preset_load(
      on_error: { host, _, _, _, _, _ in
        TrialHost.allow(TrialHost.isMainThread(host), host)
        TrialHost.state(host).pointee.presetErrors.wrappingAdd(1, ordering: .relaxed)
      },
      loaded: { host, _, _, _ in
        TrialHost.allow(TrialHost.isMainThread(host), host)
        TrialHost.state(host).pointee.presetsLoaded.wrappingAdd(1, ordering: .relaxed)
      }))
}
