import CTactusClock
import TactusRealtime
import TactusRender

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
  ///   - words: the names of ports; see ``MIDIDevice/isNamed(_:)``. A word that begins with a slash is the path of a
  ///     raw MIDI device. A port that several words name belongs to the word that names it best: its address,
  ///     or else the longest part of its title. A word that would be left without a port shares it. A single port receives the
  ///     messages of all message ports; several ports receive those of the first, second, … one. If there are more
  ///     message ports, the last port receives the rest; if there are fewer, the further ports receive those of the
  ///     last one.
  ///   - ports: the message ports, one bit each; see ``setPorts(_:)``.
  ///   - output: the queue of messages.
  ///   - client: the name that other programs see.
  /// - Throws: an error if a device cannot be opened, or if there is neither a sequencer nor a device.
  public init(
    _ words: [String], ports: UInt16 = 1, from output: HostTimeOutput, client: String = "tactus-out"
  ) throws(DeviceError) {
    sender = try MIDISender(words, ports: ports, from: output, client: client)
    thread = AudioThread { [sender] in sender.run() }
    if thread == nil { throw .refused(.alsa, reason: "could not start the MIDI thread") }
  }

  deinit { stop() }

  /// Sends what is waiting at its time, ends all notes, stops the clock, and ends the thread.
  public func stop() {
    sender.stopWord[0].pointee.store(1, ordering: .releasing)
    thread?.join()
  }

  /// Sets the message ports of the song whose messages follow, one bit each. Waits until the messages of the song
  /// before have been sent, each at its time, and for at most a second longer.
  public func setPorts(_ ports: UInt16) {
    sender.wantedPorts[0].pointee.store(Int(ports), ordering: .releasing)
    let start = ctactus_monotonic_time()
    while sender.presentPorts[0].pointee.load(ordering: .acquiring) != Int(ports) {
      let due = Int64(sender.dueTime[0].pointee.load(ordering: .acquiring))
      let last = min(max(start, due), start + MIDISender.longestLead)
      guard ctactus_monotonic_time() < last + Self.patience else { return }
      usleep(1_000)
    }
  }

  /// The time in nanoseconds for which the thread is waited for after the last message was due.
  private static var patience: Int64 { 1_000_000_000 }

  /// Returns what has happened since the last call: "MIDI output connected: Synth: MIDI 1".
  public func takeRemarks() -> [String] {
    sender.remarks.withLock { remarks in
      defer { remarks = [] }
      return remarks
    }
  }
}
