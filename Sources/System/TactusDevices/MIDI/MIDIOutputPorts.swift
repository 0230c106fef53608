import CALSA

/// The output ports of this program at the ALSA sequencer, and the wanted ports to which they are connected.
///
/// - Thread: control, one thread at a time
final class MIDIOutputPorts {
  /// The name of a wanted port, and the index of the output that is to be connected to it.
  typealias Name = (output: Int, name: String)

  private let sequencer: ALSASequencer
  private let names: [Name]
  private let isSingle: Bool
  /// The numbers of the output ports.
  private var outputs: [Int32] = []
  private var encoders: [OpaquePointer] = []
  private var connected: [MIDIDevice] = []
  private var hasFailed = false

  /// - Parameters:
  ///   - names: the names of wanted ports.
  ///   - count: the number of output ports.
  ///   - isSingle: whether all output ports are to be connected to the same port.
  init(_ names: [Name], count: Int, isSingle: Bool, client: String) throws(DeviceError) {
    sequencer = try ALSASequencer(client, hasInput: false)
    (self.names, self.isSingle) = (names, isSingle)
    for _ in 0..<count { try addOutput() }
    _ = sequencer.watchPorts()
  }

  private func addOutput() throws(DeviceError) {
    guard let port = sequencer.addOutput(outputs.isEmpty ? "out" : "out \(outputs.count + 1)") else {
      throw .refused(.alsa, reason: "could not create a port of the MIDI sequencer")
    }
    var encoder: OpaquePointer?
    _ = sequencer.functions.pointee.snd_midi_event_new(1 << 16, &encoder)
    guard let encoder else { throw .refused(.alsa, reason: "no memory for MIDI") }
    outputs.append(port)
    encoders.append(encoder)
  }

  /// Adds output ports, so that there is one for each message port, and connects them. Returns remarks.
  func grow(to count: Int) -> [String] {
    while outputs.count < count {
      do throws(DeviceError) { try addOutput() } catch { return ["\(error)"] }
      guard isSingle, let output = outputs.last else { continue }
      for device in connected { _ = sequencer.connectOutput(output, to: device) }
    }
    return []
  }

  deinit { for encoder in encoders { sequencer.functions.pointee.snd_midi_event_free(encoder) } }

  /// The first word that names no port; nil if all do.
  var missing: String? { MIDISelection.named(names.map { $0.name }).unmatched(connected) }

  /// Connects the wanted ports that exist. Returns remarks about new ones.
  func connectWanted() -> [String] {
    var remarks: [String] = []
    for device in sequencer.devices where device.isOutput {
      guard !connected.contains(where: { $0.name == device.name }), let output = output(for: device) else { continue }
      let own = isSingle ? outputs[...] : outputs[output...output]
      guard own.allSatisfy({ sequencer.connectOutput($0, to: device) }) else { continue }
      connected.append(device)
      remarks.append("MIDI output connected: \(device.title)")
    }
    return remarks
  }

  /// Returns the index of the output that a port is wanted for; nil for none. Of several names of the port, its address
  /// and the longest part of its title count most.
  private func output(for device: MIDIDevice) -> Int? {
    func rank(_ name: Name) -> Int { device.name == name.name ? .max : name.name.utf8.count }
    return names.filter { device.isNamed($0.name) }.max { rank($0) < rank($1) }?.output
  }

  /// Follows ports that appear and disappear. Returns remarks.
  func takeChanges() -> [String] {
    var remarks: [String] = []
    while let event = sequencer.nextEvent() {
      switch Int(event.pointee.type) {
      case Int(SND_SEQ_EVENT_PORT_START), Int(SND_SEQ_EVENT_PORT_CHANGE): remarks += connectWanted()
      case Int(SND_SEQ_EVENT_PORT_EXIT):
        let address = event.pointee.data.addr
        let name = "\(address.client):\(address.port)"
        guard let gone = connected.first(where: { $0.name == name }) else { continue }
        connected.removeAll { $0.name == name }
        remarks.append("MIDI output disconnected: \(gone.title)")
      default: break
      }
    }
    return remarks
  }

  /// Sends bytes of a message port; parts of a system-exclusive message are joined. Returns a remark if the sequencer
  /// has stopped.
  func send(_ bytes: [UInt8], _ port: Int) -> String? {
    guard !hasFailed else { return nil }
    let index = min(port, outputs.count - 1)
    var done = 0
    while done < bytes.count {
      var event = snd_seq_event_t()
      let used = bytes[done...].withUnsafeBytes { bytes in
        sequencer.functions.pointee.snd_midi_event_encode(
          encoders[index], bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &event)
      }
      guard used > 0 else { return nil }
      done += used
      guard event.type != UInt8(SND_SEQ_EVENT_NONE) else { continue }
      if !sequencer.send(&event, from: outputs[index]) {
        hasFailed = true
        return "the MIDI sequencer has stopped"
      }
    }
    return nil
  }
}
