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
package final class RawMIDIFile: RawMIDISource {
  /// The path of the file.
  package let name: String
  private var descriptor: Int32
  private let reader: MIDIByteReader

  package init(_ path: String, into target: any MIDIInputTarget) throws(DeviceError) {
    name = path
    reader = MIDIByteReader(target)
    descriptor = try RawMIDIDescriptor.open(path, O_RDONLY)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package var descriptors: [pollfd] {
    descriptor >= 0 ? [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)] : []
  }

  package func receive(at time: UInt64) -> Bool {
    let isOpen = reader.readAll(at: time) { bytes in
      let count = read(descriptor, bytes.baseAddress, bytes.count)
      return count < 0 ? -Int(errno) : count
    }
    if isOpen { return true }
    close(descriptor)
    descriptor = -1
    return false
  }
}
