/// Interleaves words of several channels into the bytes of a file.
enum SamplePacker {
  /// Stores the low `bytesPerSample` bytes of each word. `words` contains `stride` words per channel, and `count` of
  /// them are packed; `bytes` must have room for all frames and one more byte.
  static func pack(
    _ words: UnsafePointer<UInt32>, stride: Int, channelCount: Int, count: Int, bytesPerSample: Int, bigEndian: Bool,
    into bytes: UnsafeMutableRawPointer
  ) {
    switch (bytesPerSample, bigEndian) {
    case (2, false):
      interleave(words, stride, channelCount, count, 2, bytes) { UInt16(truncatingIfNeeded: $0).littleEndian }
    case (2, true):
      interleave(words, stride, channelCount, count, 2, bytes) { UInt16(truncatingIfNeeded: $0).bigEndian }
    case (3, false):
      // Each store writes four bytes; the next sample overwrites the fourth.
      interleave(words, stride, channelCount, count, 3, bytes) { $0.littleEndian }
    case (3, true):
      interleave(words, stride, channelCount, count, 3, bytes) { ($0 &<< 8).bigEndian }
    case (_, false): interleave(words, stride, channelCount, count, 4, bytes) { $0.littleEndian }
    case (_, true): interleave(words, stride, channelCount, count, 4, bytes) { $0.bigEndian }
    }
  }

  @inline(__always) private static func interleave<Stored: FixedWidthInteger & BitwiseCopyable>(
    _ words: UnsafePointer<UInt32>, _ stride: Int, _ channelCount: Int, _ count: Int, _ size: Int,
    _ bytes: UnsafeMutableRawPointer, _ store: (UInt32) -> Stored
  ) {
    if channelCount == 1 {
      for i in 0..<count { bytes.storeBytes(of: store(words[i]), toByteOffset: i &* size, as: Stored.self) }
    } else if channelCount == 2 {
      let right = words + stride
      for i in 0..<count {
        bytes.storeBytes(of: store(words[i]), toByteOffset: 2 &* i &* size, as: Stored.self)
        bytes.storeBytes(of: store(right[i]), toByteOffset: (2 &* i &+ 1) &* size, as: Stored.self)
      }
    } else {
      var position = bytes
      for i in 0..<count {
        for channel in 0..<channelCount {
          position.storeBytes(of: store(words[channel &* stride &+ i]), as: Stored.self)
          position += size
        }
      }
    }
  }
}
