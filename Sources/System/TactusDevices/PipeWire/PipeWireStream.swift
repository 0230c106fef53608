import CPipeWire
import Synchronization
import TactusRealtime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A stream to an output of a PipeWire server. The server's data thread renders the frames for which the server asks.
///
/// - Thread: control, one thread at a time
final class PipeWireStream: DeviceStream {
  let driver = AudioDriver.pipeWire
  let device: String?
  let watch = DeviceWatch()
  private(set) var sampleRate = 0
  let period: Int
  var bufferFrames: Int { 2 * period }
  private let connection: PipeWireConnection
  private let stream: OpaquePointer
  private let writer: UnsafeMutablePointer<PipeWireWriter>
  /// The tables of callbacks, for the audio thread and for the loop's thread, and their entries in the stream's list.
  private let events: UnsafeMutablePointer<pw_stream_events>
  private let hooks: UnsafeMutablePointer<spa_hook>
  private let address = SharedWords(0)
  private var isOpen = true

  private var functions: ctactus_pipewire_functions { connection.library.functions.pointee }

  init(_ options: DeviceOptions) throws(DeviceError) {
    let library = try PipeWireLibrary.shared()
    connection = try PipeWireConnection(library, name: options.client)
    device = options.device
    // a session manager would take the default output for one that does not exist
    if let name = options.device, !connection.devices.contains(where: { $0.name == name }) {
      throw .unknownDevice(.pipeWire, name: name)
    }
    period = options.clampedPeriod
    let functions = library.functions.pointee
    let properties = ctactus_pipewire_properties(library.functions)
    let latency = "\(options.clampedPeriod)/\(options.sampleRate ?? 48_000)"
    _ = functions.pw_properties_set(properties, "node.latency", latency)
    _ = functions.pw_properties_set(properties, "node.name", options.client)
    if let device { _ = functions.pw_properties_set(properties, "target.object", device) }
    let (connection, core) = (connection, connection.core)
    guard let stream = connection.locked({ functions.pw_stream_new(core, options.client, properties) }) else {
      throw .refused(.pipeWire, reason: "could not create an output stream")
    }
    self.stream = stream
    (writer, events, hooks) = (.allocate(capacity: 1), .allocate(capacity: 2), .allocate(capacity: 2))
    writer.initialize(
      to: PipeWireWriter(
        functions: library.functions, stream: stream, renderer: address[0], underruns: watch.underruns,
        latency: watch.soundLatencyWord, sampleRate: watch.sampleRateWord))
    hooks.initialize(repeating: spa_hook(), count: 2)
    events.initialize(to: Self.audioEvents)
    (events + 1).initialize(to: Self.controlEvents)
    guard connection.locked({ connect(options) }) else {
      throw .refused(.pipeWire, reason: "could not create a stereo output stream")
    }
    // the server chooses the sample rate when it links the stream to an output
    for _ in 0..<2_000 where watch.sampleRate == 0 && watch.ending == nil { usleep(1_000) }
    if let ending = watch.ending { throw .refused(.pipeWire, reason: ending) }
    guard watch.sampleRate > 0 else {
      throw device.map { .unknownDevice(.pipeWire, name: $0) }
        ?? .refused(.pipeWire, reason: "there is no output to connect to")
    }
    sampleRate = watch.sampleRate
  }

  private static var audioEvents: pw_stream_events {
    var table = pw_stream_events()
    table.version = 2
    table.process = { pipeWireProcess($0) }
    return table
  }

  private static var controlEvents: pw_stream_events {
    var table = pw_stream_events()
    table.version = 2
    table.state_changed = { watch, _, state, error in
      guard let watch, state == Int32(PW_STREAM_STATE_ERROR) || state == Int32(PW_STREAM_STATE_UNCONNECTED) else {
        return
      }
      let words = error.map { " (\(String(cString: $0)))" } ?? ""
      Unmanaged<DeviceWatch>.fromOpaque(watch).takeUnretainedValue().end(
        "the PipeWire server has stopped the stream" + words)
    }
    table.param_changed = { watch, id, format in
      guard let watch, let format, id == UInt32(SPA_PARAM_Format),
        let rate = PipeWireFormat.sampleRate(of: UnsafeRawPointer(format))
      else { return }
      Unmanaged<DeviceWatch>.fromOpaque(watch).takeUnretainedValue().set(sampleRate: rate)
    }
    return table
  }

  private func connect(_ options: DeviceOptions) -> Bool {
    functions.pw_stream_add_listener(stream, hooks, events, writer)
    functions.pw_stream_add_listener(stream, hooks + 1, events + 1, Unmanaged.passUnretained(watch).toOpaque())
    var words = PipeWireFormat.words(sampleRate: options.sampleRate)
    // words of 32 bits are aligned to 8 bytes in memory of its own
    return words.withUnsafeMutableBytes { bytes in
      let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
      defer { memory.deallocate() }
      memory.copyMemory(from: bytes.baseAddress.unsafelyUnwrapped, byteCount: bytes.count)
      var parameter: OpaquePointer? = OpaquePointer(memory)
      let flags = PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS
      return functions.pw_stream_connect(
        stream, Int32(PW_DIRECTION_OUTPUT), PW_ID_ANY, Int32(flags), &parameter, 1) >= 0
    }
  }

  func start(_ renderer: UnsafeMutablePointer<DeviceRenderer>) throws(DeviceError) {
    address[0].pointee.store(Int(bitPattern: renderer), ordering: .releasing)
  }

  func stop() {
    guard isOpen else { return }
    isOpen = false
    watch.ignoreEnd()
    // the server's data thread does not call any more after the stream has been destroyed
    connection.locked { functions.pw_stream_destroy(stream) }
  }

  deinit {
    stop()
    writer.deinitialize(count: 1)
    writer.deallocate()
    events.deallocate()
    hooks.deallocate()
  }
}
