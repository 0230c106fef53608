import CALSA

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads what arrives at a client of the ALSA sequencer, and keeps the wanted ports of other clients connected.
///
/// - Thread: control, one thread at a time
package final class ALSASequencerReader {
  private let sequencer: ALSASequencer
  private let target: any MIDIInputTarget
  private let wants: ((MIDIDevice) -> Bool)?
  private let decoder: OpaquePointer?
  private var readers: [Connection: MIDIByteReader] = [:]
  /// The connected ports.
  private(set) var connected: [MIDIDevice] = []
  /// The ports that could not be connected.
  private var refused: Set<MIDIDevice> = []

  /// From a port of another client to a port of this one. The parts of system-exclusive messages of two connections
  /// must not mix.
  private struct Connection: Hashable {
    let client, port, input: UInt8

    init(_ source: snd_seq_addr_t, _ destination: snd_seq_addr_t) {
      (client, port, input) = (source.client, source.port, destination.port)
    }
  }

  /// The maximum number of bytes of an event.
  private static var mostBytes: Int { 1 << 16 }

  /// - Parameters:
  ///   - sequencer: the client to read.
  ///   - target: receives the messages, and reports.
  ///   - wants: returns whether to connect a port of another client to the client's input port, also a port that
  ///     appears later; nil to connect none.
  package init(
    _ sequencer: ALSASequencer, into target: any MIDIInputTarget, connecting wants: ((MIDIDevice) -> Bool)?
  ) {
    (self.sequencer, self.target, self.wants) = (sequencer, target, wants)
    var decoder: OpaquePointer?
    _ = sequencer.functions.pointee.snd_midi_event_new(Self.mostBytes, &decoder)
    if let decoder { sequencer.functions.pointee.snd_midi_event_no_status(decoder, 1) }
    self.decoder = decoder
  }

  deinit { if let decoder { sequencer.functions.pointee.snd_midi_event_free(decoder) } }

  /// Connects the wanted ports. Ports that appear later are reported first, so that none is missed.
  package func open() {
    guard wants != nil else { return }
    if !sequencer.watchPorts() { target.report(.notWatched) }
    connectWanted()
  }

  // MARK: Messages

  /// The file descriptors that become readable when something arrives.
  var descriptors: [pollfd] { sequencer.descriptors }

  /// Reads what has arrived. Returns false if the sequencer can no longer be read.
  ///
  /// - Parameters:
  ///   - states: the ``descriptors`` after `poll`.
  ///   - time: the arrival time for all messages, on the machine's monotonic clock, in nanoseconds.
  ///   - isRunning: returns false to stop reading before the next event.
  func read(_ states: ArraySlice<pollfd>, at time: UInt64, while isRunning: () -> Bool) -> Bool {
    var hasLost = false
    while isRunning() {
      let event = sequencer.nextEvent()?.pointee
      // ALSA clears a queue that overflows, so this event has arrived after those that were lost
      if sequencer.hasLostEvents {
        sequencer.hasLostEvents = false
        forgetIncomplete()
        hasLost = true
      }
      guard let event else { break }
      receive(event, time)
    }
    if hasLost { reconnect() }
    let broken = Int16(POLLERR | POLLHUP | POLLNVAL)
    guard sequencer.hasFailed || states.contains(where: { $0.revents & broken != 0 }) else { return true }
    target.releaseNotes()
    target.report(.stopped)
    return false
  }

  private func receive(_ event: snd_seq_event_t, _ time: UInt64) {
    switch Int(event.type) {
    case Int(SND_SEQ_EVENT_PORT_START), Int(SND_SEQ_EVENT_PORT_CHANGE): connectWanted()
    case Int(SND_SEQ_EVENT_PORT_EXIT): leave(event.data.addr)
    case Int(SND_SEQ_EVENT_PORT_UNSUBSCRIBED):
      let (sender, receiver) = (event.data.connect.sender, event.data.connect.dest)
      // the sequencer also announces the connections of other programs
      guard Int32(receiver.client) == sequencer.client else { return }
      readers[Connection(sender, receiver)] = nil
      target.releaseNotes()
    default: decode(event, time)
    }
  }

  private func decode(_ event: snd_seq_event_t, _ time: UInt64) {
    guard let decoder else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostBytes) { bytes in
      var event = event
      let count = sequencer.functions.pointee.snd_midi_event_decode(decoder, bytes.baseAddress, bytes.count, &event)
      guard count > 0 else { return }
      let connection = Connection(event.source, event.dest)
      let reader = readers[connection] ?? MIDIByteReader(target, port: Int(event.dest.port))
      readers[connection] = reader
      reader.read(UnsafeBufferPointer(rebasing: bytes[..<count]), at: time)
    }
  }

  // MARK: Ports

  private func connectWanted() {
    guard let wants else { return }
    for device in sequencer.devices where wants(device) {
      guard !connected.contains(where: { $0.name == device.name }) else { continue }
      if sequencer.connectInput(device) {
        connected.append(device)
        target.report(.connected(device))
      } else if refused.insert(device).inserted {
        target.report(.notConnected(device))
      }
    }
  }

  private func leave(_ address: snd_seq_addr_t) {
    readers = readers.filter { $0.key.client != address.client || $0.key.port != address.port }
    let name = "\(address.client):\(address.port)"
    refused = refused.filter { $0.name != name }
    guard let index = connected.firstIndex(where: { $0.name == name }) else { return }
    let gone = connected.remove(at: index)
    target.releaseNotes()
    target.report(.disconnected(gone.title))
  }

  /// Discards incomplete messages and releases notes after events were lost, because these may have been note-offs and
  /// parts of system-exclusive messages.
  private func forgetIncomplete() {
    readers = [:]
    target.report(.lostMessages)
    target.releaseNotes()
  }

  /// Connects the wanted ports again after events were lost: a port may have disappeared and appeared again, without
  /// its connection. A connection that the user has removed cannot be distinguished from that, and is made again.
  private func reconnect() {
    guard wants != nil else { return }
    let devices = sequencer.devices
    let gone = connected.filter { device in
      !devices.contains { $0.name == device.name && $0.title == device.title }
    }
    connected.removeAll { gone.contains($0) }
    for device in gone { target.report(.disconnected(device.title)) }
    // an existing connection stays as it is
    for device in connected { _ = sequencer.connectInput(device) }
    connectWanted()
  }
}
