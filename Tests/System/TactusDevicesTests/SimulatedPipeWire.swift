import CPipeWire

/// A stream of a PipeWire server in memory. It has no threads.
final class SimulatedPipeWire {
  private let table = UnsafeMutablePointer<ctactus_pipewire_functions>.allocate(capacity: 1)
  private let buffer = UnsafeMutablePointer<pw_buffer>.allocate(capacity: 1)
  private let content = UnsafeMutablePointer<spa_buffer>.allocate(capacity: 1)
  private let planes = UnsafeMutablePointer<spa_data>.allocate(capacity: 2)
  private let chunks = UnsafeMutablePointer<spa_chunk>.allocate(capacity: 2)
  private let samples: UnsafeMutablePointer<Float>
  /// The position of the server's clock.
  var time = pw_time()

  var functions: UnsafePointer<ctactus_pipewire_functions> { UnsafePointer(table) }
  var stream: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// - Parameter frames: the number of frames for which the server asks.
  init(frames: Int) {
    samples = .allocate(capacity: 2 * frames)
    samples.initialize(repeating: 0, count: 2 * frames)
    chunks.initialize(repeating: spa_chunk(), count: 2)
    planes.initialize(repeating: spa_data(), count: 2)
    for side in 0..<2 {
      planes[side].maxsize = UInt32(4 * frames)
      planes[side].data = UnsafeMutableRawPointer(samples + side * frames)
      planes[side].chunk = chunks + side
    }
    content.initialize(to: spa_buffer())
    content.pointee.n_datas = 2
    content.pointee.datas = planes
    buffer.initialize(to: pw_buffer())
    buffer.pointee.buffer = content
    buffer.pointee.requested = UInt64(frames)
    table.initialize(to: ctactus_pipewire_functions())
    table.pointee.pw_stream_dequeue_buffer = { SimulatedPipeWire.at($0).buffer }
    table.pointee.pw_stream_queue_buffer = { _, _ in 0 }
    table.pointee.pw_stream_get_time_n = { stream, time, _ in
      time?.pointee = SimulatedPipeWire.at(stream).time
      return 0
    }
  }

  deinit {
    table.deallocate()
    buffer.deallocate()
    content.deallocate()
    planes.deallocate()
    chunks.deallocate()
    samples.deallocate()
  }

  private static func at(_ stream: OpaquePointer?) -> SimulatedPipeWire {
    Unmanaged<SimulatedPipeWire>.fromOpaque(UnsafeRawPointer(stream!)).takeUnretainedValue()
  }
}
