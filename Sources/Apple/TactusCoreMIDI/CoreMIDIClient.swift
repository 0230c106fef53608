#if canImport(CoreMIDI)
  import CoreMIDI
  import Foundation

  /// A CoreMIDI client, through which inputs and outputs are created. A program needs only one.
  ///
  /// - Thread: control
  public final class CoreMIDIClient: Sendable {
    let reference: MIDIClientRef

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - name: the name for display.
    ///   - onChange: called when devices come or go, on a thread that the system chooses.
    public init(name: String, onChange: (@Sendable () -> Void)? = nil) throws(CoreMIDIError) {
      var reference: MIDIClientRef = 0
      let status = MIDIClientCreateWithBlock(cfString(name), &reference) { @Sendable _ in onChange?() }
      try CoreMIDIError.check(status, .makingClient)
      self.reference = reference
    }

    deinit { _ = MIDIClientDispose(reference) }
  }

  /// Returns a string in the form that CoreMIDI requires.
  func cfString(_ string: String) -> CFString { NSString(string: string) as CFString }
#endif
