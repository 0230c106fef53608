import CPulse

/// The PulseAudio client library, loaded at run time for the lifetime of the process.
///
/// - Thread: any
final class PulseLibrary: @unchecked Sendable {  // written once, before it is shared
  let functions: UnsafeMutablePointer<ctactus_pulse_functions>

  private static let loaded = LoadedOnce<PulseLibrary>()

  /// Returns the library; loads it at the first call.
  static func shared() throws(DeviceError) -> PulseLibrary {
    try loaded.get { () throws(DeviceError) in try PulseLibrary("libpulse.so.0") }
  }

  private init(_ name: String) throws(DeviceError) {
    functions = .allocate(capacity: 1)
    functions.initialize(to: ctactus_pulse_functions())
    switch ctactus_pulse_load(name, functions) {
    case 0: break
    case 1: throw .noLibrary(.pulse, name: name)
    default: throw .oldLibrary(.pulse, name: name)
    }
  }

  deinit { functions.deallocate() }

  /// Returns the library's words for an error.
  func words(_ error: Int32) -> String {
    functions.pointee.pa_strerror(error).map { String(cString: $0) } ?? "error \(error)"
  }
}
