#if canImport(CoreMIDI)
  import CoreMIDI

  /// The protocol of channel messages.
  ///
  /// - Thread: any
  public enum CoreMIDIProtocol: Hashable, Sendable {
    /// MIDI 1.0: values of 7 bits.
    case midi1
    /// MIDI 2.0: values of 16 and 32 bits.
    case midi2

    var id: MIDIProtocolID { self == .midi1 ? ._1_0 : ._2_0 }
  }
#endif
