/// The format of frames that are converted before they are played: PCM of other widths, or of several channels.
package struct PackedFrames: Hashable, Sendable {
  /// The number of bytes of each point: 1 for unsigned, 2…4 for signed numbers.
  package let bytesPerPoint: UInt8
  /// The number of channels, which are mixed to one.
  package let channels: UInt8

  package init(bytesPerPoint: UInt8, channels: UInt8) {
    self.bytesPerPoint = bytesPerPoint
    self.channels = channels
  }

  /// Whether the frames can be played without conversion if they are at an even address.
  var isPlain: Bool { bytesPerPoint == 2 && channels == 1 }

  private var bytesPerFrame: Int { max(1, Int(bytesPerPoint) * Int(channels)) }

  /// Returns the number of whole frames in a range of bytes.
  package func frameCount(of bytes: Range<Int>) -> Int { bytes.count / bytesPerFrame }

  /// Converts frames to 16 bits and returns their number.
  package func unpack(_ bytes: UnsafeRawBufferPointer, into frames: UnsafeMutableBufferPointer<Int16>) -> Int {
    let count = min(frames.count, frameCount(of: 0..<bytes.count))
    for frame in 0..<count {
      var sum: Int32 = 0
      for channel in 0..<Int(channels) {
        let at = frame * bytesPerFrame + channel * Int(bytesPerPoint)
        if bytesPerPoint == 1 {
          sum += (Int32(bytes[at]) - 128) * 256
        } else {
          // The upper two of the bytes, which are in ascending order of significance.
          let high = at + Int(bytesPerPoint) - 1
          sum += Int32(Int16(bitPattern: UInt16(bytes[high]) << 8 | UInt16(bytes[high - 1])))
        }
      }
      frames[frame] = Int16(truncatingIfNeeded: sum / Int32(channels))
    }
    return count
  }
}
