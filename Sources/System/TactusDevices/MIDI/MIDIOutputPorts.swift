import CALSA

/// The output ports of this program at the ALSA sequencer, and the wanted ports to which they are connected.
///
/// - Thread: control, one thread at a time
final class MIDIOutputPorts {
  private let sequencer: ALSASequencer
  private let words: [String]
  /// The numbers of the output ports, one for each message port.
  private var outputs: [Int32] = []
  private var encoders: [OpaquePointer] = []
  private var connected: [MIDIDevice] = []
  private var hasFailed = false

  /// - Parameters:
  ///   - words: the names of wanted ports.
  ///   - count: the number of message ports.
  init(_ words: [String], count: Int, client: String) throws(DeviceError) {
    sequencer = try ALSASequencer(client, hasInput: false)
    self.words = words
    for index in 0..<count {
      guard let port = sequencer.addOutput(index == 0 ? "out" : "out \(index + 1)") else {
        throw .refused(.alsa, reason: "could not create a port of the MIDI sequencer")
      }
      outputs.append(port)
      var encoder: OpaquePointer?
      _ = sequencer.functions.pointee.snd_midi_event_new(1 << 16, &encoder)
      guard let encoder else { throw .refused(.alsa, reason: "no memory for MIDI") }
      encoders.append(encoder)
    }
    _ = sequencer.watchPorts()
  }

  deinit { for encoder in encoders { sequencer.functions.pointee.snd_midi_event_free(encoder) } }

  /// The first word that names no port; nil if all do.
  var missing: String? { MIDISelection.named(words).unmatched(connected) }

  /// Connects the wanted ports that exist. Returns remarks about new ones.
  func connectWanted() -> [String] {
    var remarks: [String] = []
    for (index, word) in words.enumerated() {
      for device in sequencer.devices where device.isOutput && device.isNamed(word) {
        guard !connected.contains(where: { $0.name == device.name }) else { continue }
        guard connect(device, for: index) else { continue }
        connected.append(device)
        remarks.append("MIDI output connected: \(device.title)")
      }
    }
    return remarks
  }

  /// Connects the outputs to a wanted port: all of them to a single one, else one to each.
  private func connect(_ device: MIDIDevice, for index: Int) -> Bool {
    if words.count == 1 || outputs.count == 1 {
      return outputs.allSatisfy { sequencer.connectOutput($0, to: device) }
    }
    return sequencer.connectOutput(outputs[min(index, outputs.count - 1)], to: device)
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
