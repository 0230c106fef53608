import CALSA

/// Turns MIDI bytes into events of the ALSA sequencer.
///
/// Each message port has its own encoder for each output, so that the parts of system-exclusive messages of two ports
/// that go to the same output do not mix.
/// - Thread: control, one thread at a time
package final class MIDIEncoders {
  private struct Key: Hashable {
    let port, output: Int
  }

  private let functions: UnsafePointer<ctactus_alsa_seq_functions>
  private var encoders: [Key: OpaquePointer] = [:]

  /// The size of the longest system-exclusive message in bytes. Longer ones are sent in parts.
  private static var longestMessage: Int { 1 << 16 }

  /// - Throws: an error if the ALSA library is missing.
  package convenience init() throws(DeviceError) { try self.init(ALSALibrary.shared().sequencerFunctions()) }

  /// Uses the functions of a library, which must outlive the encoders.
  package init(_ functions: UnsafePointer<ctactus_alsa_seq_functions>) { self.functions = functions }

  deinit { for encoder in encoders.values { functions.pointee.snd_midi_event_free(encoder) } }

  /// Passes on the events that bytes complete. Returns false if `send` has returned false.
  ///
  /// - Parameters:
  ///   - port: the message port from which the bytes come.
  ///   - output: the index of the output to which they go.
  package func encode(
    _ bytes: [UInt8], port: Int, output: Int, _ send: (inout snd_seq_event_t) -> Bool
  ) -> Bool {
    guard let encoder = self.encoder(Key(port: port, output: output)) else { return true }
    var done = 0
    while done < bytes.count {
      var event = snd_seq_event_t()
      let used = bytes[done...].withUnsafeBytes { bytes in
        functions.pointee.snd_midi_event_encode(
          encoder, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &event)
      }
      guard used > 0 else { return true }
      done += used
      if event.type != UInt8(SND_SEQ_EVENT_NONE), !send(&event) { return false }
    }
    return true
  }

  /// Returns an encoder, which is made at its first use; nil if there is no memory for it.
  private func encoder(_ key: Key) -> OpaquePointer? {
    if let encoder = encoders[key] { return encoder }
    var encoder: OpaquePointer?
    _ = functions.pointee.snd_midi_event_new(Self.longestMessage, &encoder)
    encoders[key] = encoder
    return encoder
  }
}
