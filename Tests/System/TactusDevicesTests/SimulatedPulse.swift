import CPulse

/// A stream of a PulseAudio server in memory. It has no threads.
final class SimulatedPulse {
  private let table = UnsafeMutablePointer<ctactus_pulse_functions>.allocate(capacity: 1)
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
  private let latest = UnsafeMutablePointer<pa_timing_info>.allocate(capacity: 1)
  /// The largest part of a write, in bytes.
  var largestPart = 1 << 20
  /// The server's latest report.
  var report: pa_timing_info {
    get { latest.pointee }
    set { latest.pointee = newValue }
  }

  var functions: UnsafePointer<ctactus_pulse_functions> { UnsafePointer(table) }
  var stream: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  init() {
    table.initialize(to: ctactus_pulse_functions())
    latest.initialize(to: pa_timing_info())
    table.pointee.pa_stream_begin_write = { stream, data, size in
      let pulse = SimulatedPulse.at(stream)
      guard let data, let size else { return -1 }
      data.pointee = pulse.memory
      size.pointee = min(size.pointee, pulse.largestPart)
      return 0
    }
    table.pointee.pa_stream_write = { stream, _, size, _, _, _ in
      SimulatedPulse.at(stream).report.write_index += Int64(size)
      return 0
    }
    table.pointee.pa_stream_get_timing_info = { UnsafePointer(SimulatedPulse.at($0).latest) }
  }

  deinit {
    table.deallocate()
    memory.deallocate()
    latest.deallocate()
  }

  private static func at(_ stream: OpaquePointer?) -> SimulatedPulse {
    Unmanaged<SimulatedPulse>.fromOpaque(UnsafeRawPointer(stream!)).takeUnretainedValue()
  }
}
