import CPulse
import Synchronization

/// Renders the frames for which a PulseAudio stream asks.
///
/// - Thread: audio
struct PulseWriter {
  let functions: UnsafePointer<ctactus_pulse_functions>
  let stream: OpaquePointer
  let underruns: UnsafeMutablePointer<Atomic<Int>>
  /// The renderer; nil before the start and after the end, where silence is not needed either.
  var renderer: UnsafeMutablePointer<DeviceRenderer>?
  /// Whether the stream's buffer is empty: at the start, and after an underflow. It then plays when it is full again,
  /// and the server asks for all that fits.
  private var isEmpty = true

  init(
    functions: UnsafePointer<ctactus_pulse_functions>, stream: OpaquePointer,
    underruns: UnsafeMutablePointer<Atomic<Int>>
  ) {
    (self.functions, self.stream, self.underruns) = (functions, stream, underruns)
  }

  /// Renders and writes `bytes` bytes.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func write(_ bytes: Int) {
    guard let renderer else { return }
    if isEmpty { renderer.pointee.beginPrefill(bytes / 8) }
    isEmpty = false
    var left = bytes
    while left >= 8 {
      var size = left
      guard let memory = ctactus_pulse_begin(functions, stream, &size), size >= 8 else { return }
      let frames = min(size, left) / 8
      renderer.pointee.fillInterleaved(frames, memory.assumingMemoryBound(to: Float.self))
      guard ctactus_pulse_write(functions, stream, memory, frames &* 8) == 0 else { return }
      left &-= frames &* 8
    }
  }

  /// Counts an underflow. The next write fills the empty buffer.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func countUnderflow() {
    underruns.pointee.wrappingAdd(1, ordering: .relaxed)
    isEmpty = true
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
