import CPipeWire
import TactusRealtime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to a PipeWire server, with the thread on which the library calls its callbacks.
///
/// Functions of the library may be called only inside ``locked(_:)``, or in callbacks.
/// - Thread: control, one thread at a time
final class PipeWireConnection {
  let library: PipeWireLibrary
  let core: OpaquePointer
  private let loop: OpaquePointer
  private let context: OpaquePointer

  private var functions: ctactus_pipewire_functions { library.functions.pointee }

  /// Connects to the server that the environment names.
  init(_ library: PipeWireLibrary, name: String) throws(DeviceError) {
    self.library = library
    let functions = library.functions.pointee
    guard let loop = functions.pw_thread_loop_new(name, nil) else { throw .refused(.pipeWire, reason: "no loop") }
    guard let context = functions.pw_context_new(functions.pw_thread_loop_get_loop(loop), nil, 0) else {
      functions.pw_thread_loop_destroy(loop)
      throw .refused(.pipeWire, reason: "no context")
    }
    guard let core = functions.pw_context_connect(context, nil, 0) else {
      functions.pw_context_destroy(context)
      functions.pw_thread_loop_destroy(loop)
      throw .noServer(.pipeWire)
    }
    (self.loop, self.context, self.core) = (loop, context, core)
    guard functions.pw_thread_loop_start(loop) >= 0 else {
      throw .refused(.pipeWire, reason: "could not start a thread")
    }
  }

  deinit {
    functions.pw_thread_loop_stop(loop)
    _ = functions.pw_core_disconnect(core)
    functions.pw_context_destroy(context)
    functions.pw_thread_loop_destroy(loop)
    for (hooks, registryEvents, coreEvents, _) in kept {
      hooks.deallocate()
      registryEvents.deallocate()
      coreEvents.deallocate()
    }
  }

  /// Calls a function while no callback of the loop's thread runs.
  func locked<Result>(_ body: () -> Result) -> Result {
    functions.pw_thread_loop_lock(loop)
    defer { functions.pw_thread_loop_unlock(loop) }
    return body()
  }

  // MARK: Devices

  /// What callbacks collect.
  private final class Answers: Sendable {
    let devices = Guarded<[AudioDevice]>([])
    let isDone = Guarded(false)
  }

  /// The outputs of the server; as many as it reports within a second.
  var devices: [AudioDevice] {
    let answers = Answers()
    let reference = Unmanaged.passUnretained(answers).toOpaque()
    let hooks = UnsafeMutablePointer<spa_hook>.allocate(capacity: 2)
    hooks.initialize(repeating: spa_hook(), count: 2)
    // the library keeps the tables as long as their object lives
    let registryEvents = UnsafeMutablePointer<pw_registry_events>.allocate(capacity: 1)
    registryEvents.initialize(to: pw_registry_events())
    registryEvents.pointee.global = { data, _, _, type, _, properties in
      guard let data, let type, let properties, String(cString: type) == "PipeWire:Interface:Node" else { return }
      let answers = Unmanaged<Answers>.fromOpaque(data).takeUnretainedValue()
      guard let device = PipeWireConnection.device(properties.pointee) else { return }
      answers.devices.withLock { $0.append(device) }
    }
    let coreEvents = UnsafeMutablePointer<pw_core_events>.allocate(capacity: 1)
    coreEvents.initialize(to: pw_core_events())
    coreEvents.pointee.done = { data, _, _ in
      guard let data else { return }
      Unmanaged<Answers>.fromOpaque(data).takeUnretainedValue().isDone.withLock { $0 = true }
    }
    let registry = locked {
      _ = ctactus_pipewire_listen(core, hooks + 1, coreEvents, reference)
      let registry = ctactus_pipewire_registry(core, hooks, registryEvents, reference)
      _ = ctactus_pipewire_sync(core)
      return registry
    }
    for _ in 0..<1_000 where !answers.isDone.withLock({ $0 }) { usleep(1_000) }
    // the hooks remain in the connection's lists until it is closed, and so must their memory
    kept.append((hooks, registryEvents, coreEvents, answers))
    locked { if let registry { functions.pw_proxy_destroy(registry) } }
    return answers.devices.withLock { $0 }
  }

  private var kept:
    [(
      UnsafeMutablePointer<spa_hook>, UnsafeMutablePointer<pw_registry_events>, UnsafeMutablePointer<pw_core_events>,
      AnyObject
    )] = []

  private static func device(_ properties: spa_dict) -> AudioDevice? {
    var values: [String: String] = [:]
    for index in 0..<Int(properties.n_items) {
      guard let key = properties.items[index].key, let value = properties.items[index].value else { continue }
      values[String(cString: key)] = String(cString: value)
    }
    guard values["media.class"] == "Audio/Sink", let name = values["node.name"] else { return nil }
    return AudioDevice(.pipeWire, name: name, title: values["node.description"] ?? name)
  }
}
