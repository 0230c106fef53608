/// The audio outputs that a driver finds.
///
/// - Thread: control
public enum AudioDevices {
  /// Returns the outputs of a driver.
  ///
  /// - Throws: an error if the driver's library or server is missing.
  public static func list(_ driver: AudioDriver) throws(DeviceError) -> [AudioDevice] {
    switch driver {
    case .alsa: try ALSALibrary().devices
    case .pulse: try PulseConnection(PulseLibrary(), name: "tactus", startsServer: false).devices
    case .pipeWire: try PipeWireConnection(PipeWireLibrary(), name: "tactus").devices
    case .jack, .coreAudio, .file: throw .refused(driver, reason: "this driver lists its devices itself")
    }
  }
}
