/// Which outputs receive the messages of which message ports: the first output those of the song's first port, the
/// second output those of its second port, and so on.
///
/// A single output receives all messages. If a song has more ports than there are outputs, the last output also
/// receives those of the further ports. If it has fewer, the further outputs receive those of the last port.
/// - Thread: any
package struct MIDIRoutes: Hashable, Sendable {
  /// The message ports of the song, one bit each; at least one.
  package let ports: UInt16
  /// The number of outputs, at least one.
  package let outputCount: Int

  /// - Parameters:
  ///   - ports: the message ports of the song, one bit each; none means the first.
  ///   - outputs: the number of outputs.
  package init(ports: UInt16, outputs: Int) { (self.ports, outputCount) = (max(1, ports), max(1, outputs)) }

  /// The number of message ports.
  package var portCount: Int { ports.nonzeroBitCount }

  /// The position of a message port among those of the song.
  package func index(ofPort port: Int) -> Int {
    let before = ports & (1 << UInt16(min(max(0, port), 15)) - 1)
    return min(before.nonzeroBitCount, portCount - 1)
  }

  /// The outputs that receive the messages of a message port.
  package func outputs(ofPort port: Int) -> Range<Int> {
    let index = index(ofPort: port)
    let first = min(index, outputCount - 1)
    return first..<(index == portCount - 1 ? outputCount : first + 1)
  }

  /// Returns the message ports of a former song whose messages have reached an output that a message port of this song
  /// reaches.
  package func sources(ofPort port: Int, in former: MIDIRoutes) -> [Int] {
    guard hasPort(port) else { return [] }
    let own = outputs(ofPort: port)
    return (0..<16).filter { former.hasPort($0) && former.outputs(ofPort: $0).overlaps(own) }
  }

  private func hasPort(_ port: Int) -> Bool { (0..<16).contains(port) && ports & 1 << UInt16(port) != 0 }
}
