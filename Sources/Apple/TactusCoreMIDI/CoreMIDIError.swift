#if canImport(CoreMIDI)
  import CoreMIDI

  /// The reason why a CoreMIDI call failed.
  ///
  /// - Thread: any
  public enum CoreMIDIError: Error, Hashable, Sendable, CustomStringConvertible {
    /// CoreMIDI refused a call; `status` is its result.
    case refused(Action, status: Int32)
    /// The endpoint is not of the required kind.
    case wrongKind(name: String, isSource: Bool)

    /// The requested action.
    public enum Action: String, Sendable {
      case makingClient = "a client cannot be made"
      case makingPort = "a port cannot be made"
      case makingSource = "a virtual source cannot be made"
      case makingDestination = "a virtual destination cannot be made"
      case settingAdvance = "the advance schedule time cannot be set"
      case connecting = "the source cannot be connected"
    }

    /// The error in one sentence.
    public var description: String {
      switch self {
      case .refused(let action, let status): "\(action.rawValue): \(Self.reason(status))"
      case .wrongKind(let name, let isSource):
        isSource ? "\(name) is a source; name a destination" : "\(name) is a destination; name a source"
      }
    }

    private static func reason(_ status: Int32) -> String {
      switch status {
      case kMIDIInvalidClient: "the client is no longer there (error \(status))"
      case kMIDIInvalidPort: "the port is no longer there (error \(status))"
      case kMIDIUnknownEndpoint, kMIDIObjectNotFound: "the device is no longer there (error \(status))"
      default: "CoreMIDI says \(status)"
      }
    }
  }

  extension CoreMIDIError {
    /// Throws for a status that is not 0.
    static func check(_ status: OSStatus, _ action: Action) throws(CoreMIDIError) {
      if status != 0 { throw .refused(action, status: status) }
    }
  }
#endif
