import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A named pipe in a folder of its own, open for reading: it stands in for a raw MIDI device.
final class MIDIPipe {
  let path: String
  private let folder: String
  private let descriptor: Int32

  init() throws {
    var name = Array("/tmp/tactus-midi-XXXXXX".utf8CString)
    let made = name.withUnsafeMutableBufferPointer {
      $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    folder = try #require(made)
    path = folder + "/midi"
    #expect(mkfifo(path, 0o600) == 0)
    descriptor = open(path, O_RDONLY | O_NONBLOCK)
  }

  deinit {
    close(descriptor)
    unlink(path)
    rmdir(folder)
  }

  /// Reads what has been written since the last time.
  var bytes: [UInt8] {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { return all }
      all += part.prefix(count)
    }
  }
}
