/// An error of an audio or MIDI driver. Its description is one sentence without a full stop.
///
/// - Thread: any
public enum DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The driver's library was not found.
  case noLibrary(AudioDriver, name: String)
  /// The driver's library lacks functions.
  case oldLibrary(AudioDriver, name: String)
  /// No server runs, or it does not respond.
  case noServer(AudioDriver)
  /// The driver has no device of this name.
  case unknownDevice(AudioDriver, name: String)
  /// The driver refuses a request, for this reason.
  case refused(AudioDriver, reason: String)

  /// The error in words.
  public var description: String {
    switch self {
    case .noLibrary(let driver, let name): "the \(driver.name) library (\(name)) could not be loaded"
    case .oldLibrary(let driver, let name): "\(name) is not the \(driver.name) library, or is too old"
    case .noServer(let driver): "no \(driver.name) server is running"
    case .unknownDevice(let driver, let name): "\(driver.name) has no device '\(name)'"
    case .refused(let driver, let reason): "\(driver.name): \(reason)"
    }
  }

  /// Whether the only problem is that no server is running, so that the driver may become available later.
  package var isMissingServer: Bool { if case .noServer = self { true } else { false } }
}
