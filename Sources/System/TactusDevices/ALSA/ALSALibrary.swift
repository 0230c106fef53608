import CALSA

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The ALSA library, loaded at run time for the lifetime of the process. Its output to standard error is disabled.
///
/// - Thread: any
final class ALSALibrary: @unchecked Sendable {  // written once, before it is shared
  let functions: UnsafeMutablePointer<ctactus_alsa_functions>
  private let sequencer: UnsafeMutablePointer<ctactus_alsa_seq_functions>
  private let raw: UnsafeMutablePointer<ctactus_alsa_raw_functions>
  private var hasSequencer = false
  private var hasRaw = false

  /// The name of the library: the value of the environment variable `TACTUS_LIBASOUND` or, if it is not set, the usual
  /// name.
  static var name: String { getenv("TACTUS_LIBASOUND").map { String(cString: $0) } ?? "libasound.so.2" }

  private static let loaded = LoadedOnce<ALSALibrary>()

  /// Returns the library; loads it at the first call.
  static func shared() throws(DeviceError) -> ALSALibrary {
    try loaded.get { () throws(DeviceError) in try ALSALibrary(name) }
  }

  private init(_ name: String) throws(DeviceError) {
    functions = .allocate(capacity: 1)
    functions.initialize(to: ctactus_alsa_functions())
    sequencer = .allocate(capacity: 1)
    sequencer.initialize(to: ctactus_alsa_seq_functions())
    raw = .allocate(capacity: 1)
    raw.initialize(to: ctactus_alsa_raw_functions())
    switch ctactus_alsa_load(name, functions) {
    case 0:
      ctactus_alsa_silence(functions)
      hasSequencer = ctactus_alsa_seq_load(name, sequencer) == 0
      hasRaw = ctactus_alsa_raw_load(name, raw) == 0
    case 1: throw .noLibrary(.alsa, name: name)
    default: throw .oldLibrary(.alsa, name: name)
    }
  }

  deinit {
    functions.deallocate()
    sequencer.deallocate()
    raw.deallocate()
  }

  /// Returns the functions for MIDI.
  func sequencerFunctions() throws(DeviceError) -> UnsafePointer<ctactus_alsa_seq_functions> {
    guard hasSequencer else { throw .oldLibrary(.alsa, name: Self.name) }
    return UnsafePointer(sequencer)
  }

  /// Returns the functions for raw MIDI devices.
  func rawFunctions() throws(DeviceError) -> UnsafePointer<ctactus_alsa_raw_functions> {
    guard hasRaw else { throw .oldLibrary(.alsa, name: Self.name) }
    return UnsafePointer(raw)
  }

  /// Returns the library's words for an error.
  func words(_ error: Int) -> String {
    functions.pointee.snd_strerror(Int32(truncatingIfNeeded: error)).map { String(cString: $0) } ?? "error \(error)"
  }

  /// The devices with outputs.
  var devices: [AudioDevice] {
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard functions.pointee.snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
    defer { _ = functions.pointee.snd_device_name_free_hint(hints) }
    var devices: [AudioDevice] = []
    var index = 0
    while let hint = hints[index] {
      index += 1
      guard let name = hintText(hint, "NAME"), name != "null", hintText(hint, "IOID") != "Input" else { continue }
      let title = hintText(hint, "DESC")?.split(separator: "\n").joined(separator: ", ") ?? name
      devices.append(AudioDevice(.alsa, name: name, title: title, isDefault: name == "default"))
    }
    return devices
  }

  private func hintText(_ hint: UnsafeMutableRawPointer, _ id: String) -> String? {
    guard let text = functions.pointee.snd_device_name_get_hint(hint, id) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
