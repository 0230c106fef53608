/// The bytes of a file, immutable and kept in place: mapped from disk or held in memory.
///
/// Readers keep offsets into the bytes instead of copies, so a bank of gigabytes uses only the memory of the pages that
/// are played.
/// - Thread: any
public final class FileBytes: @unchecked Sendable {  // immutable after init; `release` runs once, in deinit
  /// All bytes, valid as long as the object lives.
  ///
  /// Swift may release an object after its last use, even before the end of its scope. Code that keeps the pointer must
  /// therefore keep the object, in a property or with `withExtendedLifetime`.
  public let bytes: UnsafeRawBufferPointer
  /// The name for messages: the file's path, or a description such as "built-in bank".
  public let name: String
  private let release: (UnsafeRawBufferPointer) -> Void

  /// Creates a file from bytes that are owned elsewhere; `release` is called when they are no longer needed.
  public init(_ bytes: UnsafeRawBufferPointer, name: String, release: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.bytes = bytes
    self.name = name
    self.release = release
  }

  /// Creates a file in memory from a copy of the bytes.
  public convenience init(copying source: some Collection<UInt8>, name: String) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 16)
    copy.copyBytes(from: source)
    self.init(UnsafeRawBufferPointer(copy), name: name) { $0.deallocate() }
  }

  deinit { release(bytes) }
}
