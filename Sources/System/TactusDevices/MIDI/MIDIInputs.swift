import CALSA
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

/// Receives MIDI from the ALSA sequencer and from raw MIDI devices, on a thread of its own, and sends it with the times of
/// the machine's monotonic clock to an audio thread.
///
///     let inputs = try MIDIInputs(.hardware, into: hostTimeInput)
///
/// Other programs see a port "in", to which they can connect. Wanted ports are connected also if they appear later. When
/// a port disappears, its notes end.
/// - Thread: control
public final class MIDIInputs: @unchecked Sendable {  // the thread alone uses the sources; the rest is under locks
  private let input: HostTimeInput
  private let selection: MIDISelection
  private let sequencer: ALSASequencer?
  private let decoder: OpaquePointer?
  private let reader: MIDIByteReader
  private let files: [RawMIDIFile]
  private let remarks = Guarded<[String]>([])
  private let stopWord = SharedWords(0)
  private var thread: UnsafeMutableRawPointer?

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
    (self.input, self.selection) = (input, selection)
    var opened: [RawMIDIFile] = []
    for path in files { opened.append(try RawMIDIFile(path, input)) }
    self.files = opened
    reader = MIDIByteReader(input)
    do { sequencer = try ALSASequencer(client) } catch {
      if files.isEmpty { throw error }
      sequencer = nil
    }
    var decoder: OpaquePointer?
    if let table = sequencer?.functions.pointee {
      _ = table.snd_midi_event_new(1 << 16, &decoder)
      if let decoder { table.snd_midi_event_no_status(decoder, 1) }
    }
    self.decoder = decoder
    connectWanted()
    _ = sequencer?.watchPorts()
    start()
  }

  private func start() {
    let reference = Unmanaged.passUnretained(self).toOpaque()
    thread = ctactus_audio_thread_start(
      { inputs in
        guard let inputs else { return }
        Unmanaged<MIDIInputs>.fromOpaque(inputs).takeUnretainedValue().run()
      }, reference)
  }

  deinit {
    stop()
    if let decoder { sequencer?.functions.pointee.snd_midi_event_free(decoder) }
  }

  /// Stops the thread, and ends all notes.
  public func stop() {
    stopWord[0].pointee.store(1, ordering: .releasing)
    if let thread { ctactus_audio_thread_join(thread) }
    thread = nil
    input.releaseNotes()
  }

  /// Returns what has happened since the last call: "connected to Keystation 49: MIDI 1".
  public func takeRemarks() -> [String] {
    remarks.withLock { remarks in
      defer { remarks = [] }
      return remarks
    }
  }

  private func remark(_ words: String) { remarks.withLock { $0.append(words) } }

  /// The ports of the ALSA sequencer.
  ///
  /// - Throws: an error if there is no sequencer.
  public static func devices() throws(DeviceError) -> [MIDIDevice] { try ALSASequencer("tactus-devices").devices }

  // MARK: The thread

  /// The time in milliseconds after which the thread looks whether it shall stop.
  private static var pause: Int32 { 50 }

  private func run() {
    let own = sequencer?.descriptors ?? []
    while stopWord[0].pointee.load(ordering: .acquiring) == 0 {
      let open = files.filter { $0.isOpen }
      var descriptors = own + open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&descriptors, nfds_t(descriptors.count), Self.pause) > 0 else { continue }
      let time = UInt64(clamping: ctactus_monotonic_time())
      while let event = sequencer?.nextEvent() { receive(event.pointee, time) }
      for (file, state) in zip(open, descriptors.dropFirst(own.count)) where state.revents != 0 {
        if !file.receive(at: time) {
          input.releaseNotes()
          remark("\(file.path) has gone")
        }
      }
    }
  }

  private func receive(_ event: snd_seq_event_t, _ time: UInt64) {
    switch Int(event.type) {
    case Int(SND_SEQ_EVENT_PORT_START): connectWanted()
    case Int(SND_SEQ_EVENT_PORT_EXIT): leave(event.data.addr)
    case Int(SND_SEQ_EVENT_PORT_UNSUBSCRIBED): input.releaseNotes()
    default: decode(event, time)
    }
  }

  private func decode(_ event: snd_seq_event_t, _ time: UInt64) {
    guard let decoder, let table = sequencer?.functions.pointee else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { bytes in
      var event = event
      let count = table.snd_midi_event_decode(decoder, bytes.baseAddress, bytes.count, &event)
      guard count > 0 else { return }
      reader.read(UnsafeBufferPointer(rebasing: bytes[..<count]), at: time)
    }
  }

  /// The connected ports.
  private let connected = Guarded<[MIDIDevice]>([])

  private func connectWanted() {
    guard let sequencer else { return }
    for device in sequencer.devices where selection.includes(device) {
      guard !connected.withLock({ $0.contains(device) }), sequencer.connectInput(device) else { continue }
      connected.withLock { $0.append(device) }
      remark("MIDI from \(device.title)")
    }
  }

  private func leave(_ address: snd_seq_addr_t) {
    let name = "\(address.client):\(address.port)"
    let gone = connected.withLock { connected in
      let gone = connected.first { $0.name == name }
      connected.removeAll { $0.name == name }
      return gone
    }
    guard let gone else { return }
    input.releaseNotes()
    remark("\(gone.title) has gone")
  }
}
