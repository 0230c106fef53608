import TactusRealtime
import TactusRender

extension HostTimeInput {
  /// Sends the messages of a CoreMIDI list.
  ///
  /// - Returns: the number of malformed packets: those that are too long or end in an incomplete message.
  package func send(listAt list: UnsafeRawPointer) -> Int {
    gate.withLock { gate in
      var reader = EventListReader(list)
      while let packet = reader.next() {
        if let message = packet.message { gate.push(message, at: reader.time) }
      }
      return reader.malformed
    }
  }
}
