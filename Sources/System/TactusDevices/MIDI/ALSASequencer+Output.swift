import CALSA

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ALSASequencer {
  /// Creates an output port to which other programs can connect. Returns its number; nil if there is none.
  func addOutput(_ name: String) -> Int32? {
    let readable = UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    let type = UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION)
    let port = functions.pointee.snd_seq_create_simple_port(sequencer, name, readable, type)
    return port >= 0 ? port : nil
  }

  /// Connects an output to a port of another client. Returns whether it is connected.
  func connectOutput(_ port: Int32, to device: MIDIDevice) -> Bool {
    guard let address = Self.address(device.name) else { return false }
    let code = functions.pointee.snd_seq_connect_to(sequencer, port, address.client, address.port)
    return code >= 0 || code == -EBUSY  // an existing connection
  }

  /// Ends the connection of an output to a port of another client.
  func disconnectOutput(_ port: Int32, from device: MIDIDevice) {
    guard let address = Self.address(device.name) else { return }
    _ = functions.pointee.snd_seq_disconnect_to(sequencer, port, address.client, address.port)
    stalledOutputs.remove(port)
  }

  /// Sends an event from an output to all ports connected to it, or to one of them. Returns false if there is no sequencer
  /// any more.
  ///
  /// If the queue of a receiver is full, the other receivers have the event already. It is sent again only if there are no
  /// others, until the receiver has not read anything for a while; it then loses events until it reads again.
  func send(_ event: inout snd_seq_event_t, from port: Int32, to device: MIDIDevice? = nil) -> Bool {
    event.source.port = UInt8(truncatingIfNeeded: port)
    (event.dest.client, event.dest.port) = (UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS), UInt8(SND_SEQ_ADDRESS_UNKNOWN))
    if let device, let address = Self.address(device.name) {
      (event.dest.client, event.dest.port) = (
        UInt8(truncatingIfNeeded: address.client), UInt8(truncatingIfNeeded: address.port)
      )
    }
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    var tries = 0
    while true {
      let code = functions.pointee.snd_seq_event_output_direct(sequencer, &event)
      if code == -EINTR { continue }
      guard code == -EAGAIN else {
        stalledOutputs.remove(port)
        return code >= 0 || code != -ENODEV && code != -EBADF
      }
      guard !stalledOutputs.contains(port), device != nil || receiverCount(of: port) == 1 else { return true }
      tries += 1
      if tries == Self.mostTries { stalledOutputs.insert(port) }
      usleep(200)
    }
  }

  /// How often an event is sent to a receiver whose queue is full: for a fifth of a second.
  private static var mostTries: Int { 1_000 }

  /// The number of ports that are connected to an output.
  private func receiverCount(of port: Int32) -> Int {
    let table = functions.pointee
    var info: OpaquePointer?
    guard table.snd_seq_port_info_malloc(&info) == 0, let info else { return 0 }
    defer { table.snd_seq_port_info_free(info) }
    guard table.snd_seq_get_port_info(sequencer, port, info) == 0 else { return 0 }
    return Int(table.snd_seq_port_info_get_read_use(info))
  }
}
