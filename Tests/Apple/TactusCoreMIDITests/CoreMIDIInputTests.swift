#if !canImport(Darwin)
  import CoreMIDI
  import TactusCoreAudio
  import TactusCoreMIDI
  import TactusMIDI
  import TactusRender
  import TactusTime
  import TestSupport
  import Testing

  extension CoreMIDITests {
    @Suite struct CoreMIDIInputTests {
      private static let bases: [HostTimeBase] = [.nanoseconds, .appleSilicon]

      /// Messages that all differ, so that doubled and lost ones are noticed.
      private func message(_ number: Int) -> ChannelMessage {
        ChannelMessage(
          status: 0x90 | UInt8(number & 15), UInt8(number >> 4 & 127), UInt8(1 + number >> 11 % 127))
      }

      private func sorted(_ heard: [(frame: Int64, message: ChannelMessage)]) -> [String] {
        heard.map { "\($0.frame) \($0.message.word0)" }.sorted()
      }

      @Test("On time or late by jitter, each comes once, and a constant time later", arguments: bases)
      func constantLatency(timeBase: HostTimeBase) throws {
        var random = SeededGenerator(seed: seed(of: "constantLatency"))
        for _ in 0..<rounds(5) {
          let stage = LoopbackStage(
            rate: [44_100, 48_000, 96_000].randomElement(using: &random) ?? 48_000, timeBase: timeBase)
          let (longest, latest) = (512, 96)
          let keys = HostTimeInput(latency: longest + latest)
          let input = try CoreMIDIInput(
            CoreMIDIClient(name: "test"), destination: "in", protocolID: .midi1, into: keys)
          let id = try #require(input.endpoint?.uniqueID)
          let senders = [LoopbackSender(), LoopbackSender(), LoopbackSender()]
          var delays = random
          StandInMIDI.shared.setDelay {
            stage.time(Int64.random(in: 0..<Int64(latest), using: &delays)) - stage.time(0)
          }
          var expected: [(frame: Int64, message: ChannelMessage)] = []
          for _ in 0..<200 {
            for sender in senders where Int.random(in: 0..<3, using: &random) == 0 {
              let frames = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                stage.frame + Int64.random(in: 0...1_000, using: &random)
              }
              let list = frames.sorted().map { frame in
                defer { expected.append((frame + Int64(longest + latest), message(expected.count))) }
                return (stage.time(frame), message(expected.count))
              }
              #expect(sender.send(list, to: id) == noErr)
            }
            stage.cycle(Int.random(in: 1...longest, using: &random), keys)
          }
          for _ in 0..<200 { stage.cycle(longest, keys) }
          #expect(Set(sorted(stage.heard)).symmetricDifference(sorted(expected)) == [])
          #expect(stage.heard.count == expected.count)
          #expect(stage.heard.map(\.frame) == stage.heard.map(\.frame).sorted())
          #expect(keys.counters.late == 0 && keys.counters.dropped == 0)
          #expect(StandInMIDI.shared.violations == [])
        }
      }

      @Test("Sent ahead by several at once, out of order, each comes once on its own frame", arguments: bases)
      func ahead(timeBase: HostTimeBase) throws {
        var random = SeededGenerator(seed: seed(of: "ahead"))
        for _ in 0..<rounds(5) {
          let stage = LoopbackStage(timeBase: timeBase)
          let keys = HostTimeInput()
          let input = try CoreMIDIInput(
            CoreMIDIClient(name: "test"), destination: "in", protocolID: .midi1, advance: 50_000, into: keys)
          let id = try #require(input.endpoint?.uniqueID)
          let senders = (0..<4).map { _ in LoopbackSender() }
          var expected: [(frame: Int64, message: ChannelMessage)] = []
          for _ in 0..<200 {
            for sender in senders where Bool.random(using: &random) {
              let frame = stage.frame + Int64.random(in: 0...5_000, using: &random)
              expected.append((frame, message(expected.count)))
              sender.send([(stage.time(frame), message(expected.count - 1))], to: id)
            }
            stage.cycle(Int.random(in: 1...1_024, using: &random), keys)
          }
          for _ in 0..<10 { stage.cycle(1_024, keys) }
          #expect(Set(sorted(stage.heard)).symmetricDifference(sorted(expected)) == [])
          #expect(stage.heard.count == expected.count)
          #expect(keys.counters.late == 0)
          #expect(StandInMIDI.shared.violations == [])
        }
      }

      @Test("Too late for its frame, each comes at once, in the order of arrival")
      func late() throws {
        let stage = LoopbackStage()
        let keys = HostTimeInput()
        let input = try CoreMIDIInput(CoreMIDIClient(name: "test"), destination: "in", protocolID: .midi1, into: keys)
        let id = try #require(input.endpoint?.uniqueID)
        let sender = LoopbackSender()
        stage.cycle(512, keys)
        for number in 0..<5 { sender.send([(stage.time(100 + Int64(number) * 70), message(number))], to: id) }
        sender.send([(0, message(5))], to: id)
        stage.cycle(512, keys)
        #expect(stage.heard.map(\.frame) == [Int64](repeating: 512, count: 6))
        #expect(Set(stage.heard.map(\.message)).count == 6)
        #expect(keys.counters.late > 0)
      }

      @Test("Jitter of the host's stamps hardly moves what is heard")
      func filtered() throws {
        var random = SeededGenerator(seed: seed(of: "filtered"))
        let stage = LoopbackStage(isFiltered: true)
        var dice = random
        stage.stampJitter = { Int64.random(in: -1_000_000...1_000_000, using: &dice) }
        let keys = HostTimeInput()
        let input = try CoreMIDIInput(
          CoreMIDIClient(name: "test"), destination: "in", protocolID: .midi1, advance: 50_000, into: keys)
        let id = try #require(input.endpoint?.uniqueID)
        let sender = LoopbackSender()
        for _ in 0..<600 { stage.cycle(512, keys) }
        var frames: [Int64] = []
        for number in 0..<500 {
          frames.append(stage.frame + 1_000)
          sender.send([(stage.time(stage.frame + 1_000), message(number))], to: id)
          stage.cycle(Int.random(in: 400...512, using: &random), keys)
        }
        for _ in 0..<10 { stage.cycle(512, keys) }
        #expect(stage.heard.count == 500)
        let errors = zip(stage.heard.map(\.frame), frames).map { abs($0 - $1) }
        #expect(errors.max() ?? 99 <= 15, "0.3 ms")
      }

      @Test("Where cycles are stamped ahead of time, latency grows until it is constant, and no further")
      func growing() throws {
        var random = SeededGenerator(seed: seed(of: "growing"))
        let stage = LoopbackStage()
        let lead: Int64 = 1_500
        stage.stampJitter = { Int64(stage.time(lead) - stage.time(0)) }
        let keys = HostTimeInput(latency: 256, longestLatency: 4_000)
        let input = try CoreMIDIInput(CoreMIDIClient(name: "test"), destination: "in", protocolID: .midi1, into: keys)
        let id = try #require(input.endpoint?.uniqueID)
        let sender = LoopbackSender()
        var (sent, lates): ([Int64], [Int]) = ([], [])
        for number in 0..<1_000 {
          sent.append(stage.frame + Int64.random(in: 0..<256, using: &random))
          sender.send([(stage.time(sent[number]), message(number))], to: id)
          stage.cycle(256, keys)
          lates.append(keys.counters.late)
        }
        for _ in 0..<20 { stage.cycle(256, keys) }
        #expect(stage.heard.count == sent.count)
        let delays = zip(stage.heard, sent).map { $0.frame - $1 }
        #expect(Set(delays.suffix(500)).count <= 2, "a frame more or less where the latency still grows")
        #expect(keys.latency > Int(lead) && keys.latency <= Int(lead) + 256)
        #expect(lates[999] - lates[500] <= 2)
        // a message that is seconds late changes nothing
        let before = keys.latency
        keys.send(message(0), at: stage.time(stage.frame - 100_000))
        stage.cycle(256, keys)
        #expect(keys.latency == before)
      }

      @Test("An engine that has stood still is not believed for two cycles, and then it is")
      func pause() throws {
        let stage = LoopbackStage(isFiltered: true)
        let keys = HostTimeInput()
        for _ in 0..<100 { stage.cycle(256, keys) }
        // the engine's frame count continues where it was, ten seconds later
        stage.stampJitter = { 10_000_000_000 }
        var offsets: [Int64] = []
        for number in 0..<6 {
          let first = stage.frame
          keys.send(message(number), at: stage.time(first) + 10_000_000_000 + 1_000_000)
          stage.cycle(256, keys)
          offsets.append((stage.heard.last?.frame ?? -1) - first)
        }
        #expect(offsets == [0, 0, 48, 48, 48, 48])
      }

      @Test("A flood leaves no note without an end", arguments: [1, 64, 700])
      func flood(burst: Int) throws {
        var random = SeededGenerator(seed: seed(of: "flood"))
        let stage = LoopbackStage()
        var settings = HostEventSettings()
        (settings.capacity, settings.packetCapacity) = (64, 16)
        let keys = HostTimeInput(latency: 512, settings: settings)
        let input = try CoreMIDIInput(CoreMIDIClient(name: "test"), destination: "in", protocolID: .midi1, into: keys)
        let id = try #require(input.endpoint?.uniqueID)
        let sender = LoopbackSender()
        for _ in 0..<max(4, 100 / burst) {
          for _ in 0..<burst {
            let (key, time) = (UInt8.random(in: 0...127, using: &random), stage.time(stage.frame))
            sender.send([(time, ChannelMessage(status: 0x90, key, 100))], to: id)
            sender.send([(time, ChannelMessage(status: 0x80, key, 64))], to: id)
          }
          stage.cycle(256, keys)
        }
        for _ in 0..<10 { stage.cycle(512, keys) }
        var down: Set<UInt8> = []
        for (_, message) in stage.heard {
          if message.startsNote { down.insert(message.data1) }
          if message.endsNote { down.remove(message.data1) }
          if message.endsAllNotes { down = [] }
        }
        #expect(down == [])
        #expect(stage.heard.count > 50)
        #expect((keys.counters.dropped > 0) == (burst > 32))
      }

      @Test("A pulled cable, or a port that goes away, ends the notes", arguments: [false, true])
      func pulledCable(isPort: Bool) throws {
        let stage = LoopbackStage()
        let keys = HostTimeInput()
        let client = try CoreMIDIClient(name: "test")
        let notes = HostTimeOutput()
        let output = try CoreMIDIOutput(client, source: "out", from: notes)
        let source = try #require(output.endpoint)
        var input: CoreMIDIInput? = try CoreMIDIInput(client, port: "in", protocolID: .midi1, into: keys)
        try input?.connect(source)
        let listener = LoopbackListener()
        let wrong = try #require(CoreMIDIEndpoint.find(uniqueID: listener.uniqueID))
        #expect(throws: CoreMIDIError.wrongKind(name: "listener", isSource: false)) { try input?.connect(wrong) }
        let on = ChannelMessage(status: 0x93, 60, 100)
        stage.cycle(64, keys, playing: [TimedEvent(offset: 0, message: on)], notes)
        output.pump()
        stage.cycle(64, keys)
        #expect(stage.heard.map(\.message) == [on])
        if isPort { input = nil } else { input?.disconnect(source) }
        stage.cycle(64, keys, playing: [TimedEvent(offset: 0, message: on)], notes)
        output.pump()
        stage.cycle(64, keys)
        #expect(stage.heard.map(\.message) == [on, ChannelMessage(status: 0xB3, 123, 0)])
      }
    }
  }
#endif
