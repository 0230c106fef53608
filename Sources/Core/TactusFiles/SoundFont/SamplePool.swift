/// The sample data of a bank, in place.
///
/// It is valid as long as the bank (and its file) lives; code that keeps a pointer must keep the bank.
/// - Thread: any
public struct SamplePool: @unchecked Sendable {  // pointers to bytes that nobody changes
  /// The frames in native byte order, aligned. Frames from `frameCount` on must not be read.
  public let frames: UnsafePointer<Int16>
  /// The number of frames.
  public let frameCount: Int
  /// The low bytes of 24-bit samples: value = frames[i] · 256 + lowBytes[i]. Nil in a 16-bit bank.
  public let lowBytes: UnsafePointer<UInt8>?
  /// Owns a copy of the frames if the file has them at an odd address or in another byte order.
  let copy: FileBytes?

  static let empty = SamplePool(
    frames: UnsafePointer(UnsafeMutablePointer<Int16>.allocate(capacity: 1)), frameCount: 0, lowBytes: nil, copy: nil)
}
