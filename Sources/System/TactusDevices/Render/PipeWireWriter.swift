import CPipeWire
import CTactusClock
import Synchronization

/// Renders the frames for which a PipeWire stream asks.
///
/// - Thread: audio
package struct PipeWireWriter {
  private let functions: UnsafePointer<ctactus_pipewire_functions>
  private let stream: OpaquePointer
  /// The address of the renderer; 0 before the start.
  private let renderer: UnsafeMutablePointer<Atomic<Int>>
  private let underruns: UnsafeMutablePointer<Atomic<Int>>
  /// The time in nanoseconds from the rendering of the latest frame to its sound; 0 if it is unknown.
  private let latency: UnsafeMutablePointer<Atomic<Int>>
  /// The sample rate of the stream; 0 before the server has chosen it.
  private let sampleRate: UnsafeMutablePointer<Atomic<Int>>
  private var gaps = CycleGaps()

  package init(
    functions: UnsafePointer<ctactus_pipewire_functions>, stream: OpaquePointer,
    renderer: UnsafeMutablePointer<Atomic<Int>>, underruns: UnsafeMutablePointer<Atomic<Int>>,
    latency: UnsafeMutablePointer<Atomic<Int>>, sampleRate: UnsafeMutablePointer<Atomic<Int>>
  ) {
    (self.functions, self.stream, self.renderer) = (functions, stream, renderer)
    (self.underruns, self.latency, self.sampleRate) = (underruns, latency, sampleRate)
  }

  /// Fills a buffer. Before the start, the buffer is silent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func process() {
    guard let taken = ctactus_pipewire_take(functions, stream) else { return }
    fill(taken)
    _ = ctactus_pipewire_queue(functions, stream, taken)
  }

  private mutating func fill(_ taken: UnsafeMutablePointer<pw_buffer>) {
    guard let buffer = taken.pointee.buffer, buffer.pointee.n_datas >= 2, let planes = buffer.pointee.datas,
      let left = planes[0].data, let right = planes[1].data
    else { return }
    let room = Int(min(planes[0].maxsize, planes[1].maxsize)) / 4
    let requested = Int(clamping: taken.pointee.requested)
    let frames = requested > 0 ? min(requested, room) : room
    let (first, second) = (left.assumingMemoryBound(to: Float.self), right.assumingMemoryBound(to: Float.self))
    if let renderer = UnsafeMutablePointer<DeviceRenderer>(bitPattern: renderer.pointee.load(ordering: .acquiring)) {
      readTime(frames, renderer)
      renderer.pointee.fill(frames, first, second)
    } else {
      first.update(repeating: 0, count: frames)
      second.update(repeating: 0, count: frames)
    }
    for side in 0..<2 {
      guard let chunk = planes[side].chunk else { continue }
      chunk.pointee.offset = 0
      chunk.pointee.stride = 4
      chunk.pointee.size = UInt32(truncatingIfNeeded: frames &* 4)
    }
  }
}

extension PipeWireWriter {
  /// Reads the server's clock: whether cycles have passed without the stream, and when the next frame is heard.
  private mutating func readTime(_ frames: Int, _ renderer: UnsafeMutablePointer<DeviceRenderer>) {
    var time = pw_time()
    let sampleRate = sampleRate.pointee.load(ordering: .relaxed)
    guard sampleRate > 0, ctactus_pipewire_time(functions, stream, &time) != 0 else { return }
    let ticksPerFrame = Double(time.rate.denom) / (Double(time.rate.num) * Double(sampleRate))
    if gaps.ask(at: time.ticks, frames: frames, ticksPerFrame: ticksPerFrame) { renderer.pointee.resume(underruns) }
    let frame = 1e9 / Double(sampleRate)
    let delay = soundDelay(time, frames, sampleRate) * frame
    let now = ctactus_monotonic_time()
    // the time is that of the start of the cycle; a server may smooth it
    let age = now &- time.now
    guard delay >= 0, delay <= 100e9, age >= -1_000_000_000, age <= 10_000_000_000 else {
      latency.pointee.store(0, ordering: .relaxed)
      return renderer.pointee.setSoundTime(nil)
    }
    let sound = time.now &+ Int64(delay)
    renderer.pointee.setSoundTime(sound)
    let last = sound &- now &+ Int64(Double(frames) * frame)
    latency.pointee.store(Int(truncatingIfNeeded: max(0, last)), ordering: .relaxed)
  }

  /// Returns the number of frames from the start of the cycle to the sound of its first frame. An output cannot play
  /// the cycle before it is over, even if it reports no delay.
  private func soundDelay(_ time: pw_time, _ frames: Int, _ sampleRate: Int) -> Double {
    let reported = Double(time.delay) * Double(time.rate.num) / Double(time.rate.denom) * Double(sampleRate)
    guard reported >= 0 else { return -1 }
    return max(reported + Double(time.buffered), Double(frames))
  }
}

/// PipeWire's process callback; its context is a ``PipeWireWriter``.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func pipeWireProcess(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  context.assumingMemoryBound(to: PipeWireWriter.self).pointee.process()
}
