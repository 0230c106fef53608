#if !canImport(Darwin)
  import CoreMIDI
  import Foundation
  import TactusCoreAudio
  import TactusCoreMIDI
  import TactusMIDI
  import TactusRender
  import TactusTime
  import TestSupport
  import Testing

  extension CoreMIDITests {
    @Suite struct CoreMIDIOutputTests {
      private func destination(_ listener: LoopbackListener) throws -> CoreMIDIEndpoint {
        try #require(CoreMIDIEndpoint.find(uniqueID: listener.uniqueID))
      }

      /// Random events of a cycle, ascending.
      private func events(_ count: Int, _ random: inout SeededGenerator) -> [TimedEvent] {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          Int32.random(in: 0..<Int32(count), using: &random)
        }.sorted().map { offset in
          let status: UInt8 = [0x80, 0x90, 0xB0, 0xE0, 0xC0].randomElement(using: &random) ?? 0x90
          let second = status == 0xC0 ? 0 : UInt8.random(in: 1...127, using: &random)
          // only those controllers that have no other function
          let first = UInt8.random(in: status == 0xB0 ? 14...31 : 0...127, using: &random)
          return TimedEvent(
            offset: offset,
            message: ChannelMessage(status: status | UInt8.random(in: 0..<16, using: &random), first, second))
        }
      }

      @Test("Each event is due at its frame's time, once and in order", arguments: [0, 480, -480])
      func times(compensation: Int) throws {
        var random = SeededGenerator(seed: seed(of: "times"))
        for round in 0..<rounds(6) {
          let stage = LoopbackStage(timeBase: round % 2 == 0 ? .nanoseconds : .appleSilicon)
          let listener = LoopbackListener(advance: 1_000_000)
          let notes = HostTimeOutput(compensation: compensation)
          let output = try CoreMIDIOutput(CoreMIDIClient(name: "test"), to: destination(listener), from: notes)
          var expected: [(frame: Int64, message: ChannelMessage)] = []
          for _ in 0..<300 {
            let count = Int.random(in: 1...1_024, using: &random)
            let events = events(count, &random)
            expected += events.map { (stage.frame + Int64($0.offset) + Int64(compensation), $0.message) }
            stage.cycle(count, playing: events, notes)
            if Bool.random(using: &random) { output.pump() }
          }
          output.pump()
          #expect(listener.heard.map(\.message) == expected.map(\.message))
          // the stamp of a cycle is a whole tick, and so is that of an event
          let errors = zip(listener.heard, expected).map { $0.time.distance(to: stage.time($1.frame)) }
          #expect(errors.allSatisfy { abs($0) <= 1 })
          #expect(StandInMIDI.shared.violations == [])
        }
      }

      @Test("MIDI 2.0 goes out as it is, and as MIDI 1.0 to those who want that")
      func protocols() throws {
        let stage = LoopbackStage()
        let (old, new) = (LoopbackListener(advance: 1), LoopbackListener(protocolID: ._2_0, advance: 1))
        let client = try CoreMIDIClient(name: "test")
        let note = ChannelMessage(word0: 0x4093_3C00, word1: 0x8000_0000)
        let parameter = ChannelMessage(word0: 0x4021_0000, word1: 0x1800_0000)
        var outputs: [CoreMIDIOutput] = []
        for (listener, protocolID) in [(old, CoreMIDIProtocol.midi1), (new, .midi2)] {
          let notes = HostTimeOutput()
          let output = try CoreMIDIOutput(client, to: destination(listener), protocolID: protocolID, from: notes)
          let events = [note, parameter, ChannelMessage(status: 0x90, 60, 0)].map { TimedEvent(offset: 0, message: $0) }
          stage.cycle(64, playing: events, notes)
          output.pump()
          outputs.append(output)
        }
        let bytes = [0x2093_3C40, 0x20B1_6500, 0x20B1_6400, 0x20B1_060C, 0x20B1_2600, 0x2090_3C00] as [UInt32]
        #expect(old.heard.map(\.message.word0) == bytes)
        let off = ChannelMessage(word0: 0x4080_3C00, word1: 0x8000_0000)
        // an output that is deallocated ends its notes
        outputs = []
        #expect(old.heard.last?.message == ChannelMessage(status: 0x83, 60, 64))
        #expect(new.heard.dropLast().map(\.message) == [note, parameter, off])
        #expect(StandInMIDI.shared.violations == [])
      }

      @Test("After a stop nothing that was sent ahead is heard but the ends of notes", arguments: [false, true])
      func stop(isSource: Bool) throws {
        let stage = LoopbackStage()
        let client = try CoreMIDIClient(name: "test")
        let listener = LoopbackListener()
        let notes = HostTimeOutput(compensation: 4_800)
        let output =
          try isSource
          ? CoreMIDIOutput(client, source: "out", from: notes)
          : CoreMIDIOutput(client, to: destination(listener), from: notes)
        if let id = output.endpoint?.uniqueID { listener.connect(id) }
        // 60 is down; 61 has been down, but its end lies ahead; 62 and the pedal are still ahead; 63 is over
        let played: [(Int32, ChannelMessage)] = [
          (0, ChannelMessage(status: 0x90, 63, 1)), (1, ChannelMessage(status: 0x90, 60, 1)),
          (2, ChannelMessage(status: 0x90, 61, 1)), (3, ChannelMessage(status: 0x80, 63, 1)),
          (4_000, ChannelMessage(status: 0x80, 61, 1)), (4_001, ChannelMessage(status: 0xB2, 64, 127)),
          (4_002, ChannelMessage(status: 0x90, 62, 1)),
        ]
        stage.cycle(8_000, playing: played.map { TimedEvent(offset: $0.0, message: $0.1) }, notes)
        output.pump()
        StandInMIDI.shared.advance(to: stage.time(6_000))
        let before = listener.heard.count
        #expect(before == (isSource ? 7 : 4))
        stage.cycle(64, playing: [TimedEvent(offset: 0, message: played[0].1)], notes)
        output.stop()
        StandInMIDI.shared.advance(to: stage.time(100_000))
        let after = listener.heard[before...]
        let ends = [[0xB2, 64], [0x80, 60], [0x80, 61], [0x80, 62]] as [[UInt8]]
        let expected = isSource ? [ends[0], ends[1], ends[2], ends[3]] : ends
        #expect(after.map { [$0.message.status, $0.message.data1] } == expected)
        #expect(listener.heard.map(\.time) == listener.heard.map(\.time).sorted())
        #expect(StandInMIDI.shared.waitingCount == 0)
        #expect(StandInMIDI.shared.violations == [])
        // and goes on
        stage.cycle(64, playing: [TimedEvent(offset: 0, message: played[0].1)], notes)
        #expect(output.pump() == 1)
      }

      @Test("What CoreMIDI refuses is counted, and its note-offs are sent again")
      func refused() throws {
        let stage = LoopbackStage()
        let listener = LoopbackListener(advance: 1)
        let notes = HostTimeOutput()
        let output = try CoreMIDIOutput(CoreMIDIClient(name: "test"), to: destination(listener), from: notes)
        let (on, off) = (ChannelMessage(status: 0x90, 60, 1), ChannelMessage(status: 0x80, 60, 1))
        for message in [on, off, on] {
          stage.cycle(64, playing: [TimedEvent(offset: 0, message: message)], notes)
          if message == off { StandInMIDI.shared.refuse(2) }
          output.pump()
        }
        #expect(output.refusedLists == 2)
        output.pump()
        #expect(listener.heard.map(\.message) == [on, off])
      }

      @Test("A full queue keeps the ends of notes", arguments: [16, 64])
      func full(capacity: Int) throws {
        var random = SeededGenerator(seed: seed(of: "full"))
        let stage = LoopbackStage()
        let listener = LoopbackListener(advance: 1)
        let notes = HostTimeOutput(capacity: capacity)
        let output = try CoreMIDIOutput(CoreMIDIClient(name: "test"), to: destination(listener), from: notes)
        for _ in 0..<300 {
          let key = UInt8.random(in: 0...127, using: &random)
          let events = (0..<20).flatMap { number in
            [
              ChannelMessage(status: 0x90, (key + number) & 127, 1),
              ChannelMessage(status: 0x80, (key + number) & 127, 1),
            ]
          }.map { TimedEvent(offset: 0, message: $0) }
          stage.cycle(64, playing: events, notes)
          if Int.random(in: 0..<3, using: &random) == 0 { output.pump() }
        }
        output.pump()
        var down: Set<UInt8> = []
        for (_, message) in listener.heard {
          if message.startsNote { down.insert(message.data1) }
          if message.endsNote { down.remove(message.data1) }
          if message.endsAllNotes { down = [] }
        }
        #expect(down == [])
        #expect(notes.droppedCount > 0)
      }

      @Test("If the clock leaps back, a key's messages stay in order")
      func leap() throws {
        let stage = LoopbackStage()
        let listener = LoopbackListener(advance: 1)
        let notes = HostTimeOutput()
        let output = try CoreMIDIOutput(CoreMIDIClient(name: "test"), to: destination(listener), from: notes)
        func play(_ message: ChannelMessage) {
          stage.cycle(64, playing: [TimedEvent(offset: 0, message: message)], notes)
          output.pump()
        }
        play(ChannelMessage(status: 0x90, 60, 1))
        stage.stampJitter = { -2_000_000_000 }
        play(ChannelMessage(status: 0x80, 60, 1))
        play(ChannelMessage(status: 0x90, 61, 1))
        let times = listener.heard.map(\.time)
        #expect(times.count == 3 && times[1] >= times[0] && times[2] < times[0])
        #expect(StandInMIDI.shared.violations == [])
      }

      @Test("A thread sends by itself")
      func pump() throws {
        let stage = LoopbackStage()
        let listener = LoopbackListener(advance: 1)
        let notes = HostTimeOutput()
        let output = try CoreMIDIOutput(CoreMIDIClient(name: "test"), to: destination(listener), from: notes)
        let pump = CoreMIDIPump([output], every: 1)
        let on = TimedEvent(offset: 0, message: ChannelMessage(status: 0x90, 60, 1))
        stage.cycle(64, playing: [on], notes)
        eventually { notes.waitingCount == 0 }
        pump.stop()
        #expect(notes.waitingCount == 0)
      }
    }
  }
#endif
