import ALSASimulation
import TactusDevices
import TactusMIDI
import TactusRender
import TestSupport
import Testing

/// Outputs whose names share a port, because ports of their own are missing: clients 24 and 28 appear and disappear.
@Suite struct SharedOutputTests {
  private let sequencer = SimulatedSequencer()
  private let output = HostTimeOutput()

  private func open(_ words: [String]) throws -> MIDIOutputs {
    try MIDIOutputs(words, ports: 0b11, from: output, now: { 1 }) { () throws(DeviceError) in try sequencer.open() }
  }

  /// What the second output plays ends at the shared port; what the first one plays there, too, continues.
  @Test func anOutputMovesToItsOwnPort() throws {
    sequencer.plug(24, "Synth 2")
    let outputs = try open(["synth 2", "synth"])
    #expect(sequencer.outputs(at: 24) == [0, 1])
    output.send([
      .noteOn(60, 100), .noteOn(60, 90, port: 1), .noteOn(62, 90, port: 1), .controller(64, 127, port: 1),
      .noteOn(64, 90, port: 1), .noteOff(64, port: 1), ChannelMessage(system: 0xFA, port: 1),
    ])
    #expect(eventually { sequencer.received(24).count == 7 })
    sequencer.plug(28, "Synth")
    #expect(eventually { sequencer.outputs(at: 24) == [0] && sequencer.outputs(at: 28) == [1] })
    #expect(sequencer.received(24).dropFirst(7) == [[0xB0, 64, 0], [0x80, 62, 64], [0xFC]])
    output.send([.noteOff(60, port: 1), .noteOn(65, 90, port: 1), .noteOff(60)])
    #expect(eventually { sequencer.received(28).count == 2 && sequencer.received(24).count == 11 })
    #expect(sequencer.received(28) == [[0x80, 60, 64], [0x90, 65, 90]])
    #expect(sequencer.received(24).last == [0x80, 60, 64])
    outputs.stop()
    #expect(outputs.takeRemarks().suffix(1) == ["MIDI output connected: Synth: MIDI"])
  }

  /// When the own port disappears, the output shares the other one again.
  @Test func anOutputComesBackToTheSharedPort() throws {
    sequencer.plug(24, "Synth 2")
    let outputs = try open(["synth 2", "synth"])
    for _ in 0..<2 {
      sequencer.plug(28, "Synth")
      #expect(eventually { sequencer.outputs(at: 24) == [0] && sequencer.outputs(at: 28) == [1] })
      sequencer.unplug(28)
      #expect(eventually { sequencer.outputs(at: 24) == [0, 1] })
    }
    output.send([.noteOn(62, 90, port: 1)])
    #expect(eventually { sequencer.received(24) == [[0x90, 62, 90]] })
    outputs.stop()
  }

  /// An output that shares several ports leaves all of them. All ports of one name stay connected.
  @Test func anOutputLeavesAllSharedPorts() throws {
    sequencer.plug(24, "Synth A")
    let outputs = try open(["synth", "MIDI"])
    // the longer name owns the port, the other one shares it
    #expect(sequencer.outputs(at: 24) == [0, 1])
    sequencer.plug(28, "Synth B")
    #expect(eventually { sequencer.outputs(at: 28) == [0, 1] })
    #expect(sequencer.outputs(at: 24) == [0, 1])
    sequencer.plug(32, "Piano")
    #expect(eventually { sequencer.outputs(at: 32) == [1] && sequencer.outputs(at: 24) == [0] })
    #expect(eventually { sequencer.outputs(at: 28) == [0] })
    outputs.stop()
  }

  /// If announcements were lost, for example while the process was stopped, all ports are looked for again.
  @Test func lostAnnouncementsAreMadeUpFor() throws {
    sequencer.plug(24, "Synth 2")
    sequencer.plug(28, "Synth")
    let outputs = try open(["synth 2", "synth"])
    #expect(sequencer.outputs(at: 24) == [0] && sequencer.outputs(at: 28) == [1])
    // one has disappeared and appeared again, the other has disappeared
    sequencer.unplug(24, isAnnounced: false)
    sequencer.plug(24, "Synth 2", isAnnounced: false)
    sequencer.unplug(28, isAnnounced: false)
    sequencer.loseEvents()
    #expect(eventually { sequencer.outputs(at: 24) == [0, 1] })
    outputs.stop()
    #expect(outputs.takeRemarks().contains("MIDI output disconnected: Synth: MIDI"))
  }

  /// Another program may have the address of one that has disappeared without an announcement.
  @Test func anAddressThatAnotherProgramHasTakenIsLeft() throws {
    sequencer.plug(24, "Synth")
    let outputs = try open(["synth"])
    #expect(sequencer.outputs(at: 24) == [0, 1])
    sequencer.unplug(24, isAnnounced: false)
    sequencer.plug(24, "Editor", isAnnounced: false)
    sequencer.plug(28, "Synth", isAnnounced: false)
    sequencer.loseEvents()
    #expect(eventually { sequencer.outputs(at: 28) == [0, 1] })
    #expect(sequencer.outputs(at: 24) == [])
    outputs.stop()
  }
}
