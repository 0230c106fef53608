#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Standard output through a buffer of our own: fast for millions of lines, and an error is noticed.
///
/// - Thread: one at a time
package struct StandardOutput: ~Copyable {
  private var buffer: [UInt8] = []
  private let descriptor: Int32
  private static let capacity = 1 << 16

  package init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.capacity + 4096)
  }

  /// Why no more can be written.
  package enum Failure: Error {
    /// The reader has closed the pipe: it wants no more, as `head` does.
    case closed
    /// What the system said.
    case system(Int32)
  }

  package mutating func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  package mutating func writeLine(_ text: String) throws(Failure) {
    try write(text)
    try write("\n")
  }

  /// Appends bytes in place, for lines that are made by the million.
  package mutating func append(_ make: (inout [UInt8]) -> Void) throws(Failure) {
    make(&buffer)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Hands everything to the system. To be called at the end.
  package mutating func flush() throws(Failure) {
    var done = 0
    defer { buffer.removeAll(keepingCapacity: true) }
    while done < buffer.count {
      let start = done
      let count = buffer.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress! + start, $0.count - start) }
      if count > 0 {
        done += count
      } else if count < 0, errno != EINTR, errno != EAGAIN {
        throw errno == EPIPE ? .closed : .system(errno)
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Standard error, unbuffered: one call, one line.
package enum StandardError {
  package static func writeLine(_ text: String) { write(text + "\n") }

  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let count = systemWrite(STDERR_FILENO, UnsafeRawPointer(bytes.baseAddress!) + done, bytes.count - done)
        guard count > 0 || errno == EINTR else { return }
        done += max(0, count)
      }
    }
  }
}
