import TactusRealtime
import TactusRender

/// Sends MIDI to ports of the ALSA sequencer and to raw MIDI devices, each message at its time, on a thread of its own.
///
///     let notes = HostTimeOutput()
///     let outputs = try MIDIOutputs(["Synth"], from: notes)
///     let session = try DeviceSession(.alsa, output: notes)
///
/// Other programs see a client with the port "out", to which they can connect. Wanted ports are connected also if they
/// appear later. A message is sent at its host time on the machine's monotonic clock, to about 0.1 ms.
/// - Thread: control
public final class MIDIOutputs: MIDIConnections {
  private let sender: MIDISender
  private let thread: AudioThread?

  /// Opens the outputs and starts the thread.
  ///
  /// - Parameters:
  ///   - words: the names of ports; see ``MIDIDevice/isNamed(_:)``. A word that begins with a slash is the path of a raw
  ///     MIDI device. A single port receives the messages of all message ports; several ports receive those of the first,
  ///     second, … one.
  ///   - portCount: the number of message ports, 1…16 (clamped).
  ///   - output: the queue of messages.
  ///   - client: the name that other programs see.
  /// - Throws: an error if a device cannot be opened, or if there is neither a sequencer nor a device.
  public init(
    _ words: [String], portCount: Int = 1, from output: HostTimeOutput, client: String = "tactus-out"
  ) throws(DeviceError) {
    sender = try MIDISender(words, portCount: min(max(1, portCount), 16), from: output, client: client)
    thread = AudioThread { [sender] in sender.run() }
    if thread == nil { throw .refused(.alsa, reason: "could not start the MIDI thread") }
  }

  deinit { stop() }

  /// Sends what is waiting at its time, ends all notes, stops the clock, and ends the thread.
  public func stop() {
    sender.stopWord[0].pointee.store(1, ordering: .releasing)
    thread?.join()
  }

  /// Returns what has happened since the last call: "MIDI output connected: Synth: MIDI 1".
  public func takeRemarks() -> [String] {
    sender.remarks.withLock { remarks in
      defer { remarks = [] }
      return remarks
    }
  }
}
