/// The audio outputs that a driver finds.
///
/// - Thread: control
public enum AudioDevices {
  /// Returns the outputs of a driver.
  ///
  /// - Throws: an error if the driver's library or server is missing.
  public static func list(_ driver: AudioDriver) throws(DeviceError) -> [AudioDevice] {
    switch driver {
    case .alsa: try ALSALibrary.shared().devices
    case .pulse: try PulseConnection(PulseLibrary.shared(), name: "tactus", startsServer: false).devices
    case .pipeWire: try PipeWireConnection(PipeWireLibrary.shared(), name: "tactus").devices
    case .jack, .coreAudio, .file, .silent: throw .refused(driver, reason: "this driver lists its devices itself")
    }
  }
}
