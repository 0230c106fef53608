#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opens raw MIDI devices, and other files that MIDI bytes come from or go to.
enum RawMIDIDescriptor {
  /// Opens a file for reading (`O_RDONLY`) or writing (`O_WRONLY`).
  ///
  /// A device can be opened by one program for each direction, so that only the wanted direction is opened. A named pipe is
  /// opened for both: it then does not end when its writer leaves, and can be opened for writing before it is read.
  static func open(_ path: String, _ direction: Int32) throws(DeviceError) -> Int32 {
    var status = stat()
    let isPipe = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    let flags = O_NONBLOCK | O_CLOEXEC
    var descriptor = openFile(path, (isPipe ? O_RDWR : direction) | flags)
    // a pipe of which the user may only read or write
    if descriptor < 0, isPipe { descriptor = openFile(path, direction | flags) }
    guard descriptor >= 0 else {
      throw .refused(.alsa, reason: "the MIDI device \(path) cannot be opened (\(String(cString: strerror(errno))))")
    }
    return descriptor
  }
}

/// The system's function: the name `open` means another one inside the type above.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
