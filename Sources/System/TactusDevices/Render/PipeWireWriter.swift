import CPipeWire
import Synchronization

/// Renders the frames for which a PipeWire stream asks.
///
/// - Thread: audio
struct PipeWireWriter {
  let functions: UnsafePointer<ctactus_pipewire_functions>
  let stream: OpaquePointer
  /// The address of the renderer; 0 before the start.
  let renderer: UnsafeMutablePointer<Atomic<Int>>
  let underruns: UnsafeMutablePointer<Atomic<Int>>
  /// The sample rate of the stream; 0 before the server has chosen it.
  let sampleRate: UnsafeMutablePointer<Atomic<Int>>
  private var gaps = CycleGaps()

  init(
    functions: UnsafePointer<ctactus_pipewire_functions>, stream: OpaquePointer,
    renderer: UnsafeMutablePointer<Atomic<Int>>, underruns: UnsafeMutablePointer<Atomic<Int>>,
    sampleRate: UnsafeMutablePointer<Atomic<Int>>
  ) {
    (self.functions, self.stream, self.renderer) = (functions, stream, renderer)
    (self.underruns, self.sampleRate) = (underruns, sampleRate)
  }

  /// Fills a buffer. Before the start, the buffer is silent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func process() {
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
      countUnderrun(frames)
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
  private mutating func countUnderrun(_ frames: Int) {
    var time = pw_time()
    let sampleRate = sampleRate.pointee.load(ordering: .relaxed)
    guard sampleRate > 0, ctactus_pipewire_time(functions, stream, &time) != 0 else { return }
    let ticksPerFrame = Double(time.rate.denom) / (Double(time.rate.num) * Double(sampleRate))
    guard gaps.ask(at: time.ticks, frames: frames, ticksPerFrame: ticksPerFrame) else { return }
    underruns.pointee.wrappingAdd(1, ordering: .relaxed)
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
