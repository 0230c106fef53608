import TactusRealtime
import TactusRender

/// Receives MIDI from the ALSA sequencer and from raw MIDI devices, on a thread of its own, and sends it with the times of
/// the machine's monotonic clock to an audio thread.
///
///     let inputs = try MIDIInputs(.hardware, into: hostTimeInput)
///
/// Other programs see a client with the port "in", to which they can connect. Wanted ports are connected also if they
/// appear later. When a connected port disappears, all notes end.
/// - Thread: control
public final class MIDIInputs: MIDIConnections {
  private let receiver: MIDIReceiver
  private let thread: AudioThread?

  /// Opens the inputs and starts the thread.
  ///
  /// - Parameters:
  ///   - selection: the ports of the ALSA sequencer.
  ///   - files: the paths of raw MIDI devices: `/dev/snd/midiC1D0`.
  ///   - input: the queue that receives the messages.
  ///   - client: the name that other programs see.
  /// - Throws: an error if a file cannot be opened, or if there is no sequencer and no file.
  public init(
    _ selection: MIDISelection, files: [String] = [], into input: HostTimeInput, client: String = "tactus"
  ) throws(DeviceError) {
    receiver = try MIDIReceiver(selection, files: files, into: input, client: client)
    receiver.open()
    thread = AudioThread { [receiver] in receiver.run() }
    if thread == nil { throw .refused(.alsa, reason: "could not start the MIDI thread") }
  }

  deinit { stop() }

  /// Stops the thread, and ends all notes.
  public func stop() {
    receiver.stopWord[0].pointee.store(1, ordering: .releasing)
    thread?.join()
    receiver.input.releaseNotes()
  }

  /// Returns what has happened since the last call: "MIDI input connected: Keystation 49: MIDI 1".
  public func takeRemarks() -> [String] {
    receiver.remarks.withLock { remarks in
      defer { remarks = [] }
      return remarks
    }
  }

  /// The ports of the ALSA sequencer.
  ///
  /// - Throws: an error if there is no sequencer.
  public static func devices() throws(DeviceError) -> [MIDIDevice] { try ALSASequencer("tactus-devices").devices }
}
