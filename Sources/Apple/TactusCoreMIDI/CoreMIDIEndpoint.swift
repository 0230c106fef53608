#if canImport(CoreMIDI)
  import CoreMIDI
  import Foundation

  /// A source or destination of MIDI: an input or output of a device, or of another program.
  ///
  /// - Thread: control
  public struct CoreMIDIEndpoint: Hashable, Sendable {
    let reference: MIDIEndpointRef
    /// Whether it is a source; otherwise, it is a destination.
    public let isSource: Bool

    init(_ reference: MIDIEndpointRef, isSource: Bool) { (self.reference, self.isSource) = (reference, isSource) }

    /// All sources that exist now.
    public static var sources: [CoreMIDIEndpoint] {
      (0..<MIDIGetNumberOfSources()).map { CoreMIDIEndpoint(MIDIGetSource($0), isSource: true) }
        .filter { $0.reference != 0 }
    }

    /// All destinations that exist now.
    public static var destinations: [CoreMIDIEndpoint] {
      (0..<MIDIGetNumberOfDestinations()).map { CoreMIDIEndpoint(MIDIGetDestination($0), isSource: false) }
        .filter { $0.reference != 0 }
    }

    /// Returns the endpoint with a stored unique ID; nil if it does not exist now.
    public static func find(uniqueID: Int32) -> CoreMIDIEndpoint? {
      (sources + destinations).first { $0.uniqueID == uniqueID }
    }

    /// The unique ID by which the endpoint can be found again; 0 if the endpoint no longer exists.
    public var uniqueID: Int32 {
      var value: Int32 = 0
      return MIDIObjectGetIntegerProperty(reference, kMIDIPropertyUniqueID, &value) == 0 ? value : 0
    }

    /// The display name; empty if the endpoint no longer exists.
    public var name: String {
      var name: Unmanaged<CFString>?
      guard MIDIObjectGetStringProperty(reference, kMIDIPropertyDisplayName, &name) == 0, let name else { return "" }
      return name.takeRetainedValue() as String
    }

    /// Gives an endpoint of this program its former unique ID. If the ID is 0, or another endpoint has it, the endpoint
    /// keeps the ID that the system has assigned.
    func take(uniqueID: Int32?) {
      guard let uniqueID, uniqueID != 0 else { return }
      _ = MIDIObjectSetIntegerProperty(reference, kMIDIPropertyUniqueID, uniqueID)
    }
  }
#endif
