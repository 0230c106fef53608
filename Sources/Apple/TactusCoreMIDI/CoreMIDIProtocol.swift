#if canImport(CoreMIDI)
  import CoreMIDI

  /// How channel messages are written.
  ///
  /// - Thread: any
  public enum CoreMIDIProtocol: Hashable, Sendable {
    /// With seven bits, and system-exclusive messages.
    case midi1
    /// With 16 and 32 bits.
    case midi2

    var id: MIDIProtocolID { self == .midi1 ? ._1_0 : ._2_0 }
  }
#endif
