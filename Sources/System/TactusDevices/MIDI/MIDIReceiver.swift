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

/// What the thread of ``MIDIInputs`` does: it waits for MIDI, and passes it on.
///
/// - Thread: control until the thread starts, then the thread; `remarks`, `stopWord` and `input` any
final class MIDIReceiver: @unchecked Sendable {  // the thread alone uses the sources; the rest is atomic or under locks
  let input: HostTimeInput
  let remarks = Guarded<[String]>([])
  let stopWord = SharedWords(0)
  private let selection: MIDISelection
  private let sequencer: ALSASequencer?
  private let decoder: OpaquePointer?
  /// One for each port from which messages come: their running status and the parts of their system-exclusive messages
  /// must not mix.
  private var readers: [MIDIPortAddress: MIDIByteReader] = [:]
  private let files: [RawMIDIFile]
  /// The connected ports.
  private var connected: [MIDIDevice] = []

  /// The time in milliseconds after which the thread looks whether it shall stop.
  private static var pause: Int32 { 50 }

  init(
    _ selection: MIDISelection, files paths: [String], into input: HostTimeInput, client: String
  ) throws(DeviceError) {
    (self.input, self.selection) = (input, selection)
    var opened: [RawMIDIFile] = []
    for path in paths { opened.append(try RawMIDIFile(path, input)) }
    files = opened
    do { sequencer = try ALSASequencer(client) } catch {
      if paths.isEmpty { throw error }
      sequencer = nil
    }
    var decoder: OpaquePointer?
    if let table = sequencer?.functions.pointee {
      _ = table.snd_midi_event_new(1 << 16, &decoder)
      if let decoder { table.snd_midi_event_no_status(decoder, 1) }
    }
    self.decoder = decoder
  }

  deinit { if let decoder { sequencer?.functions.pointee.snd_midi_event_free(decoder) } }

  /// Connects the wanted ports. Ports that appear later are reported first, so that none is missed.
  func open() {
    _ = sequencer?.watchPorts()
    connectWanted()
    if let words = selection.unmatched(connected) {
      remark("no MIDI input is named '\(words)' yet; it is connected when it appears (see `tactus devices`)")
    }
  }

  private func remark(_ words: String) { remarks.withLock { $0.append(words) } }

  // MARK: The thread

  func run() {
    var own = sequencer?.descriptors ?? []
    while stopWord[0].pointee.load(ordering: .acquiring) == 0 {
      let open = files.filter { $0.isOpen }
      var descriptors = own + open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&descriptors, nfds_t(descriptors.count), Self.pause) > 0 else { continue }
      let time = UInt64(clamping: ctactus_monotonic_time())
      if !own.isEmpty, !readSequencer(time, descriptors.prefix(own.count)) { own = [] }
      for (file, state) in zip(open, descriptors.dropFirst(own.count)) where state.revents != 0 {
        if !file.receive(at: time) {
          input.releaseNotes()
          remark("MIDI input disconnected: \(file.path)")
        }
      }
    }
  }

  /// Reads what has arrived. Returns false if the sequencer can no longer be read.
  private func readSequencer(_ time: UInt64, _ states: ArraySlice<pollfd>) -> Bool {
    guard let sequencer else { return false }
    while let event = sequencer.nextEvent() { receive(event.pointee, time) }
    if sequencer.hasLostEvents {
      // among them may be note-offs and ports
      sequencer.hasLostEvents = false
      input.releaseNotes()
      connectWanted()
    }
    let broken = Int16(POLLERR | POLLHUP | POLLNVAL)
    guard sequencer.hasFailed || states.contains(where: { $0.revents & broken != 0 }) else { return true }
    input.releaseNotes()
    remark("the MIDI sequencer has stopped")
    return false
  }

  private func receive(_ event: snd_seq_event_t, _ time: UInt64) {
    switch Int(event.type) {
    case Int(SND_SEQ_EVENT_PORT_START), Int(SND_SEQ_EVENT_PORT_CHANGE): connectWanted()
    case Int(SND_SEQ_EVENT_PORT_EXIT): leave(event.data.addr)
    case Int(SND_SEQ_EVENT_PORT_UNSUBSCRIBED):
      readers[MIDIPortAddress(event.data.connect.sender)] = nil
      input.releaseNotes()
    default: decode(event, time)
    }
  }

  private func decode(_ event: snd_seq_event_t, _ time: UInt64) {
    guard let decoder, let table = sequencer?.functions.pointee else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { bytes in
      var event = event
      let count = table.snd_midi_event_decode(decoder, bytes.baseAddress, bytes.count, &event)
      guard count > 0 else { return }
      let source = MIDIPortAddress(event.source)
      let reader = readers[source] ?? MIDIByteReader(input)
      readers[source] = reader
      reader.read(UnsafeBufferPointer(rebasing: bytes[..<count]), at: time)
    }
  }

  // MARK: Ports

  private func connectWanted() {
    guard let sequencer else { return }
    for device in sequencer.devices where selection.includes(device) {
      guard !connected.contains(where: { $0.name == device.name }), sequencer.connectInput(device) else { continue }
      connected.append(device)
      remark("MIDI input connected: \(device.title)")
    }
  }

  private func leave(_ address: snd_seq_addr_t) {
    readers[MIDIPortAddress(address)] = nil
    let name = "\(address.client):\(address.port)"
    guard let index = connected.firstIndex(where: { $0.name == name }) else { return }
    let gone = connected.remove(at: index)
    input.releaseNotes()
    remark("MIDI input disconnected: \(gone.title)")
  }
}

/// The address of a port of the ALSA sequencer.
private struct MIDIPortAddress: Hashable {
  let client, port: UInt8

  init(_ address: snd_seq_addr_t) { (client, port) = (address.client, address.port) }
}
