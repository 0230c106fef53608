import TactusRealtime

/// The memory of ``OutputBuffers``, allocated once.
///
/// - Thread: control; the rendering thread uses the buffers
package final class OutputBuffersMemory {
  /// The buffers in this memory, which must outlive them.
  package let buffers: OutputBuffers
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let memory: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - channelCount: the number of rendered channels; further channels of a list are silenced.
  ///   - maximumFrameCount: the maximum number of frames per cycle, up to 2²⁰ (clamped).
  package init(channelCount: Int, maximumFrameCount: Int) {
    let (count, frames) = (max(1, channelCount), min(max(1, maximumFrameCount), 1 << 20))
    memory = .allocate(capacity: 2 * count * frames)
    memory.initialize(repeating: 0, count: 2 * count * frames)
    channels = .allocate(capacity: count)
    channels.initialize(repeating: memory, count: count)
    buffers = OutputBuffers(channels: channels, memory: memory, channelCount: count, maximumFrameCount: frames)
  }

  deinit {
    channels.deallocate()
    memory.deallocate()
  }
}
