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

  /// Fills a buffer. Before the start, the buffer is silent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func process() {
    guard let taken = ctactus_pipewire_take(functions, stream) else { return }
    fill(taken)
    _ = ctactus_pipewire_queue(functions, stream, taken)
  }

  private func fill(_ taken: UnsafeMutablePointer<pw_buffer>) {
    guard let buffer = taken.pointee.buffer, buffer.pointee.n_datas >= 2, let planes = buffer.pointee.datas,
      let left = planes[0].data, let right = planes[1].data
    else { return }
    let room = Int(min(planes[0].maxsize, planes[1].maxsize)) / 4
    let requested = Int(clamping: taken.pointee.requested)
    let frames = requested > 0 ? min(requested, room) : room
    let (first, second) = (left.assumingMemoryBound(to: Float.self), right.assumingMemoryBound(to: Float.self))
    if let renderer = UnsafeMutablePointer<DeviceRenderer>(bitPattern: renderer.pointee.load(ordering: .acquiring)) {
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

/// PipeWire's process callback; its context is a ``PipeWireWriter``.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func pipeWireProcess(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  context.assumingMemoryBound(to: PipeWireWriter.self).pointee.process()
}
