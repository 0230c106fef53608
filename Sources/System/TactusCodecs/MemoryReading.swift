import CSndfile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Presents bytes in memory as a file to libsndfile.
struct MemoryReading {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let base = whence == SEEK_CUR ? position : whence == SEEK_END ? bytes.count : 0
    let (target, isBeyond) = Int64(base).addingReportingOverflow(offset)
    guard !isBeyond, target >= 0, target <= Int64(bytes.count) else { return -1 }
    position = Int(target)
    return target
  }

  private mutating func read(_ target: UnsafeMutableRawPointer, _ count: Int64) -> Int64 {
    let length = min(Int(clamping: count), bytes.count - position)
    guard length > 0, let base = bytes.baseAddress else { return 0 }
    target.copyMemory(from: base + position, byteCount: length)
    position += length
    return Int64(length)
  }

  /// The virtual I/O functions; their context is a pointer to a `MemoryReading`.
  static var calls: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      length: { Int64(Self.at($0).pointee.bytes.count) },
      seek: { Self.at($2).pointee.seek($0, $1) },
      read: { target, count, context in target.map { Self.at(context).pointee.read($0, count) } ?? 0 },
      write: { _, _, _ in 0 },
      tell: { Int64(Self.at($0).pointee.position) })
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<MemoryReading> {
    context!.assumingMemoryBound(to: MemoryReading.self)
  }
}
