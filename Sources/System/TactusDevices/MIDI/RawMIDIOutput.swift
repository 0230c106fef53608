#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A raw MIDI device, or another file to which MIDI bytes go.
///
/// - Thread: control, one thread at a time
final class RawMIDIOutput {
  let path: String
  private var descriptor: Int32

  var isOpen: Bool { descriptor >= 0 }

  init(_ path: String) throws(DeviceError) {
    self.path = path
    descriptor = try RawMIDIDescriptor.open(path, O_WRONLY)
  }

  deinit { if isOpen { close(descriptor) } }

  /// Writes bytes, and waits for the device if its buffer is full: at most a second. Returns false if it has gone.
  func send(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        done += count
        continue
      }
      if count < 0, errno == EINTR { continue }
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard count < 0, errno == EAGAIN, poll(&state, 1, 1_000) > 0, Int32(state.revents) & Int32(POLLOUT) != 0 else {
        close(descriptor)
        descriptor = -1
        return false
      }
    }
    return true
  }
}
