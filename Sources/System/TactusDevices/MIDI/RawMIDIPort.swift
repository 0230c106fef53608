import CALSA

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A raw MIDI device under its name in ALSA, such as "hw:1,0".
///
/// - Thread: control, one thread at a time
package final class RawMIDIPort: RawMIDISource {
  package let name: String
  private let functions: UnsafePointer<ctactus_alsa_raw_functions>
  private var port: OpaquePointer?
  private let reader: MIDIByteReader

  /// Opens a device for reading.
  package convenience init(_ name: String, into target: any MIDIInputTarget) throws(DeviceError) {
    let library = try ALSALibrary.shared()
    let functions = try library.rawFunctions()
    var port: OpaquePointer?
    let code = functions.pointee.snd_rawmidi_open(&port, nil, name, Int32(SND_RAWMIDI_NONBLOCK))
    guard code >= 0, let port else {
      let words = library.words(Int(code))
      throw .refused(.alsa, reason: "the MIDI device \(name) cannot be opened (\(words)); `amidi -l` lists the devices")
    }
    self.init(port, functions, name: name, into: target)
  }

  /// Takes over a device that was opened with a library's functions, which must outlive it.
  package init(
    _ port: OpaquePointer, _ functions: UnsafePointer<ctactus_alsa_raw_functions>, name: String,
    into target: any MIDIInputTarget
  ) {
    (self.port, self.functions, self.name) = (port, functions, name)
    reader = MIDIByteReader(target)
  }

  deinit { close() }

  private func close() {
    if let port { _ = functions.pointee.snd_rawmidi_close(port) }
    port = nil
  }

  package var descriptors: [pollfd] {
    guard let port else { return [] }
    let count = max(0, min(16, Int(functions.pointee.snd_rawmidi_poll_descriptors_count(port))))
    var descriptors = [pollfd](repeating: pollfd(), count: count)
    let filled = descriptors.withUnsafeMutableBufferPointer {
      functions.pointee.snd_rawmidi_poll_descriptors(port, $0.baseAddress, UInt32(count))
    }
    return Array(descriptors.prefix(max(0, Int(filled))))
  }

  package func receive(at time: UInt64) -> Bool {
    guard let port else { return false }
    let isOpen = reader.readAll(at: time) { functions.pointee.snd_rawmidi_read(port, $0.baseAddress, $0.count) }
    if !isOpen { close() }
    return isOpen
  }
}
