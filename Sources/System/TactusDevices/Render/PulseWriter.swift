import CPulse
import CTactusClock
import Synchronization

/// Renders the frames for which a PulseAudio stream asks.
///
/// - Thread: audio
package struct PulseWriter {
  private let functions: UnsafePointer<ctactus_pulse_functions>
  private let stream: OpaquePointer
  private let underruns: UnsafeMutablePointer<Atomic<Int>>
  /// The time in nanoseconds from the rendering of the latest frame to its sound; 0 if it is unknown.
  private let latency: UnsafeMutablePointer<Atomic<Int>>
  /// The renderer; nil before the start and after the end, where silence is not needed either.
  package var renderer: UnsafeMutablePointer<DeviceRenderer>?
  /// Whether the stream's buffer is empty: at the start, and after an underflow. It then plays when it is full again,
  /// and the server asks for all that fits.
  private var isEmpty = true
  /// The time in nanoseconds of the server's latest report about the stream, if the stream was playing; otherwise nil.
  private var reportTime: Int64?

  package init(
    functions: UnsafePointer<ctactus_pulse_functions>, stream: OpaquePointer,
    underruns: UnsafeMutablePointer<Atomic<Int>>, latency: UnsafeMutablePointer<Atomic<Int>>
  ) {
    (self.functions, self.stream, self.underruns, self.latency) = (functions, stream, underruns, latency)
  }

  /// Renders and writes `bytes` bytes.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func write(_ bytes: Int) {
    guard let renderer else { return }
    let isPrefill = isEmpty
    if isPrefill { renderer.pointee.beginPrefill(bytes / 8) }
    isEmpty = false
    let (rate, now) = (renderer.pointee.sampleRate, ctactus_monotonic_time())
    let time = soundTime(rate)
    renderer.pointee.setSoundTime(time)
    var delay: Int64 = 0
    // the last frame is heard after all others of this write
    if let time { delay = max(0, time &- now &+ Int64(bytes / 8) &* 1_000_000_000 / Int64(rate)) }
    latency.pointee.store(Int(truncatingIfNeeded: delay), ordering: .relaxed)
    var left = bytes
    while left >= 8 {
      var size = left
      guard let memory = ctactus_pulse_begin(functions, stream, &size), size >= 8 else { return }
      let frames = min(size, left) / 8
      // further parts are rendered earlier than the server would ask for them; those of an empty buffer, nearer to the
      // time at which it plays
      let isLate = left < bytes && !isPrefill
      renderer.pointee.fillInterleaved(frames, memory.assumingMemoryBound(to: Float.self), isLate: isLate)
      guard ctactus_pulse_write(functions, stream, memory, frames &* 8) == 0 else { return }
      left &-= frames &* 8
    }
  }

  /// Counts an underflow. The next write fills the empty buffer.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func countUnderflow() {
    underruns.pointee.wrappingAdd(1, ordering: .relaxed)
    isEmpty = true
    reportTime = nil
  }

  // MARK: Latency

  /// Whether it is known when frames are heard.
  var knowsLatency: Bool { reportTime != nil }

  /// Takes a report of the server: how much it has read, and after what time that is heard.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func takeReport() {
    reportTime = nil
    // before the stream plays, the server does not know when it will
    guard let report = ctactus_pulse_timing(functions, stream), report.pointee.playing != 0 else { return }
    reportTime = ctactus_monotonic_time() &- ctactus_pulse_age(report) &* 1_000
  }

  /// Returns the time in nanoseconds at which the next frame is heard; nil if it is unknown.
  ///
  /// The library's own interpolation (`pa_stream_get_latency`) is smoothed, so it may need some time after the start to
  /// approach the true latency.
  private func soundTime(_ sampleRate: Int) -> Int64? {
    guard let reportTime, let report = ctactus_pulse_timing(functions, stream)?.pointee,
      report.write_index_corrupt == 0, report.read_index_corrupt == 0
    else { return nil }
    // the library adds to the first number what has been written since the report
    let waiting = report.write_index &- report.read_index
    let delay = Int64(truncatingIfNeeded: report.sink_usec)
    guard waiting >= 0, waiting <= 1 << 30, delay >= 0, delay <= 100_000_000 else { return nil }
    return reportTime &+ delay &* 1_000 &+ waiting / 8 &* 1_000_000_000 / Int64(sampleRate)
  }
}

/// PulseAudio's write callback; its context is a ``PulseWriter``.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func pulseWrite(_ stream: OpaquePointer?, _ bytes: Int, _ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  context.assumingMemoryBound(to: PulseWriter.self).pointee.write(bytes)
}

/// PulseAudio's underflow callback; its context is a ``PulseWriter``.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func pulseUnderflow(_ stream: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  context.assumingMemoryBound(to: PulseWriter.self).pointee.countUnderflow()
}

/// PulseAudio's callback for reports about a stream; its context is a ``PulseWriter``.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func pulseReport(_ stream: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  context.assumingMemoryBound(to: PulseWriter.self).pointee.takeReport()
}
