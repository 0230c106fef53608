#if canImport(CoreMIDI)
  import CoreMIDI
  import Foundation

  /// Somewhere MIDI comes from or goes to: an input or output of a device, or of another program.
  ///
  /// - Thread: control
  public struct CoreMIDIEndpoint: Hashable, Sendable {
    let reference: MIDIEndpointRef
    /// Whether MIDI comes from it; else it goes there.
    public let isSource: Bool

    init(_ reference: MIDIEndpointRef, isSource: Bool) { (self.reference, self.isSource) = (reference, isSource) }

    /// All sources that there are now.
    public static var sources: [CoreMIDIEndpoint] {
      (0..<MIDIGetNumberOfSources()).map { CoreMIDIEndpoint(MIDIGetSource($0), isSource: true) }
        .filter { $0.reference != 0 }
    }

    /// All destinations that there are now.
    public static var destinations: [CoreMIDIEndpoint] {
      (0..<MIDIGetNumberOfDestinations()).map { CoreMIDIEndpoint(MIDIGetDestination($0), isSource: false) }
        .filter { $0.reference != 0 }
    }

    /// The endpoint of a number that was remembered; nil if it is not there now.
    public static func find(uniqueID: Int32) -> CoreMIDIEndpoint? {
      (sources + destinations).first { $0.uniqueID == uniqueID }
    }

    /// The number by which it is found again; 0 if it is gone.
    public var uniqueID: Int32 {
      var value: Int32 = 0
      return MIDIObjectGetIntegerProperty(reference, kMIDIPropertyUniqueID, &value) == 0 ? value : 0
    }

    /// Its name for people; empty if it is gone.
    public var name: String {
      var name: Unmanaged<CFString>?
      guard MIDIObjectGetStringProperty(reference, kMIDIPropertyDisplayName, &name) == 0, let name else { return "" }
      return name.takeRetainedValue() as String
    }

    /// Gives an endpoint of our own the number that it had before. If another one has it now, or it is 0, it keeps the one
    /// that the system has given it.
    func take(uniqueID: Int32?) {
      guard let uniqueID, uniqueID != 0 else { return }
      _ = MIDIObjectSetIntegerProperty(reference, kMIDIPropertyUniqueID, uniqueID)
    }
  }
#endif
