#if !canImport(Darwin)
  import CoreMIDI
  import TactusCoreAudio
  import TactusCoreMIDI
  import TactusMIDI
  import TactusRender
  import TestSupport
  import Testing

  extension CoreMIDITests {
    @Suite struct CoreMIDIRoundTripTests {
      @Test("From a virtual source to a port, system-exclusive messages of any length come whole", arguments: [1, 2])
      func exclusive(kind: Int) throws {
        var random = SeededGenerator(seed: seed(of: "exclusive"))
        let stage = LoopbackStage()
        let client = try CoreMIDIClient(name: "test")
        var settings = HostEventSettings()
        settings.packetCapacity = 1 << 16
        let keys = HostTimeInput(latency: 256, settings: settings)
        let notes = HostTimeOutput(capacity: 1 << 17)
        let protocolID: CoreMIDIProtocol = kind == 1 ? .midi1 : .midi2
        let output = try CoreMIDIOutput(client, source: "out", protocolID: protocolID, from: notes)
        let input = try CoreMIDIInput(client, port: "in", protocolID: protocolID, into: keys)
        try input.connect(try #require(output.endpoint))
        // the last two need several lists
        var expected: [[UInt8]] = []
        for length in [1, 5, 6, 7, 12, 13, 378, 379, 1_000, 60_000, 100_000] {
          let bytes = (0..<length).map { _ in UInt8.random(in: 0...127, using: &random) }
          expected.append(bytes)
          var events = SystemExclusivePackets(bytes).map { TimedEvent(offset: 3, message: $0) }
          events.append(TimedEvent(offset: 3, message: ChannelMessage(status: 0x90, 60, 1)))
          stage.cycle(128, keys, playing: events, notes)
          output.pump()
        }
        for _ in 0..<10 { stage.cycle(128, keys) }
        var found: [[UInt8]] = []
        for (_, message) in stage.heard where message.isSystemExclusive {
          if message.packetForm == .whole || message.packetForm == .start { found.append([]) }
          if let last = found.indices.last {
            found[last] += (0..<message.packetByteCount).map { message.packetByte($0) }
          }
        }
        #expect(found == expected)
        #expect(stage.heard.filter { $0.message.startsNote }.count == expected.count)
        #expect(stage.heard.allSatisfy { $0.frame % 128 == 3 })
        #expect(StandInMIDI.shared.violations == [])
        #expect(keys.counters.dropped == 0 && input.malformedCount == 0)
      }

      @Test("A message of which a part finds no room is left out whole")
      func exclusiveWithoutRoom() throws {
        let stage = LoopbackStage()
        let client = try CoreMIDIClient(name: "test")
        let keys = HostTimeInput(latency: 256)
        let notes = HostTimeOutput(capacity: 64)
        let output = try CoreMIDIOutput(client, source: "out", from: notes)
        let input = try CoreMIDIInput(client, port: "in", protocolID: .midi1, into: keys)
        try input.connect(try #require(output.endpoint))
        // there is room for 48 packets: the first message never fits, and neither does the third after the second
        for length in [600, 60, 240, 100] {
          let bytes = [UInt8](repeating: UInt8(length % 128), count: length)
          let events = SystemExclusivePackets(bytes).map { TimedEvent(offset: 0, message: $0) }
          stage.cycle(128, keys, playing: events, notes)
          if length != 60 { output.pump() }
        }
        for _ in 0..<4 { stage.cycle(128, keys) }
        let bytes = stage.heard.reduce(into: [UInt8]()) { bytes, event in
          bytes += (0..<event.message.packetByteCount).map { event.message.packetByte($0) }
        }
        #expect(bytes == [UInt8](repeating: 60, count: 60) + [UInt8](repeating: 100, count: 100))
        #expect(keys.counters.malformed == 2)
      }

      @Test("Endpoints keep their numbers, unless another has them")
      func uniqueIDs() throws {
        _ = LoopbackStage()
        let client = try CoreMIDIClient(name: "test")
        let notes = HostTimeOutput()
        var output: CoreMIDIOutput? = try CoreMIDIOutput(client, source: "out", uniqueID: 4_711, from: notes)
        #expect(output?.endpoint?.uniqueID == 4_711)
        #expect(CoreMIDIEndpoint.find(uniqueID: 4_711)?.name == "out")
        let other = try CoreMIDIInput(client, destination: "in", uniqueID: 4_711, into: HostTimeInput())
        #expect(other.endpoint?.uniqueID != 4_711)
        #expect(CoreMIDIEndpoint.sources.count == 1 && CoreMIDIEndpoint.destinations.count == 1)
        output = nil
        #expect(CoreMIDIEndpoint.find(uniqueID: 4_711) == nil)
        output = try CoreMIDIOutput(client, source: "out", uniqueID: 4_711, from: notes)
        #expect(output?.endpoint?.uniqueID == 4_711)
        let target = try #require(output?.endpoint)
        let wrong = CoreMIDIError.wrongKind(name: "out", isSource: true)
        #expect(throws: wrong) { try CoreMIDIOutput(client, to: target, from: notes) }
        #expect("\(wrong)" == "out is a source; name a destination")
      }

      @Test("Packets that hold something else than whole messages are counted, and read no further")
      func malformed() throws {
        let stage = LoopbackStage()
        let keys = HostTimeInput()
        let input = try CoreMIDIInput(
          CoreMIDIClient(name: "test"), destination: "in", protocolID: .midi1, advance: 1, into: keys)
        var client: MIDIClientRef = 0
        var port: MIDIPortRef = 0
        var destination: MIDIObjectRef = 0
        _ = MIDIClientCreateWithBlock(cf("bad"), &client, nil)
        _ = MIDIOutputPortCreate(client, cf("out"), &port)
        _ = MIDIObjectFindByUniqueID(try #require(input.endpoint?.uniqueID), &destination, nil)
        // a note, and the first word of two
        var list: [UInt32] = [1, 1, UInt32(truncatingIfNeeded: stage.time(9)), 1, 2, 0x2090_3C40, 0x3016_0000]
        list.withUnsafeMutableBytes { raw in
          let list = raw.assumingMemoryBound(to: MIDIEventList.self)
          _ = list.baseAddress.map { MIDISendEventList(port, destination, $0) }
        }
        stage.cycle(64, keys)
        #expect(stage.heard.map(\.frame) == [9])
        #expect(input.malformedCount == 1)
      }
    }
  }
#endif
