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
  ///     or else the longest part of its title. A word without a port of its own shares it, until its own port appears. A
  ///     single port receives the messages of all message ports; several ports receive those of the first, second, … one.
  ///     If there are more message ports, the last port receives the rest; if there are fewer, the further ports receive
  ///     those of the last one.
  ///   - ports: the message ports, one bit each; see ``setPorts(_:)``.
  ///   - output: the queue of messages.
  ///   - client: the name that other programs see.
  /// - Throws: an error if a device cannot be opened, or if there is neither a sequencer nor a device.
  public init(
    _ words: [String], ports: UInt16 = 1, from output: HostTimeOutput, client: String = "tactus-out"
  ) throws(DeviceError) {
    sender = try MIDISender(words, ports: ports, from: output, now: { ctactus_monotonic_time() }) {
      () throws(DeviceError) in try ALSASequencer(client, hasInput: false)
    }
    thread = try MIDIOutputs.start(sender)
  }

  /// Opens outputs with another clock, or at another sequencer.
  ///
  /// - Parameters:
  ///   - now: a clock in nanoseconds, which the host times of messages refer to.
  ///   - sequencer: opens a client of a sequencer.
  package init(
    _ words: [String], ports: UInt16 = 1, from output: HostTimeOutput, now: @escaping @Sendable () -> Int64,
    sequencer: () throws(DeviceError) -> ALSASequencer
  ) throws(DeviceError) {
    sender = try MIDISender(words, ports: ports, from: output, now: now, sequencer: sequencer)
    thread = try MIDIOutputs.start(sender)
  }

  private static func start(_ sender: MIDISender) throws(DeviceError) -> AudioThread {
    guard let thread = AudioThread({ sender.run() }) else {
      throw .refused(.alsa, reason: "could not start the MIDI thread")
    }
    return thread
  }

  deinit { stop() }

  /// Sends what is waiting at its time, ends all notes, stops the clock, and ends the thread.
  public func stop() {
    sender.stopWord[0].pointee.store(1, ordering: .releasing)
    thread?.join()
  }

  /// Sets the message ports of the song whose messages follow, one bit each. Waits until the messages of the song
  /// before have been sent, each at its time, and for at most a second longer. Notes and pedals that are still down then
  /// are released.
  public func setPorts(_ ports: UInt16) {
    let session = sender.wantedPorts[0].pointee.load(ordering: .relaxed) >> 16 &+ 1
    let word = session << 16 | Int(ports)
    sender.wantedPorts[0].pointee.store(word, ordering: .releasing)
    let start = sender.now()
    while sender.presentPorts[0].pointee.load(ordering: .acquiring) != word {
      let due = Int64(sender.dueTime[0].pointee.load(ordering: .acquiring))
      let last = min(max(start, due), start + MIDISender.longestLead)
      guard sender.now() < last + Self.patience else { return }
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
