/// Where finished bytes go: a file, a pipe, memory.
///
/// Only `append` moves forward; `patch` rewrites what was appended before, so that a header can learn the length.
/// - Thread: control, one at a time
public protocol ByteSink: AnyObject {
  /// Whether `patch` works. Pipes and terminals cannot; files and memory can.
  var isSeekable: Bool { get }
  /// Adds bytes at the end. The bytes are borrowed for the call.
  func append(_ bytes: UnsafeRawBufferPointer) throws
  /// Adds `count` bytes at the end, which `make` writes to the address it is given; it may overwrite as many bytes after
  /// them as `overhang` says.
  func append(count: Int, overhang: Int, _ make: (UnsafeMutableRawPointer) -> Void) throws
  /// Replaces bytes that were appended before, from `offset` counted from the first appended byte.
  func patch(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws
}

extension ByteSink {
  /// Has the bytes made in room of their own and appends them; sinks with a buffer spare the copy.
  public func append(count: Int, overhang: Int, _ make: (UnsafeMutableRawPointer) -> Void) throws {
    try withUnsafeTemporaryAllocation(byteCount: count + overhang, alignment: 64) { room in
      guard let address = room.baseAddress else { return }
      make(address)
      try append(UnsafeRawBufferPointer(start: address, count: count))
    }
  }

  /// Adds the bytes of an array at the end.
  public func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }
  /// Replaces bytes that were appended before with those of an array.
  public func patch(at offset: Int64, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try patch(at: offset, $0) }
  }
}

/// A sink in memory, for bounces that stay in the program and for tests.
///
/// - Thread: control, one at a time
public final class MemorySink: ByteSink {
  /// All bytes so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether `patch` works; false imitates a pipe.
  public let isSeekable: Bool

  /// An empty sink.
  public init(isSeekable: Bool = true) { self.isSeekable = isSeekable }

  /// Adds bytes at the end.
  public func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  /// Replaces bytes that were appended before; the range must lie inside them.
  public func patch(at offset: Int64, _ replacement: UnsafeRawBufferPointer) {
    precondition(isSeekable, "a sink that is not seekable cannot be patched")
    let start = Int(offset)
    precondition(start >= 0 && start <= bytes.count - replacement.count, "a patch must lie inside the bytes")
    bytes.replaceSubrange(start..<(start + replacement.count), with: replacement)
  }
}
