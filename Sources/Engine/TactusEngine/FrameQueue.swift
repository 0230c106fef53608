import TactusRealtime

/// A queue of frames in planar memory that grows as needed.
///
/// - Thread: control
final class FrameQueue {
  private let channelCount: Int
  /// All channels one after another, `capacity` samples each.
  private var samples: UnsafeMutablePointer<Float>
  private var capacity: Int
  private var first = 0
  /// The number of frames in the queue.
  private(set) var count = 0

  init(channelCount: Int, capacity: Int = 4_096) {
    (self.channelCount, self.capacity) = (channelCount, max(1, capacity))
    samples = .allocate(capacity: channelCount * self.capacity)
    samples.initialize(repeating: 0, count: channelCount * self.capacity)
  }

  deinit { samples.deallocate() }

  /// Appends the frames of a block, from `offset` onwards.
  func append(_ block: AudioBlock, from offset: Int = 0) {
    let added = block.frameCount - offset
    guard added > 0 else { return }
    if first + count + added > capacity { makeRoom(for: added) }
    for channel in 0..<channelCount {
      (samples + channel * capacity + first + count).update(from: block[channel] + offset, count: added)
    }
    count += added
  }

  /// Moves up to `most` frames into a block, from its frame `offset` onwards. Returns their number.
  func take(_ most: Int, into block: AudioBlock, at offset: Int) -> Int {
    let taken = min(most, count)
    guard taken > 0 else { return 0 }
    for channel in 0..<channelCount {
      (block[channel] + offset).update(from: samples + channel * capacity + first, count: taken)
    }
    count -= taken
    first = count == 0 ? 0 : first + taken
    return taken
  }

  /// Moves the frames to the start of new memory. If they need more than half of the present capacity, the new memory
  /// is at least twice as large.
  private func makeRoom(for added: Int) {
    let needed = count + added
    let grown = needed > capacity / 2 ? max(2 * capacity, needed) : capacity
    let target = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * grown)
    target.initialize(repeating: 0, count: channelCount * grown)
    for channel in 0..<channelCount {
      (target + channel * grown).update(from: samples + channel * capacity + first, count: count)
    }
    samples.deallocate()
    (samples, capacity, first) = (target, grown, 0)
  }
}
