#if !canImport(Darwin)
  import AVFAudio
  import TactusAudioUnit
  import TestSupport
  import Testing

  @Suite struct OutputTests {
    @Test(
      "Of what a host has taken, each note-on has one note-off, however much it refuses",
      arguments: [AudioUnitComponent.sequencer, .arpeggiator], [true, false])
    func refusals(component: AudioUnitComponent, takesNoLists: Bool) throws {
      let seed = seed(of: "OutputTests.refusals")
      for round in 0..<UInt64(rounds(3)) {
        var random = SeededGenerator(seed: seed &+ round)
        var manners = StandInHost.Manners()
        manners.takesNoLists = takesNoLists
        let session = try UnitSession(component, manners: manners)
        let host = session.host
        host.tempo = 600
        try host.start()
        var held = HeldKeys()
        for key in [60, 64, 67] as [UInt8] { session.schedule([0x90, key, 100], at: 0) }
        for _ in 0..<400 {
          host.manners.refusedOutputs =
            Int.random(in: 0..<3, using: &random) == 0 ? .random(in: 1..<6, using: &random) : 0
          _ = host.render(.random(in: 1...512, using: &random))
          held.take(host.takeOutputs())
        }
        host.transport = []
        host.manners.refusedOutputs = 0
        for key in [60, 64, 67] as [UInt8] { session.schedule([0x80, key, 0], at: AUEventSampleTimeImmediate) }
        for _ in 0..<40 { _ = host.render(512) }
        held.take(host.takeOutputs())
        #expect(held.counts.isEmpty && held.orphans == 0, "seed \(seed &+ round)")
        host.stop()
        #expect(host.violations == [])
      }
    }

    @Test("Messages of one frame that are no notes go together, notes and system-exclusive messages by themselves")
    func together() throws {
      var manners = StandInHost.Manners()
      manners.takesNoLists = true
      let session = try UnitSession.passing(manners: manners)
      try session.host.start()
      let exclusive: [UInt8] = [0xF0, 0x7E, 0x7F, 9, 1, 0xF7]
      for bytes in [[0xB0, 0, 1], [0xB0, 32, 2], [0xC0, 3], [0x90, 60, 100], [0xB0, 7, 4]] as [[UInt8]] {
        session.schedule(bytes, at: 10)
      }
      session.schedule(exclusive, at: 10)
      session.schedule([0xD0, 5], at: 10)
      session.schedule([0xD0, 6], at: 11)
      _ = session.host.render(64)
      let expected: [[UInt8]] = [
        [0xB0, 0, 1, 0xB0, 32, 2, 0xC0, 3], [0x90, 60, 100], [0xB0, 7, 4], exclusive, [0xD0, 5], [0xD0, 6],
      ]
      #expect(session.host.takeOutputs().map(\.bytes) == expected)
      session.schedule([0x80, 60, 0], at: 64)
      _ = session.host.render(64)
      session.host.stop()
      #expect(session.host.violations == [])
    }

    @Test("Packets are of the protocol that the host speaks", arguments: [MIDIProtocolID._1_0, ._2_0])
    func packets(protocolID: MIDIProtocolID) throws {
      let session = try UnitSession.passing()
      try session.host.start(protocolID: protocolID)
      #expect(session.unit.audioUnitMIDIProtocol == protocolID)
      let data = (0..<2_000).map { UInt8($0 * 7 % 128) }
      session.schedule([0x91, 60, 100], at: 3)
      session.schedule([0xE1, 0, 64], at: 4)
      session.schedule([0xF0] + data + [0xF7], at: 5)
      session.schedule([0x81, 60, 64], at: 6)
      _ = session.host.render(64)
      let outputs = session.host.takeOutputs()
      #expect(outputs.map(\.time) == [3, 4, 5, 6])
      let type: UInt32 = protocolID == ._2_0 ? 4 : 2
      #expect([0, 1, 3].allSatisfy { outputs[$0].words[0] >> 28 == type })
      #expect(outputs[1].words == (protocolID == ._2_0 ? [0x40E1_0000, 0x8000_0000] : [0x20E1_0040]))
      // a packet has at most 64 words, and all of them have the event's time
      #expect(outputs[2].packetTimes == [UInt64](repeating: 0, count: 11))
      #expect(outputs[2].messages.flatMap { $0 } == [0xF0] + data + [0xF7])
      session.host.stop()
      #expect(session.host.violations == [])
    }

    @Test("A unit plays at a host that has left out whatever it can")
    func missing() throws {
      for number in 0..<5 {
        var manners = StandInHost.Manners()
        manners.hasNoContext = number != 3
        manners.hasNoTransport = number != 3
        manners.takesNoMIDI = number == 1
        manners.hasNoHostTime = number == 2
        (manners.contextFails, manners.transportFails) = (number == 3, number == 3)
        manners.setsBlocksLate = number == 4
        let session = try UnitSession(.arpeggiator, manners: manners)
        try session.host.start()
        session.schedule([0x90, 60, 100], at: 100)
        session.schedule([0x80, 60, 0], at: 30_000)
        var held = HeldKeys()
        var count = 0
        for _ in 0..<200 {
          #expect(session.host.render(480).statuses == [noErr])
          let outputs = session.host.takeOutputs()
          count += outputs.count
          held.take(outputs)
        }
        #expect(held.counts.isEmpty && held.orphans == 0)
        #expect(number == 1 ? count == 0 : count >= 2)
        session.host.stop()
        #expect(session.host.violations == [])
      }
    }

    @Test("Notes that are held when a unit stops end with its first cycle when it goes on, and blocks may change")
    func heldNotes() throws {
      var manners = StandInHost.Manners()
      manners.changesBlocks = true
      let session = try UnitSession.passing(manners: manners)
      try session.host.start()
      for key in [60, 64] as [UInt8] { session.schedule([0x92, key, 100], at: 5) }
      _ = session.host.render(64)
      var held = HeldKeys()
      held.take(session.host.takeOutputs())
      #expect(held.counts.count == 2)
      session.host.stop()
      #expect(session.host.takeOutputs() == [])
      try session.unit.outputBusses[0].setFormat(
        #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)))
      try session.host.start()
      let frame = session.host.frame
      _ = session.host.render(64)
      let outputs = session.host.takeOutputs()
      #expect(outputs.allSatisfy { $0.time == frame })
      held.take(outputs)
      #expect(held.counts.isEmpty && held.orphans == 0)
      session.host.stop()
      #expect(session.host.violations == [])
    }
  }
#endif
