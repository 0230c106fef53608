#if !canImport(Darwin)
  import AVFAudio
  import TactusAudioUnit
  import TestSupport
  import Testing

  @Suite struct RenderEventTests {
    private struct Due: Equatable, CustomStringConvertible {
      var time: AUEventSampleTime
      var bytes: [UInt8]
      var description: String { "\(time): \(bytes)" }
    }

    @Test(
      "Each event comes out once, at its time, whatever the cycles and whichever way it is sent",
      arguments: [(true, MIDIProtocolID._1_0), (false, ._1_0), (false, ._2_0)])
    func exactlyOnce(takesNoLists: Bool, protocolID: MIDIProtocolID) throws {
      let seed = seed(of: "RenderEventTests.exactlyOnce")
      for round in 0..<UInt64(rounds(3)) {
        var random = SeededGenerator(seed: seed &+ round)
        var manners = StandInHost.Manners()
        manners.takesNoLists = takesNoLists
        manners.hasNoContext = Bool.random(using: &random)
        let session = try UnitSession.passing(manners: manners)
        let host = session.host
        try host.start(maximumFrames: 700, protocolID: protocolID)
        host.frame = [0, -5_000, 1 << 40].randomElement(using: &random) ?? 0
        var (due, sent): ([Due], [Due]) = ([], [])
        for _ in 0..<120 {
          for _ in 0..<Int.random(in: 0..<6, using: &random) {
            let bytes = Self.message(&random)
            var time = host.frame + .random(in: -50..<900, using: &random)
            if bytes[0] & 0xF0 == 0x90 {
              // a note-off without its note-on would not be sent
              let (end, ending) = (time + .random(in: 0..<900, using: &random), [bytes[0] ^ 0x10] + bytes.dropFirst())
              due += [Due(time: max(time, host.frame), bytes: bytes), Due(time: max(end, host.frame), bytes: ending)]
              session.schedule(bytes, at: time)
              session.schedule(ending, at: end)
              continue
            }
            var given = time
            if Bool.random(using: &random) {
              let offset = AUEventSampleTime.random(in: 0..<900, using: &random)
              (given, time) = (AUEventSampleTimeImmediate + offset, host.frame + offset)
            }
            due.append(Due(time: max(time, host.frame), bytes: bytes))
            session.schedule(bytes, at: given)
          }
          let (first, frames) = (host.frame, Int.random(in: 1...700, using: &random))
          #expect(host.render(frames).statuses == [noErr])
          let outputs = host.takeOutputs()
          #expect(outputs.map(\.time) == outputs.map(\.time).sorted())
          #expect(outputs.allSatisfy { (first..<first + Int64(frames)).contains($0.time) && $0.cable == 0 })
          #expect(outputs.allSatisfy { $0.words.isEmpty == takesNoLists })
          sent += outputs.flatMap { output in output.messages.map { Due(time: output.time, bytes: $0) } }
        }
        host.stop()
        #expect(Self.sorted(sent) == Self.sorted(due.filter { $0.time < host.frame }), "seed \(seed &+ round)")
        #expect(host.violations == [])
      }
    }

    private static func message(_ random: inout SeededGenerator) -> [UInt8] {
      let channel = UInt8.random(in: 0..<16, using: &random)
      let data = (0..<2).map { _ in UInt8.random(in: 1..<128, using: &random) }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return [0x90 | channel, data[0], data[1]]
      case 1: return [0xD0 | channel, data[0]]
      case 2: return [0xB0 | channel, 1 + data[0] % 5, data[1]]
      case 3: return [0xE0 | channel, data[0], data[1]]
      default: return [0xA0 | channel, data[0], data[1]]
      }
    }

    private static func sorted(_ events: [Due]) -> [Due] {
      events.sorted { $0.time == $1.time ? $0.bytes.lexicographicallyPrecedes($1.bytes) : $0.time < $1.time }
    }

    @Test("Events are read from lists in which each is only as long as it must be")
    func shortEvents() throws {
      var manners = StandInHost.Manners()
      manners.takesNoLists = true
      let session = try UnitSession.passing(manners: manners)
      try session.host.start()
      let long: [UInt8] = [0xF0, 0x7D] + (0..<300).map { UInt8($0 % 128) } + [0xF7]
      let result = session.call(
        at: 100, 64,
        [
          .midi(90, 0, [0xC1, 5]),
          .unknown(91, 77),
          .midi(102, 7, [0xD2, 9]),
          .midi(103, 0, long),
          .list(104, 0, ._1_0, [(0, [0x20B3_0740, 0x20B3_0841])]),
          .list(105, 0, ._2_0, [(0, [0x40B4_0700, 0x8000_0000])]),
          .parameter(106, 0, .max, 1),
          .parameter(107, 32, 5_000, .nan),
          .list(108, 0, ._1_0, []),
          .list(109, 0, ._1_0, [(3, [0x20B5_0A01]), (120, [0x20B5_0A02]), (1 << 60, [0x20B5_0A03])]),
          .midi(1_000, 0, [0xD6, 1]),
        ])
      #expect(result.status == noErr && result.problem == nil)
      let expected: [(AUEventSampleTime, [UInt8])] = [
        (100, [0xC1, 5]), (102, [0xD2, 9]), (103, long), (104, [0xB3, 7, 0x40, 0xB3, 8, 0x41]), (105, [0xB4, 7, 64]),
        (109, [0xB5, 10, 3]), (112, [0xB5, 10, 1]), (120, [0xB5, 10, 2]),
      ]
      let outputs = session.host.takeOutputs()
      #expect(outputs.map(\.time) == expected.map(\.0))
      #expect(outputs.map(\.bytes) == expected.map(\.1))
      // an event beyond the cycle waits for its own cycle
      for time in [164, 664] as [Double] { _ = session.call(at: time, 500) }
      #expect(session.host.takeOutputs().map { [$0.time] + $0.bytes.map { Int64($0) } } == [[1_000, 0xD6, 1]])
      session.host.stop()
    }
  }
#endif
