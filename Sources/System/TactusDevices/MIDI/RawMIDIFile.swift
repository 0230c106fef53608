import TactusRender

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A raw MIDI device, or another file from which MIDI bytes come.
///
/// - Thread: control, one thread at a time
final class RawMIDIFile {
  let path: String
  private(set) var descriptor: Int32
  private let reader: MIDIByteReader

  var isOpen: Bool { descriptor >= 0 }

  init(_ path: String, _ input: HostTimeInput) throws(DeviceError) {
    self.path = path
    reader = MIDIByteReader(input)
    descriptor = try RawMIDIDescriptor.open(path, O_RDONLY)
  }

  deinit { if isOpen { close(descriptor) } }

  /// Reads what has arrived. Returns false if the device has gone.
  func receive(at time: UInt64) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { bytes in
      while true {
        let count = read(descriptor, bytes.baseAddress, bytes.count)
        if count > 0 {
          reader.read(UnsafeBufferPointer(rebasing: bytes[..<count]), at: time)
        } else if count < 0, errno == EAGAIN || errno == EINTR {
          return true
        } else {
          close(descriptor)
          descriptor = -1
          return false
        }
      }
    }
  }
}
