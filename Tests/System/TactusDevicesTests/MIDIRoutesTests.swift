import TactusDevices
import Testing

/// Which output receives which port's messages.
@Suite struct MIDIRoutesTests {
  private func outputs(_ ports: UInt16, _ outputs: Int) -> [Range<Int>] {
    let routes = MIDIRoutes(ports: ports, outputs: outputs)
    return (0..<16).filter { ports & 1 << UInt16($0) != 0 }.map { routes.outputs(ofPort: $0) }
  }

  @Test func outputsReceivePortsInOrder() {
    #expect(outputs(0b1, 1) == [0..<1])
    #expect(outputs(0b1111, 1) == [0..<1, 0..<1, 0..<1, 0..<1])
    #expect(outputs(0b11, 2) == [0..<1, 1..<2])
    #expect(outputs(0b1000_0001, 2) == [0..<1, 1..<2])
    #expect(outputs(0b1111, 2) == [0..<1, 1..<2, 1..<2, 1..<2])
    #expect(outputs(0b1, 3) == [0..<3])
    #expect(outputs(0b11, 4) == [0..<1, 1..<4])
    #expect(outputs(0xFFFF, 16) == (0..<16).map { $0..<$0 + 1 })
  }

  /// Which ports of a former song have reached the outputs of a port.
  @Test func theOutputsOfAFormerSongAreKnown() {
    func sources(_ ports: UInt16, after former: UInt16, _ outputs: Int) -> [[Int]] {
      let (routes, before) = (MIDIRoutes(ports: ports, outputs: outputs), MIDIRoutes(ports: former, outputs: outputs))
      return (0..<4).map { routes.sources(ofPort: $0, in: before) }
    }
    // one port played on both outputs
    #expect(sources(0b11, after: 0b1, 2) == [[0], [0], [], []])
    #expect(sources(0b1, after: 0b11, 2) == [[0, 1], [], [], []])
    #expect(sources(0b1001, after: 0b11, 2) == [[0], [], [], [1]])
    #expect(sources(0b111, after: 0b11, 3) == [[0], [1], [1], []])
    // all ports play on the only output
    #expect(sources(0b11, after: 0b101, 1) == [[0, 2], [0, 2], [], []])
  }

  /// Every message has an output, and every output receives something.
  @Test func nothingIsLeftOut() {
    for ports in stride(from: UInt16(0), through: 0xFFF0, by: 239) {
      for count in [1, 2, 3, 17] {
        let routes = MIDIRoutes(ports: ports, outputs: count)
        var reached: Set<Int> = []
        for port in 0..<16 {
          let outputs = routes.outputs(ofPort: port)
          guard !outputs.isEmpty, outputs.lowerBound >= 0, outputs.upperBound <= count else {
            Issue.record("port \(port) of \(ports) with \(count) outputs: \(outputs)")
            return
          }
          if ports == 0 || ports & 1 << UInt16(port) != 0 { reached.formUnion(outputs) }
        }
        guard reached.count == count else {
          Issue.record("\(ports) with \(count) outputs reaches \(reached)")
          return
        }
      }
    }
  }
}
