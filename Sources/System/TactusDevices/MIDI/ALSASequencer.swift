import CALSA

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client of the ALSA sequencer.
///
/// - Thread: control, one thread at a time
package final class ALSASequencer {
  let functions: UnsafePointer<ctactus_alsa_seq_functions>
  let sequencer: OpaquePointer
  /// The port that receives messages, and the announcements of other ports.
  let inputPort: Int32
  /// The number of this client.
  let client: Int32
  /// Whether events were lost because the queue was full.
  var hasLostEvents = false
  /// The outputs whose only receiver does not read what it gets.
  var stalledOutputs: Set<Int32> = []
  /// Whether the sequencer can no longer be read.
  private(set) var hasFailed = false

  /// Opens a client with this name.
  ///
  /// - Parameters:
  ///   - device: the name of the sequencer in ALSA's configuration.
  ///   - portName: the name of the input port; nil for "in", or "ports" if it is no input.
  ///   - hasInput: whether other programs can connect to the input port.
  package convenience init(
    _ name: String, device: String = "default", portName: String? = nil, hasInput: Bool = true
  ) throws(DeviceError) {
    let functions = try ALSALibrary.shared().sequencerFunctions()
    var sequencer: OpaquePointer?
    let table = functions.pointee
    let code = table.snd_seq_open(&sequencer, device, Int32(SND_SEQ_OPEN_DUPLEX), Int32(SND_SEQ_NONBLOCK))
    guard code >= 0, let sequencer else {
      let words = table.snd_strerror(code).map { String(cString: $0) } ?? "error \(code)"
      throw .refused(.alsa, reason: "there is no MIDI sequencer (\(words))")
    }
    try self.init(sequencer, functions, name: name, portName: portName, hasInput: hasInput)
  }

  /// Takes over a client that was opened with a library's functions, which must outlive it.
  package init(
    _ sequencer: OpaquePointer, _ functions: UnsafePointer<ctactus_alsa_seq_functions>, name: String,
    portName: String? = nil, hasInput: Bool
  ) throws(DeviceError) {
    (self.sequencer, self.functions) = (sequencer, functions)
    let table = functions.pointee
    _ = table.snd_seq_set_client_name(sequencer, name)
    client = table.snd_seq_client_id(sequencer)
    let visible = hasInput ? Self.writable : Self.writable | UInt32(SND_SEQ_PORT_CAP_NO_EXPORT)
    inputPort = table.snd_seq_create_simple_port(
      sequencer, portName ?? (hasInput ? "in" : "ports"), visible, Self.portType)
    guard inputPort >= 0 else { throw .refused(.alsa, reason: "could not create a port of the MIDI sequencer") }
  }

  private static var portType: UInt32 { UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION) }
  private static var writable: UInt32 { UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE) }

  /// Adds an input port, to which other programs can connect. The ports are numbered from 0 in the order of creation.
  package func addInput(_ name: String) throws(DeviceError) {
    let port = functions.pointee.snd_seq_create_simple_port(sequencer, name, Self.writable, Self.portType)
    guard port >= 0 else { throw .refused(.alsa, reason: "could not create a port of the MIDI sequencer") }
  }

  deinit { _ = functions.pointee.snd_seq_close(sequencer) }

  // MARK: Ports

  /// The ports of other clients.
  var devices: [MIDIDevice] {
    var (info, port): (OpaquePointer?, OpaquePointer?)
    let table = functions.pointee
    guard table.snd_seq_client_info_malloc(&info) == 0, let info else { return [] }
    defer { table.snd_seq_client_info_free(info) }
    guard table.snd_seq_port_info_malloc(&port) == 0, let port else { return [] }
    defer { table.snd_seq_port_info_free(port) }
    var devices: [MIDIDevice] = []
    table.snd_seq_client_info_set_client(info, -1)
    while table.snd_seq_query_next_client(sequencer, info) >= 0 {
      let number = table.snd_seq_client_info_get_client(info)
      guard number != client, number != Int32(SND_SEQ_CLIENT_SYSTEM) else { continue }
      let name = table.snd_seq_client_info_get_name(info).map { String(cString: $0) } ?? ""
      table.snd_seq_port_info_set_client(port, number)
      table.snd_seq_port_info_set_port(port, -1)
      while table.snd_seq_query_next_port(sequencer, port) >= 0 {
        if let device = device(port, of: number, name) { devices.append(device) }
      }
    }
    return devices
  }

  private func device(_ port: OpaquePointer, of client: Int32, _ name: String) -> MIDIDevice? {
    let table = functions.pointee
    let abilities = Int(table.snd_seq_port_info_get_capability(port))
    guard abilities & Int(SND_SEQ_PORT_CAP_NO_EXPORT) == 0 else { return nil }
    let readable = Int(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    let writable = Int(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    let portName = table.snd_seq_port_info_get_name(port).map { String(cString: $0) } ?? ""
    return MIDIDevice(
      name: "\(client):\(table.snd_seq_port_info_get_port(port))", title: "\(name): \(portName)",
      isInput: abilities & readable == readable, isOutput: abilities & writable == writable,
      isHardware: Int(table.snd_seq_port_info_get_type(port)) & Int(SND_SEQ_PORT_TYPE_HARDWARE) != 0)
  }

  /// Connects a port of another client to the input. Returns whether it is connected.
  func connectInput(_ device: MIDIDevice) -> Bool {
    guard let address = Self.address(device.name) else { return false }
    let code = functions.pointee.snd_seq_connect_from(sequencer, inputPort, address.client, address.port)
    return code >= 0 || code == -EBUSY  // an existing connection
  }

  /// Makes the sequencer report ports that appear and disappear. Returns whether it does.
  func watchPorts() -> Bool {
    functions.pointee.snd_seq_connect_from(
      sequencer, inputPort, Int32(SND_SEQ_CLIENT_SYSTEM), Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE)) >= 0
  }

  static func address(_ name: String) -> (client: Int32, port: Int32)? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let client = Int32(parts[0]), let port = Int32(parts[1]) else { return nil }
    return (client, port)
  }

  /// The file descriptors that become readable when an event arrives.
  var descriptors: [pollfd] {
    let table = functions.pointee
    let count = max(0, min(16, Int(table.snd_seq_poll_descriptors_count(sequencer, Int16(POLLIN)))))
    var descriptors = [pollfd](repeating: pollfd(), count: count)
    let filled = descriptors.withUnsafeMutableBufferPointer { buffer in
      table.snd_seq_poll_descriptors(
        sequencer, buffer.baseAddress, UInt32(count), Int16(POLLIN))
    }
    return Array(descriptors.prefix(max(0, Int(filled))))
  }

  /// Returns the next event; nil if there is none.
  func nextEvent() -> UnsafeMutablePointer<snd_seq_event_t>? {
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    while true {
      let code = functions.pointee.snd_seq_event_input(sequencer, &event)
      if code == -ENOSPC {
        hasLostEvents = true
        continue
      }
      hasFailed = code < 0 && code != -EAGAIN && code != -EINTR
      return code >= 0 ? event : nil
    }
  }
}
