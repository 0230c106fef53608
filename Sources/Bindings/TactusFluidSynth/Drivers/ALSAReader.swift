import CALSA
import CFluidSynth
import Synchronization
import Tactus
import TactusDevices

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the thread of ``ALSAInput`` does: it waits for events of the ALSA sequencer, and passes their messages on.
///
/// - Thread: control until the thread starts, then the thread; ``stop()`` any
final class ALSAReader {
  private let sequencer: ALSASequencer
  private let connectsAll: Bool
  private let target: MIDITarget
  private let decoder: OpaquePointer?
  private let stopWord = SharedWords(0)
  /// One for each connection: the parts of their system-exclusive messages must not mix.
  private var parsers: [UInt32: ConnectionParser] = [:]

  /// The time in milliseconds after which the thread looks whether it shall stop.
  private static var pause: Int32 { 50 }
  /// The greatest number of bytes of an event.
  private static var mostBytes: Int { 1 << 16 }

  init(_ sequencer: ALSASequencer, connectsAll: Bool, _ target: MIDITarget) {
    (self.sequencer, self.connectsAll, self.target) = (sequencer, connectsAll, target)
    var decoder: OpaquePointer?
    _ = sequencer.functions.pointee.snd_midi_event_new(Self.mostBytes, &decoder)
    if let decoder { sequencer.functions.pointee.snd_midi_event_no_status(decoder, 1) }
    self.decoder = decoder
  }

  deinit { if let decoder { sequencer.functions.pointee.snd_midi_event_free(decoder) } }

  /// Connects the inputs, if they are wanted. Inputs that appear later are reported first, so that none is missed.
  func open() {
    guard connectsAll else { return }
    if !sequencer.watchPorts() { log(FLUID_WARN, "MIDI inputs that appear later will not be connected") }
    connectInputs()
  }

  private func connectInputs() {
    guard connectsAll else { return }
    for device in sequencer.devices where device.isInput {
      if !sequencer.connectInput(device) { log(FLUID_WARN, "could not connect the MIDI input \(device.title)") }
    }
  }

  func stop() { stopWord[0].pointee.store(1, ordering: .releasing) }

  // MARK: The thread

  func run() {
    var descriptors = sequencer.descriptors
    let broken = Int16(POLLERR | POLLHUP | POLLNVAL)
    while stopWord[0].pointee.load(ordering: .acquiring) == 0 {
      guard poll(&descriptors, nfds_t(descriptors.count), Self.pause) > 0 else { continue }
      while stopWord[0].pointee.load(ordering: .acquiring) == 0, let event = sequencer.nextEvent() {
        receive(event.pointee)
      }
      if sequencer.hasLostEvents {
        sequencer.hasLostEvents = false
        log(FLUID_WARN, "MIDI messages were lost, because too many arrived at once")
        connectInputs()
      }
      if sequencer.hasFailed || descriptors.contains(where: { $0.revents & broken != 0 }) {
        return log(FLUID_ERR, "the MIDI sequencer has stopped")
      }
    }
  }

  private func receive(_ event: snd_seq_event_t) {
    switch Int(event.type) {
    case Int(SND_SEQ_EVENT_PORT_START), Int(SND_SEQ_EVENT_PORT_CHANGE): connectInputs()
    case Int(SND_SEQ_EVENT_PORT_EXIT), Int(SND_SEQ_EVENT_PORT_UNSUBSCRIBED):
      // incomplete messages end with their connection
      let gone = UInt32(event.data.addr.client) << 8 | UInt32(event.data.addr.port)
      parsers = parsers.filter { $0.key >> 8 != gone }
    default: decode(event)
    }
  }

  private func decode(_ event: snd_seq_event_t) {
    guard let decoder else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostBytes) { bytes in
      var event = event
      let count = sequencer.functions.pointee.snd_midi_event_decode(decoder, bytes.baseAddress, bytes.count, &event)
      guard count > 0 else { return }
      let source = UInt32(event.source.client) << 16 | UInt32(event.source.port) << 8 | UInt32(event.dest.port)
      let parser = parsers[source] ?? ConnectionParser()
      parsers[source] = parser
      parser.read(UnsafeBufferPointer(rebasing: bytes[..<count]), port: Int(event.dest.port), into: target)
    }
  }
}

/// Turns the bytes of a connection into messages. System-exclusive messages may arrive in parts.
private final class ConnectionParser {
  private let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  private var parser: MIDIStreamParser

  init() {
    memory.initialize(repeating: 0)
    parser = MIDIStreamParser(memory: memory)
    parser.convertsZeroVelocities = false
  }

  deinit { memory.deallocate() }

  func read(_ bytes: UnsafeBufferPointer<UInt8>, port: Int, into target: MIDITarget) {
    for byte in bytes {
      switch parser.take(byte, at: 0).whole?.event {
      case .message(let message):
        // As in FluidSynth's driver: some keyboards send a system reset without being asked.
        if message.status != 0xFF { target.pass(message.status, message.data1, message.data2, port: port) }
      case .systemExclusive(let count, _): target.pass(exclusive: parser.systemExclusive, count: count)
      case nil: break
      }
    }
  }
}
