import CALSA

/// The output ports of this program at the ALSA sequencer, and the wanted ports to which they are connected.
///
/// - Thread: control, one thread at a time
final class MIDIOutputPorts {
  private let sequencer: ALSASequencer
  private let encoders: MIDIEncoders
  private let names: MIDIOutputNames
  private let isSingle: Bool
  /// The numbers of the output ports.
  private var outputs: [Int32] = []
  private var connected: [MIDIDevice] = []
  /// The connections made so far, without those that have ended. One that the user removes is not made again.
  private var connections: Set<Connection> = []
  private var hasFailed = false

  private struct Connection: Hashable {
    let device: String
    let output: Int
  }

  /// Returns the bytes of the messages that end what an output plays.
  typealias Endings = (_ output: Int) -> [[UInt8]]

  /// - Parameters:
  ///   - names: the names of wanted ports.
  ///   - count: the number of output ports.
  ///   - isSingle: whether all output ports are to be connected to the same port.
  init(
    _ names: MIDIOutputNames, count: Int, isSingle: Bool, at sequencer: ALSASequencer
  ) throws(DeviceError) {
    (self.sequencer, encoders) = (sequencer, MIDIEncoders(sequencer.functions))
    (self.names, self.isSingle) = (names, isSingle)
    for _ in 0..<count { try addOutput() }
    _ = sequencer.watchPorts()
  }

  private func addOutput() throws(DeviceError) {
    guard let port = sequencer.addOutput(outputs.isEmpty ? "out" : "out \(outputs.count + 1)") else {
      throw .refused(.alsa, reason: "could not create a port of the MIDI sequencer")
    }
    outputs.append(port)
  }

  /// Adds output ports, so that there is one for each message port, and connects them. Returns remarks.
  func grow(to count: Int) -> [String] {
    while outputs.count < count {
      do throws(DeviceError) { try addOutput() } catch { return ["\(error)"] }
      guard isSingle else { continue }
      for device in connected { connect(outputs.count - 1, to: device) }
    }
    return []
  }

  /// The first word that names no port; nil if all do.
  var missing: String? { MIDISelection.named(names.names.map { $0.name }).unmatched(connected) }

  /// Connects the wanted ports that exist, and ends the connections of outputs that no longer share ports. Returns
  /// remarks about new ports.
  func connectWanted(_ endings: Endings = { _ in [] }) -> [String] {
    var remarks: [String] = []
    let devices = sequencer.devices.filter { $0.isOutput }
    for device in devices {
      let wanted = names.outputs(for: device, among: devices)
      guard !wanted.isEmpty else { continue }
      for output in isSingle ? Array(outputs.indices) : wanted { connect(output, to: device) }
      let isConnected = connections.contains { $0.device == device.name }
      guard isConnected, !connected.contains(where: { $0.name == device.name }) else { continue }
      connected.append(device)
      remarks.append("MIDI output connected: \(device.title)")
    }
    endSharing(devices, endings)
    return remarks
  }

  /// Ends the connections of outputs to the ports of others, if they have ports of their own now.
  private func endSharing(_ devices: [MIDIDevice], _ endings: Endings) {
    let settled = devices.flatMap { device in names.ownOutputs(of: device).filter { isConnected($0, to: device) } }
    for device in devices {
      for output in names.sharingOutputs(of: device) where settled.contains(output) && isConnected(output, to: device) {
        connections.remove(Connection(device: device.name, output: output))
        endNotes(of: output, at: device, endings)
        sequencer.disconnectOutput(outputs[output], from: device)
      }
    }
  }

  private func isConnected(_ output: Int, to device: MIDIDevice) -> Bool {
    connections.contains(Connection(device: device.name, output: output))
  }

  /// Ends at a port what an output plays there, except what others that are connected to the port play, too.
  private func endNotes(of output: Int, at device: MIDIDevice, _ endings: Endings) {
    let others = outputs.indices.filter { isConnected($0, to: device) }.flatMap(endings)
    for bytes in endings(output) where !others.contains(bytes) {
      // an encoder of its own, because a system-exclusive message of the output may be incomplete
      _ = encoders.encode(bytes, port: 0, output: outputs.count) {
        sequencer.send(&$0, from: outputs[output], to: device)
      }
    }
  }

  private func connect(_ output: Int, to device: MIDIDevice) {
    let connection = Connection(device: device.name, output: output)
    guard !connections.contains(connection), sequencer.connectOutput(outputs[output], to: device) else { return }
    connections.insert(connection)
  }

  /// Follows ports that appear and disappear. Returns remarks.
  func takeChanges(_ endings: Endings) -> [String] {
    var remarks: [String] = []
    while let event = sequencer.nextEvent() {
      switch Int(event.pointee.type) {
      case Int(SND_SEQ_EVENT_PORT_START), Int(SND_SEQ_EVENT_PORT_CHANGE): remarks += connectWanted(endings)
      case Int(SND_SEQ_EVENT_PORT_EXIT):
        let address = event.pointee.data.addr
        let name = "\(address.client):\(address.port)"
        connections = connections.filter { $0.device != name }
        guard let gone = connected.first(where: { $0.name == name }) else { continue }
        connected.removeAll { $0.name == name }
        remarks.append("MIDI output disconnected: \(gone.title)")
        // a name that has lost its own port may share another one again
        remarks += connectWanted(endings)
      default: break
      }
    }
    return sequencer.hasLostEvents ? remarks + recover(endings) : remarks
  }

  /// Looks for all ports again after announcements were lost: ports may have disappeared, and appeared again without
  /// their connections, and other programs may have their addresses. Connections that the user has removed are made
  /// again, because they look like lost ones. Returns remarks.
  private func recover(_ endings: Endings) -> [String] {
    sequencer.hasLostEvents = false
    let devices = sequencer.devices
    let gone = connected.filter { device in
      !devices.contains { $0.name == device.name && $0.title == device.title }
    }
    connected.removeAll { gone.contains($0) }
    connections = connections.filter { connection in connected.contains { $0.name == connection.device } }
    for device in connected {
      // an existing connection stays as it is
      for output in outputs.indices where isConnected(output, to: device) {
        _ = sequencer.connectOutput(outputs[output], to: device)
      }
    }
    return gone.map { "MIDI output disconnected: \($0.title)" } + connectWanted(endings)
  }

  /// Sends bytes of a message port from an output; parts of a system-exclusive message are joined. Returns a remark if
  /// the sequencer has stopped.
  func send(_ bytes: [UInt8], ofPort port: Int, from output: Int) -> String? {
    guard !hasFailed else { return nil }
    let index = min(output, outputs.count - 1)
    let isSent = encoders.encode(bytes, port: port, output: index) { sequencer.send(&$0, from: outputs[index]) }
    hasFailed = !isSent
    return isSent ? nil : "the MIDI sequencer has stopped"
  }
}
