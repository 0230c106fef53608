#if !canImport(Darwin)
  import CoreMIDI
  import TactusCoreMIDI
  import TactusMIDI
  import TactusRender
  import TactusTime
  import Testing

  extension CoreMIDITests {
    /// The MIDI inputs and outputs of the program on Apple's systems.
    @Suite struct CoreMIDIConnectionTests {
      @Test func sourcesAreConnectedAsTheyAppear() throws {
        let stage = LoopbackStage()
        let keys = HostTimeInput()
        let inputs = try CoreMIDIInputs(["key"], into: keys)
        #expect(inputs.takeRemarks() == [])
        let notes = HostTimeOutput()
        let keyboard = try CoreMIDIOutputs("Keyboard", from: notes)
        let remark = "no MIDI output is named 'Keyboard'; other programs can listen to this source"
        #expect(keyboard.takeRemarks() == [remark])
        StandInMIDI.shared.advance(to: stage.time(0))
        #expect(inputs.takeRemarks() == ["MIDI input connected: Keyboard"])
        #expect(inputs.takeRemarks() == [])
        stage.cycle(480, nil, playing: [TimedEvent(offset: 10, message: .noteOn(60))], notes)
        keyboard.stop()
        for _ in 0..<3 { stage.cycle(480, keys) }
        #expect(stage.heard.contains { $0.message.startsNote && $0.message.data1 == 60 })
        inputs.stop()
      }
    }
  }
#endif
