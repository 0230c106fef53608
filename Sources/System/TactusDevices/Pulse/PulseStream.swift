import CPulse

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A stream to an output of a PulseAudio server. The library's thread asks for frames and renders them.
///
/// - Thread: control, one thread at a time
final class PulseStream: DeviceStream {
  let driver = AudioDriver.pulse
  let watch = DeviceWatch()
  private(set) var device: String?
  private(set) var sampleRate = 0
  let period: Int
  let bufferFrames: Int
  private let connection: PulseConnection
  private let stream: OpaquePointer
  private let writer: UnsafeMutablePointer<PulseWriter>
  private var isConnected = true

  private var functions: ctactus_pulse_functions { connection.library.functions.pointee }

  init(_ options: DeviceOptions) throws(DeviceError) {
    let library = try PulseLibrary.shared()
    connection = try PulseConnection(library, name: options.client, server: options.server, startsServer: true)
    (period, bufferFrames) = (options.clampedPeriod, options.bufferFrames)
    let functions = library.functions.pointee
    var format = pa_sample_spec(
      format: Int32(PA_SAMPLE_FLOAT32LE), rate: UInt32(clamping: options.sampleRate ?? 48_000), channels: 2)
    var map = pa_channel_map()
    map.channels = 2
    map.map.0 = Int32(PA_CHANNEL_POSITION_FRONT_LEFT)
    map.map.1 = Int32(PA_CHANNEL_POSITION_FRONT_RIGHT)
    let (connection, context) = (connection, connection.context)
    guard let stream = connection.locked({ functions.pa_stream_new(context, "music", &format, &map) }) else {
      throw .refused(.pulse, reason: "could not create an output stream (\(connection.lastError))")
    }
    self.stream = stream
    writer = .allocate(capacity: 1)
    writer.initialize(
      to: PulseWriter(
        functions: library.functions, stream: stream, underruns: watch.underruns, latency: watch.soundLatencyWord))
    let refusal = connection.locked { connect(options) }
    if let refusal { throw refusal }
  }

  /// Connects the stream and waits for the server's answer.
  private func connect(_ options: DeviceOptions) -> DeviceError? {
    let reference = Unmanaged.passUnretained(self).toOpaque()
    functions.pa_stream_set_state_callback(
      stream,
      { _, stream in
        guard let stream else { return }
        Unmanaged<PulseStream>.fromOpaque(stream).takeUnretainedValue().stateHasChanged()
      }, reference)
    functions.pa_stream_set_write_callback(stream, { pulseWrite($0, $1, $2) }, writer)
    functions.pa_stream_set_underflow_callback(stream, { pulseUnderflow($0, $1) }, writer)
    functions.pa_stream_set_latency_update_callback(stream, { pulseReport($0, $1) }, writer)
    let all = UInt32.max
    var buffer = pa_buffer_attr(
      maxlength: all, tlength: UInt32(clamping: options.bufferFrames * 8), prebuf: all,
      minreq: UInt32(clamping: period * 8), fragsize: all)
    var flags = Int32(PA_STREAM_START_CORKED | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_ADJUST_LATENCY)
    if options.sampleRate == nil { flags |= Int32(PA_STREAM_FIX_RATE) }
    guard functions.pa_stream_connect_playback(stream, options.device, &buffer, flags, nil, nil) >= 0 else {
      return .refused(.pulse, reason: "could not create an output stream (\(connection.lastError))")
    }
    while true {
      let state = functions.pa_stream_get_state(stream)
      if state == Int32(PA_STREAM_READY) { break }
      if state == Int32(PA_STREAM_FAILED) || state == Int32(PA_STREAM_TERMINATED) {
        let isUnknown = functions.pa_context_errno(connection.context) == Int32(PA_ERR_NOENTITY)
        if isUnknown, let name = options.device { return .unknownDevice(.pulse, name: name) }
        return .refused(.pulse, reason: "could not create an output stream (\(connection.lastError))")
      }
      connection.wait()
    }
    sampleRate = functions.pa_stream_get_sample_spec(stream).map { Int($0.pointee.rate) } ?? 0
    device = functions.pa_stream_get_device_name(stream).map { String(cString: $0) }
    return sampleRate > 0 ? nil : .refused(.pulse, reason: "the server reports no sample rate")
  }

  private func stateHasChanged() {
    let state = functions.pa_stream_get_state(stream)
    if state == Int32(PA_STREAM_FAILED) || state == Int32(PA_STREAM_TERMINATED), isConnected {
      watch.end("the PulseAudio server has stopped the stream (\(connection.lastError))")
    }
    connection.signal()
  }

  func start(_ renderer: UnsafeMutablePointer<DeviceRenderer>) throws(DeviceError) {
    connection.locked {
      writer.pointee.renderer = renderer
      writer.pointee.write(functions.pa_stream_writable_size(stream))
      cork(false)
    }
    if renderer.pointee.output != nil { waitForReport() }
  }

  /// Waits until the server has reported the latency, so that the first MIDI messages are sent with their sound. The
  /// server reports it when the stream begins to play. An output that was idle may first play the silence that it has
  /// rendered ahead: two seconds with a null sink. This delays the sound in any case, with MIDI or without.
  private func waitForReport() {
    for _ in 0..<2_500 where watch.ending == nil {
      if connection.locked({ writer.pointee.knowsLatency }) { return }
      usleep(1_000)
    }
  }

  private func cork(_ isCorked: Bool) {
    let operation = functions.pa_stream_cork(
      stream, isCorked ? 1 : 0,
      { _, _, stream in
        guard let stream else { return }
        Unmanaged<PulseStream>.fromOpaque(stream).takeUnretainedValue().connection.signal()
      }, Unmanaged.passUnretained(self).toOpaque())
    connection.finish(operation)
  }

  func stop() {
    connection.locked {
      isConnected = false
      writer.pointee.renderer = nil
      _ = functions.pa_stream_disconnect(stream)
    }
  }

  deinit {
    stop()
    connection.locked {
      functions.pa_stream_set_state_callback(stream, nil, nil)
      functions.pa_stream_set_write_callback(stream, nil, nil)
      functions.pa_stream_set_underflow_callback(stream, nil, nil)
      functions.pa_stream_set_latency_update_callback(stream, nil, nil)
      functions.pa_stream_unref(stream)
    }
    writer.deinitialize(count: 1)
    writer.deallocate()
  }
}
