import CPulse

/// A connection to a PulseAudio server, with the thread on which the library calls its callbacks.
///
/// Functions of the library may be called only inside ``locked(_:)``, or in callbacks.
/// - Thread: control, one thread at a time
final class PulseConnection {
  let library: PulseLibrary
  let context: OpaquePointer
  private let loop: OpaquePointer

  private var functions: ctactus_pulse_functions { library.functions.pointee }

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - server: its address; nil for the server that the environment and the user's settings name.
  ///   - startsServer: whether the library may start a server, as the user's settings say.
  init(_ library: PulseLibrary, name: String, server: String? = nil, startsServer: Bool) throws(DeviceError) {
    self.library = library
    let functions = library.functions.pointee
    guard let loop = functions.pa_threaded_mainloop_new() else { throw .refused(.pulse, reason: "no main loop") }
    guard let context = functions.pa_context_new(functions.pa_threaded_mainloop_get_api(loop), name) else {
      functions.pa_threaded_mainloop_free(loop)
      throw .refused(.pulse, reason: "no context")
    }
    (self.loop, self.context) = (loop, context)
    functions.pa_context_set_state_callback(
      context,
      { _, connection in
        guard let connection else { return }
        Unmanaged<PulseConnection>.fromOpaque(connection).takeUnretainedValue().signal()
      }, Unmanaged.passUnretained(self).toOpaque())
    let flags = startsServer ? 0 : Int32(PA_CONTEXT_NOAUTOSPAWN)
    guard functions.pa_context_connect(context, server, flags, nil) >= 0,
      functions.pa_threaded_mainloop_start(loop) >= 0
    else { throw .noServer(.pulse) }
    let isReady = locked {
      while true {
        let state = functions.pa_context_get_state(context)
        if state == Int32(PA_CONTEXT_READY) { return true }
        if state == Int32(PA_CONTEXT_FAILED) || state == Int32(PA_CONTEXT_TERMINATED) { return false }
        wait()
      }
    }
    guard isReady else { throw .noServer(.pulse) }
  }

  deinit {
    let functions = functions
    locked {
      functions.pa_context_set_state_callback(context, nil, nil)
      functions.pa_context_disconnect(context)
    }
    functions.pa_threaded_mainloop_stop(loop)
    functions.pa_context_unref(context)
    functions.pa_threaded_mainloop_free(loop)
  }

  /// Calls a function while no callback runs.
  func locked<Result>(_ body: () -> Result) -> Result {
    functions.pa_threaded_mainloop_lock(loop)
    defer { functions.pa_threaded_mainloop_unlock(loop) }
    return body()
  }

  /// Waits for ``signal()``; only inside ``locked(_:)``.
  func wait() { functions.pa_threaded_mainloop_wait(loop) }

  /// Continues what waits; only in callbacks.
  func signal() { functions.pa_threaded_mainloop_signal(loop, 0) }

  /// Waits until an operation is over; only inside ``locked(_:)``.
  func finish(_ operation: OpaquePointer?) {
    guard let operation else { return }
    while functions.pa_operation_get_state(operation) == Int32(PA_OPERATION_RUNNING),
      functions.pa_context_get_state(context) == Int32(PA_CONTEXT_READY)
    { wait() }
    functions.pa_operation_unref(operation)
  }

  /// The library's words for the last error.
  var lastError: String { library.words(functions.pa_context_errno(context)) }

  // MARK: Devices

  /// What a callback collects.
  private final class Answers {
    var devices: [AudioDevice] = []
    var preferred = ""
    let connection: PulseConnection

    init(_ connection: PulseConnection) { self.connection = connection }
  }

  /// The outputs of the server.
  var devices: [AudioDevice] {
    let answers = Answers(self)
    let reference = Unmanaged.passUnretained(answers).toOpaque()
    locked {
      finish(
        functions.pa_context_get_server_info(
          context,
          { _, info, answers in
            guard let answers = answers.map({ Unmanaged<Answers>.fromOpaque($0).takeUnretainedValue() }) else { return }
            answers.preferred = info?.pointee.default_sink_name.map { String(cString: $0) } ?? ""
            answers.connection.signal()
          }, reference))
      finish(
        functions.pa_context_get_sink_info_list(
          context,
          { _, info, end, answers in
            guard let answers = answers.map({ Unmanaged<Answers>.fromOpaque($0).takeUnretainedValue() }) else { return }
            guard end == 0, let info = info?.pointee else { return answers.connection.signal() }
            let name = info.name.map { String(cString: $0) } ?? ""
            answers.devices.append(
              AudioDevice(
                .pulse, name: name, title: info.description.map { String(cString: $0) } ?? name,
                sampleRate: Int(info.sample_spec.rate), isDefault: name == answers.preferred))
          }, reference))
    }
    return withExtendedLifetime(answers) { answers.devices }
  }
}
