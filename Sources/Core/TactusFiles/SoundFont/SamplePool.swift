/// The sample data of a bank, in place.
///
/// Valid as long as the bank (its file) lives; who keeps a pointer keeps the bank.
/// - Thread: any
public struct SamplePool: @unchecked Sendable {  // pointers to bytes that nobody changes
  /// The frames, native byte order, aligned; what lies at or beyond `frameCount` must not be read.
  public let frames: UnsafePointer<Int16>
  /// How many frames there are.
  public let frameCount: Int
  /// The low bytes of 24-bit samples: value = frames[i] · 256 + lowBytes[i]. Nil in a 16-bit bank.
  public let lowBytes: UnsafePointer<UInt8>?
  /// Owns the frames where the file has them at an odd address or in a foreign byte order.
  let copy: FileBytes?

  static let empty = SamplePool(
    frames: UnsafePointer(UnsafeMutablePointer<Int16>.allocate(capacity: 1)), frameCount: 0, lowBytes: nil, copy: nil)
}
