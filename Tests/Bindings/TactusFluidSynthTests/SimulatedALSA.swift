import CALSA
import Foundation
import TactusDevices
import TactusRealtime

/// An ALSA sequencer in memory that delivers messages to a client.
///
/// - Thread: any
final class SimulatedALSA: @unchecked Sendable {  // the table is fixed, the list is under a lock; one thread reads
  /// Up to eleven bytes of a client for a port.
  private struct Message: Sendable {
    let bytes: [UInt8]
    let client, port: UInt8
  }

  private let functions = UnsafeMutablePointer<ctactus_alsa_seq_functions>.allocate(capacity: 1)
  private let event = UnsafeMutablePointer<snd_seq_event_t>.allocate(capacity: 1)
  private let messages = Guarded<[Message]>([])
  /// A pipe with a byte in it, so that it is always readable.
  private var ends: [Int32] = [-1, -1]

  init() {
    event.initialize(to: snd_seq_event_t())
    functions.initialize(to: ctactus_alsa_seq_functions())
    fill(&functions.pointee)
    if pipe(&ends) == 0 { _ = write(ends[1], "x", 1) }
  }

  deinit {
    ends.forEach { _ = close($0) }
    functions.deallocate()
    event.deallocate()
  }

  private static func at(_ handle: OpaquePointer?) -> SimulatedALSA {
    Unmanaged<SimulatedALSA>.fromOpaque(UnsafeRawPointer(handle!)).takeUnretainedValue()
  }

  private func fill(_ table: inout ctactus_alsa_seq_functions) {
    table.snd_seq_close = { _ in 0 }
    table.snd_seq_set_client_name = { _, _ in 0 }
    table.snd_seq_client_id = { _ in 129 }
    table.snd_seq_create_simple_port = { _, _, _, _ in 0 }
    table.snd_seq_poll_descriptors_count = { _, _ in 1 }
    table.snd_seq_poll_descriptors = { handle, space, _, _ in
      space?.pointee = pollfd(fd: SimulatedALSA.at(handle).ends[0], events: Int16(POLLIN), revents: 0)
      return 1
    }
    table.snd_seq_event_input = { handle, target in
      let sequencer = SimulatedALSA.at(handle)
      let next: Message? = sequencer.messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else { return -EAGAIN }
      sequencer.set(next)
      target?.pointee = sequencer.event
      return 0
    }
    table.snd_midi_event_new = { _, decoder in
      decoder?.pointee = OpaquePointer(bitPattern: 8)
      return 0
    }
    table.snd_midi_event_no_status = { _, _ in }
    table.snd_midi_event_free = { _ in }
    // an event contains the number of its bytes, and the bytes
    table.snd_midi_event_decode = { _, bytes, _, event in
      guard let event, let bytes else { return -1 }
      return withUnsafeBytes(of: event.pointee.data) { data in
        for index in 0..<Int(data[0]) { bytes[index] = data[1 + index] }
        return Int(data[0])
      }
    }
  }

  /// Opens a client. The sequencer must outlive it.
  func open() throws -> ALSASequencer {
    try ALSASequencer(
      OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), UnsafePointer(functions), name: "test", hasInput: true)
  }

  /// Delivers up to eleven bytes of a client to a port.
  func send(_ bytes: [UInt8], from client: UInt8, to port: UInt8) {
    messages.withLock { $0.append(Message(bytes: bytes, client: client, port: port)) }
  }

  private func set(_ message: Message) {
    event.pointee = snd_seq_event_t()
    event.pointee.type = 5
    (event.pointee.source.client, event.pointee.dest.port) = (message.client, message.port)
    withUnsafeMutableBytes(of: &event.pointee.data) { data in
      data[0] = UInt8(message.bytes.count)
      for (index, byte) in message.bytes.enumerated() { data[1 + index] = byte }
    }
  }
}
