#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Buffered standard output: fast for millions of lines, with error reporting.
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

  /// The reason why writing failed.
  package enum Failure: Error {
    /// The reader has closed the pipe, as `head` does.
    case closed
    /// Any other error, with the system's error number.
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

  /// Appends bytes in place, for millions of lines.
  package mutating func append(_ make: (inout [UInt8]) -> Void) throws(Failure) {
    make(&buffer)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes the buffer. Call it at the end.
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

/// Unbuffered standard error: one call per line.
package enum StandardError {
  package static func writeLine(_ text: String) { write(text + "\n") }

  /// Writes a remark about work that has been done nevertheless: "tactus: …".
  static func remark(_ sentence: String) {
    writeLine(Style.standardError.warning("tactus:") + " " + sentence.printable)
  }

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
