import CJACK
import TactusJACK
import TactusRealtime

/// A JACK server in memory: buffers behind its functions, and cycles of any length that a test chooses. It has no
/// threads.
///
/// Ports are their own buffers, so that the functions need no state of their own.
final class SimulatedServer {
  /// What lies behind a port.
  struct Buffer {
    var audio: UnsafeMutablePointer<Float>
    var events: UnsafeMutablePointer<jack_midi_event_t>
    var bytes: UnsafeMutablePointer<UInt8>
    var count: UInt32 = 0
    var used = 0
    /// How many events fit.
    var room: UInt32 = 4_096
    var lastTime: UInt32 = 0
    /// Whether events were written out of order, or without the buffer having been cleared.
    var isAbused = false
    var isCleared = false
  }

  /// What lies behind a client.
  struct Client {
    var position = jack_position_t()
    var state: Int32 = 0
    /// The server's clock at the start of a cycle.
    var frameTime: UInt32 = 0
  }

  let functions = UnsafeMutablePointer<ctactus_jack_functions>.allocate(capacity: 1)
  let client = UnsafeMutablePointer<Client>.allocate(capacity: 1)
  private(set) var ports: [UnsafeMutablePointer<Buffer>] = []
  static let longestCycle = 1 << 15

  init() {
    var table = ctactus_jack_functions()
    table.jack_port_get_buffer = { port, frames in
      guard let port else { return nil }
      let buffer = UnsafeMutableRawPointer(port).assumingMemoryBound(to: Buffer.self)
      buffer.pointee.isCleared = false
      return frames <= SimulatedServer.longestCycle ? UnsafeMutableRawPointer(buffer.pointee.audio) : nil
    }
    table.jack_midi_get_event_count = { SimulatedServer.buffer($0).pointee.count }
    table.jack_midi_event_get = { event, memory, index in
      let buffer = SimulatedServer.buffer(memory)
      guard index < buffer.pointee.count, let event else { return -1 }
      event.pointee = buffer.pointee.events[Int(index)]
      return 0
    }
    table.jack_midi_clear_buffer = { memory in
      let buffer = SimulatedServer.buffer(memory)
      (buffer.pointee.count, buffer.pointee.used, buffer.pointee.lastTime) = (0, 0, 0)
      buffer.pointee.isCleared = true
    }
    table.jack_midi_event_write = { memory, time, bytes, size in
      SimulatedServer.put(SimulatedServer.buffer(memory), time, bytes, size) ? 0 : -1
    }
    table.jack_last_frame_time = { client in
      client.map { UnsafeRawPointer($0).assumingMemoryBound(to: Client.self).pointee.frameTime } ?? 0
    }
    table.jack_transport_query = { client, position in
      guard let client, let position else { return 0 }
      let known = UnsafeRawPointer(client).assumingMemoryBound(to: Client.self)
      position.pointee = known.pointee.position
      return known.pointee.state
    }
    functions.initialize(to: table)
    client.initialize(to: Client())
  }

  deinit {
    for port in ports {
      (port.pointee.audio - 2).deallocate()
      port.pointee.events.deallocate()
      port.pointee.bytes.deallocate()
      port.deallocate()
    }
    functions.deallocate()
    client.deallocate()
  }

  /// The audio of a port begins two words after the address at which its buffer is stored.
  private static func buffer(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Buffer> {
    (memory! - 2 * MemoryLayout<Float>.stride).load(as: UnsafeMutablePointer<Buffer>.self)
  }

  private static func put(
    _ buffer: UnsafeMutablePointer<Buffer>, _ time: UInt32, _ bytes: UnsafePointer<UInt8>?, _ size: Int
  ) -> Bool {
    guard let bytes, buffer.pointee.count < buffer.pointee.room, buffer.pointee.used + size <= 1 << 20 else {
      return false
    }
    if !buffer.pointee.isCleared || time < buffer.pointee.lastTime { buffer.pointee.isAbused = true }
    let place = buffer.pointee.bytes + buffer.pointee.used
    place.update(from: bytes, count: size)
    buffer.pointee.events[Int(buffer.pointee.count)] = jack_midi_event_t(time: time, size: size, bytes: place)
    buffer.pointee.count += 1
    buffer.pointee.used += size
    buffer.pointee.lastTime = time
    return true
  }

  /// A port.
  func addPort() -> OpaquePointer {
    let port = UnsafeMutablePointer<Buffer>.allocate(capacity: 1)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: Self.longestCycle + 2)
    memory.initialize(repeating: 0, count: Self.longestCycle + 2)
    UnsafeMutableRawPointer(memory).storeBytes(of: port, as: UnsafeMutablePointer<Buffer>.self)
    port.initialize(
      to: Buffer(audio: memory + 2, events: .allocate(capacity: 4_096), bytes: .allocate(capacity: 1 << 20)))
    ports.append(port)
    return OpaquePointer(port)
  }

  /// Puts events into a port before a cycle; offsets ascend.
  func send(_ events: [(time: Int, bytes: [UInt8])], to port: OpaquePointer) {
    let buffer = UnsafeMutablePointer<Buffer>(port)
    (buffer.pointee.count, buffer.pointee.used, buffer.pointee.lastTime) = (0, 0, 0)
    buffer.pointee.isCleared = true
    for event in events { _ = Self.put(buffer, UInt32(event.time), event.bytes, event.bytes.count) }
  }

  /// The events in a port after a cycle.
  func events(of port: OpaquePointer) -> [(time: Int, bytes: [UInt8])] {
    let buffer = UnsafeMutablePointer<Buffer>(port)
    return (0..<Int(buffer.pointee.count)).map { index in
      let event = buffer.pointee.events[index]
      return (Int(event.time), Array(UnsafeBufferPointer(start: event.bytes, count: event.size)))
    }
  }

  func audio(of port: OpaquePointer, _ count: Int) -> [Float] {
    Array(UnsafeBufferPointer(start: UnsafeMutablePointer<Buffer>(port).pointee.audio, count: count))
  }

  func isAbused(_ port: OpaquePointer) -> Bool { UnsafeMutablePointer<Buffer>(port).pointee.isAbused }

  /// Overwrites a port's audio, so that missing output is detected.
  func soil(_ port: OpaquePointer) {
    UnsafeMutablePointer<Buffer>(port).pointee.audio.update(repeating: .nan, count: Self.longestCycle)
  }
}
