import TactusRealtime

/// The destination of a unit's or node's audio: the buffers that the system provides, or buffers allocated in advance
/// if the system provides none.
///
/// An `AudioBufferList` is read in place, because it is longer than its declared type:
///
///     byte 0  buffers      byte 8  channels of the first   12  its bytes   16  its address, then the next one
///
/// - Thread: audio (one thread at a time)
package struct OutputBuffers {
  /// The result of preparing a list.
  package enum Preparation {
    /// Render into this block, then call ``finish(_:frames:)``.
    case ready(AudioBlock)
    /// The cycle has more frames than the announced maximum.
    case tooManyFrames
    /// A buffer is too small.
    case malformed
  }

  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let memory: UnsafeMutablePointer<Float>
  private let channelCount: Int
  private let maximumFrameCount: Int

  init(
    channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, memory: UnsafeMutablePointer<Float>, channelCount: Int,
    maximumFrameCount: Int
  ) {
    (self.channels, self.memory) = (channels, memory)
    (self.channelCount, self.maximumFrameCount) = (channelCount, maximumFrameCount)
  }

  private static func buffer(_ list: UnsafeMutableRawPointer, _ index: Int) -> UnsafeMutableRawPointer {
    list + (8 &+ 16 &* index)
  }
  private static func channelCount(_ buffer: UnsafeMutableRawPointer) -> Int {
    Int(buffer.assumingMemoryBound(to: UInt32.self)[0])
  }
  private static func data(
    _ buffer: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>?> {
    (buffer + 8).assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self)
  }

  /// Determines the destination of each channel, and completes missing entries of the list. Interleaved channels are
  /// rendered separately and interleaved by ``finish(_:frames:)``.
  ///
  /// - Parameter list: an `AudioBufferList`; its memory stays valid until the next call.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func prepare(_ list: UnsafeMutableRawPointer, frames: Int) -> Preparation {
    guard frames >= 0, frames <= maximumFrameCount else { return .tooManyFrames }
    var found = 0
    for index in 0..<Int(list.assumingMemoryBound(to: UInt32.self)[0]) {
      let buffer = Self.buffer(list, index)
      let count = Self.channelCount(buffer)
      let needed = UInt64(4 &* frames) &* UInt64(count)
      let size = buffer.assumingMemoryBound(to: UInt32.self) + 1
      if Self.data(buffer).pointee == nil {
        guard found &+ count <= channelCount else { return .malformed }
        // the second half of the memory holds channels to be interleaved
        let half = count > 1 ? channelCount &* maximumFrameCount : 0
        Self.data(buffer).pointee = memory + (half &+ found &* maximumFrameCount)
      } else if size.pointee > 0, UInt64(size.pointee) < needed {
        return .malformed
      }
      size.pointee = UInt32(truncatingIfNeeded: needed)
      for channel in 0..<count where found &+ channel < channelCount {
        let own = memory + (found &+ channel) &* maximumFrameCount
        channels[found &+ channel] = count == 1 ? Self.data(buffer).pointee.unsafelyUnwrapped : own
      }
      found &+= count
    }
    return .ready(
      AudioBlock(channels: UnsafePointer(channels), channelCount: min(found, channelCount), frameCount: frames))
  }

  /// Interleaves channels that share a buffer, and silences channels that were not rendered.
  ///
  /// - Returns: whether everything is silent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @discardableResult package func finish(_ list: UnsafeMutableRawPointer, frames: Int) -> Bool {
    var (found, isSilent) = (0, true)
    for index in 0..<Int(list.assumingMemoryBound(to: UInt32.self)[0]) {
      let buffer = Self.buffer(list, index)
      let count = Self.channelCount(buffer)
      guard let data = Self.data(buffer).pointee else { continue }
      for channel in 0..<count {
        let isOurs = found &+ channel < channelCount
        if count > 1 || !isOurs {
          for frame in 0..<frames {
            data[frame &* count &+ channel] = isOurs ? channels[found &+ channel][frame] : 0
          }
        }
        if isOurs, isSilent { isSilent = Self.isSilent(channels[found &+ channel], frames) }
      }
      found &+= count
    }
    return isSilent
  }

  /// Silences the buffers, up to the sizes that they declare, without rendering.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func silence(_ list: UnsafeMutableRawPointer, frames: Int) {
    for index in 0..<Int(list.assumingMemoryBound(to: UInt32.self)[0]) {
      let buffer = buffer(list, index)
      guard let data = data(buffer).pointee else { continue }
      let samples = Int(buffer.assumingMemoryBound(to: UInt32.self)[1]) / 4
      for sample in 0..<min(samples, max(0, frames) &* channelCount(buffer)) { data[sample] = 0 }
    }
  }

  private static func isSilent(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Bool {
    for frame in 0..<frames where samples[frame] != 0 { return false }
    return true
  }
}
