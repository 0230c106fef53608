import TactusMIDI
import TactusRealtime
import TactusRender

/// Receives MIDI from the ALSA sequencer and from raw MIDI devices, on a thread of its own, and sends it with the times
/// of the machine's monotonic clock to an audio thread.
///
///     let inputs = try MIDIInputs(.hardware, into: hostTimeInput)
///
/// Other programs see a client with the port "in", to which they can connect. Wanted ports are connected also if they
/// appear later. When a connected port disappears, all notes and pedals end, also those of
/// other ports.
/// - Thread: control
public final class MIDIInputs: MIDIConnections {
  private let target: HostTimeTarget
  private let receiver: MIDIReceiver

  /// Opens the inputs and starts the thread.
  ///
  /// - Parameters:
  ///   - selection: the ports of the ALSA sequencer.
  ///   - files: the paths of raw MIDI devices: `/dev/snd/midiC1D0`.
  ///   - input: the queue that receives the messages.
  ///   - client: the name that other programs see.
  /// - Throws: an error if a file cannot be opened, or if there is no sequencer and no file.
  public convenience init(
    _ selection: MIDISelection, files: [String] = [], into input: HostTimeInput, client: String = "tactus"
  ) throws(DeviceError) {
    try self.init(selection, files: files, into: input) { () throws(DeviceError) in try ALSASequencer(client) }
  }

  /// Opens the inputs and starts the thread, with a client of the ALSA sequencer that `sequencer` opens.
  package init(
    _ selection: MIDISelection, files: [String] = [], into input: HostTimeInput,
    sequencer: () throws(DeviceError) -> ALSASequencer
  ) throws(DeviceError) {
    let target = HostTimeTarget(input)
    var sources: [any RawMIDISource] = []
    for path in files { sources.append(try RawMIDIFile(path, into: target)) }
    var client: ALSASequencer?
    do { client = try sequencer() } catch { if files.isEmpty { throw error } }
    var reader: ALSASequencerReader?
    if let client {
      let opened = ALSASequencerReader(client, into: target) { selection.includes($0) }
      opened.open()
      reader = opened
    }
    if let words = selection.unmatched(reader?.connected ?? []) {
      target.remark("no MIDI input is named '\(words)' yet; it is connected when it appears (see `tactus devices`)")
    }
    (self.target, receiver) = (target, MIDIReceiver(reader, sources, into: target))
    try receiver.start()
  }

  deinit { stop() }

  /// Stops the thread, and ends all notes.
  public func stop() {
    receiver.stop()
    target.releaseNotes()
  }

  /// Returns what has happened since the last call: "MIDI input connected: Keystation 49: MIDI 1".
  public func takeRemarks() -> [String] {
    target.remarks.withLock { remarks in
      defer { remarks = [] }
      return remarks
    }
  }

  /// The ports of the ALSA sequencer.
  ///
  /// - Throws: an error if there is no sequencer.
  public static func devices() throws(DeviceError) -> [MIDIDevice] { try ALSASequencer("tactus-devices").devices }
}

/// Sends the messages of inputs to an audio thread, and keeps remarks for a control thread.
private final class HostTimeTarget: MIDIInputTarget {
  let remarks = Guarded<[String]>([])
  private let input: HostTimeInput
  /// The pedals that are down. A pedal whose device has gone would hold all notes that follow.
  private var sent = SentNotes()
  /// The latest time of a message.
  private var latest: UInt64 = 0

  init(_ input: HostTimeInput) { self.input = input }

  var convertsZeroVelocities: Bool { true }

  func receive(_ message: ChannelMessage, port: Int, at time: UInt64) {
    sent.send(message, at: 0)
    latest = max(latest, time)
    input.send(message, at: time)
  }

  func receive(exclusive data: UnsafeBufferPointer<UInt8>, at time: UInt64) {
    for packet in SystemExclusivePackets(data) { input.send(packet, at: time) }
  }

  func releaseNotes() {
    for message in sent.releases(after: 0) where !message.endsNote { input.send(message, at: latest) }
    input.releaseNotes()
  }

  func report(_ event: MIDIInputEvent) { remark(event.description) }

  func remark(_ words: String) { remarks.withLock { if $0.count < 100, $0.last != words { $0.append(words) } } }
}
