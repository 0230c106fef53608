import CTactus
import TactusRealtime

/// Memory for the channel pointers of a caller's block.
///
/// - Thread: audio
struct ChannelPointers {
  /// The largest number of channels in a block.
  static var most: Int { 64 }
  /// The largest number of frames in a block.
  static var mostFrames: Int32 { 1 << 24 }

  private let memory: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

  /// - Parameter memory: room for ``most`` pointers.
  init(_ memory: UnsafeMutablePointer<UnsafeMutablePointer<Float>>) { self.memory = memory }

  /// Checks and copies the caller's pointers; returns a negative status if any of them is invalid.
  func take(
    _ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ count: Int32, frames: Int32
  ) -> Int32 {
    guard let channels else { return wrongArgument(CTACTUS_NO_CHANNELS) }
    guard count >= 1, Int(count) <= Self.most else {
      return wrongArgument(CTACTUS_BAD_CHANNEL_COUNT)
    }
    guard frames >= 0, frames <= Self.mostFrames else {
      return wrongArgument(CTACTUS_BAD_FRAMES)
    }
    for index in 0..<Int(count) {
      guard let channel = channels[index] else {
        return wrongArgument(CTACTUS_NULL_CHANNEL)
      }
      memory[index] = channel
    }
    return 0
  }

  /// Moves the copied pointers past frames that have been rendered.
  func advance(_ count: Int32, frames: Int) {
    for index in 0..<Int(count) { memory[index] += frames }
  }

  /// Returns a block over the copied pointers.
  func block(_ count: Int32, frames: Int32) -> AudioBlock {
    AudioBlock(channels: memory, channelCount: Int(count), frameCount: Int(frames))
  }
}
