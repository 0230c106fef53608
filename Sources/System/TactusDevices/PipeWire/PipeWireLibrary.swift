import CPipeWire

/// The PipeWire client library, loaded at run time for the lifetime of the process.
///
/// - Thread: any
final class PipeWireLibrary: @unchecked Sendable {  // written once, before it is shared
  let functions: UnsafeMutablePointer<ctactus_pipewire_functions>

  private static let loaded = LoadedOnce<PipeWireLibrary>()

  /// Returns the library; loads it at the first call.
  static func shared() throws(DeviceError) -> PipeWireLibrary {
    try loaded.get { () throws(DeviceError) in try PipeWireLibrary("libpipewire-0.3.so.0") }
  }

  private init(_ name: String) throws(DeviceError) {
    functions = .allocate(capacity: 1)
    functions.initialize(to: ctactus_pipewire_functions())
    switch ctactus_pipewire_load(name, functions) {
    case 0: functions.pointee.pw_init(nil, nil)
    case 1: throw .noLibrary(.pipeWire, name: name)
    default: throw .oldLibrary(.pipeWire, name: name)
    }
  }

  deinit { functions.deallocate() }
}
