/// A destination of bytes: a file, a pipe or memory.
///
/// `append` adds bytes at the end; `patch` replaces earlier bytes, for example the length in a header.
/// - Thread: control, one at a time
public protocol ByteSink: AnyObject {
  /// Whether `patch` works: true for files and memory, false for pipes and terminals.
  var isSeekable: Bool { get }
  /// Appends bytes, which are valid during the call.
  func append(_ bytes: UnsafeRawBufferPointer) throws
  /// Appends `count` bytes that `make` writes to the address it receives; `make` may also overwrite the `overhang`
  /// bytes after them.
  func append(count: Int, overhang: Int, _ make: (UnsafeMutableRawPointer) -> Void) throws
  /// Replaces earlier bytes, starting at `offset` from the first appended byte.
  func patch(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws
}

extension ByteSink {
  /// The default implementation writes the bytes to a temporary buffer and appends them; sinks with their own buffer
  /// avoid this copy.
  public func append(count: Int, overhang: Int, _ make: (UnsafeMutableRawPointer) -> Void) throws {
    try withUnsafeTemporaryAllocation(byteCount: count + overhang, alignment: 64) { room in
      guard let address = room.baseAddress else { return }
      make(address)
      try append(UnsafeRawBufferPointer(start: address, count: count))
    }
  }

  /// Appends the bytes of an array.
  public func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }
  /// Replaces earlier bytes with those of an array.
  public func patch(at offset: Int64, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try patch(at: offset, $0) }
  }
}

/// A sink in memory, for bounces inside a program and for tests.
///
/// - Thread: control, one at a time
public final class MemorySink: ByteSink {
  /// All bytes so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether `patch` works; false simulates a pipe.
  public let isSeekable: Bool

  /// Creates an empty sink.
  public init(isSeekable: Bool = true) { self.isSeekable = isSeekable }

  /// Appends bytes.
  public func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  /// Replaces earlier bytes; the range must lie within the bytes appended so far.
  public func patch(at offset: Int64, _ replacement: UnsafeRawBufferPointer) {
    precondition(isSeekable, "a sink that is not seekable cannot be patched")
    let start = Int(offset)
    precondition(start >= 0 && start <= bytes.count - replacement.count, "a patch must lie inside the bytes")
    bytes.replaceSubrange(start..<(start + replacement.count), with: replacement)
  }
}
