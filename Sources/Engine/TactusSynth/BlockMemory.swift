import CTactusShims
import TactusRealtime

/// The memory of an audio block, which grows to the longest block that it has held.
///
/// - Thread: control
package struct BlockMemory {
  /// The channels, each with room for `capacity` frames.
  package let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  package let channelCount: Int
  private var samples: UnsafeMutablePointer<Float>
  private var capacity: Int

  package init(channelCount: Int, capacity: Int) {
    self.channelCount = channelCount
    self.capacity = capacity
    samples = Self.allocate(channelCount * capacity)
    channels = .allocate(capacity: channelCount)
    for channel in 0..<channelCount { (channels + channel).initialize(to: samples + channel * capacity) }
  }

  package func free() {
    ctactus_free(samples)
    channels.deallocate()
  }

  /// Makes room for `frames` frames in each channel. If the memory must grow, its contents are lost.
  package mutating func makeRoom(_ frames: Int) {
    guard frames > capacity else { return }
    ctactus_free(samples)
    capacity = frames
    samples = Self.allocate(channelCount * capacity)
    for channel in 0..<channelCount { channels[channel] = samples + channel * capacity }
  }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<Float> {
    guard let memory = ctactus_allocate_table(count * MemoryLayout<Float>.stride) else {
      preconditionFailure("no memory for \(count) samples")
    }
    return memory.bindMemory(to: Float.self, capacity: count)
  }
}
