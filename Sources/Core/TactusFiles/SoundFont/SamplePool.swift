/// The sample data of a bank, in place.
///
/// It is valid as long as the bank (and its file) lives; code that keeps a pointer must keep the bank.
/// - Thread: any
public struct SamplePool: @unchecked Sendable {  // pointers to immutable bytes
  /// The frames in native byte order, aligned. Frames at `frameCount` and beyond must not be read.
  public let frames: UnsafePointer<Int16>
  /// The number of frames.
  public let frameCount: Int
  /// The low bytes of 24-bit samples: value = frames[i] · 256 + lowBytes[i]. Nil in a 16-bit bank.
  public let lowBytes: UnsafePointer<UInt8>?
  /// A copy of the frames, if they are at an odd address in the file or in another byte order; otherwise nil.
  let copy: FileBytes?

  static let empty = SamplePool(
    frames: UnsafePointer(UnsafeMutablePointer<Int16>.allocate(capacity: 1)), frameCount: 0, lowBytes: nil, copy: nil)
}
