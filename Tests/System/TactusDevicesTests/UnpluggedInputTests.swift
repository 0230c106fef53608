import ALSASimulation
import TactusDevices
import TactusMIDI
import TactusRender
import TactusTime
import TestSupport
import Testing

/// MIDI inputs that disappear while they play.
@Suite struct UnpluggedInputTests {
  /// A pedal that stays down would hold the notes that "all notes off" has ended, and all that follow.
  @Test func pedalsAreLifted() throws {
    let sequencer = SimulatedSequencer()
    sequencer.plug(20, "Keys")
    let input = HostTimeInput()
    let inputs = try MIDIInputs(.named(["keys"]), into: input) { () throws(DeviceError) in
      try sequencer.open(hasInput: true)
    }
    sequencer.send([0xB3, 64, 127], from: 20)
    sequencer.send([0x93, 60, 100], from: 20)
    sequencer.send([0xB4, 66, 127], from: 20)
    sequencer.send([0xB4, 66, 0], from: 20)
    sequencer.unplug(20)
    var remarks: [String] = []
    let isDisconnected = eventually {
      remarks += inputs.takeRemarks()
      return remarks.last == "MIDI input disconnected: Keys: MIDI"
    }
    #expect(isDisconnected)
    inputs.stop()
    let events = input.receiver.pointee.render(
      RenderCycle(firstFrame: 0, frameCount: 64), by: HostClock(sampleRate: 48_000))
    var messages: [ChannelMessage] = []
    for index in 0..<events.count { messages.append(events[index].message) }
    #expect(
      messages == [
        .controller(64, 127, channel: 3), .noteOn(60, 100, channel: 3), .controller(66, 127, channel: 4),
        .controller(66, 0, channel: 4), .controller(64, 0, channel: 3), .controller(123, 0, channel: 3),
      ])
  }
}
