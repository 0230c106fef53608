import ALSASimulation
import CFluidSynth
import Foundation
import TactusDevices
import TactusFluidSynth
import TactusRealtime
import TestSupport
import Testing

/// The MIDI drivers `alsa_seq`, with a simulated sequencer, and `alsa_raw` and `oss`, with a pipe.
@Suite struct FluidDeviceInputTests {
  /// The events that the program's callback has received, each as type, channel and two values.
  private final class Received: Sendable {
    let events = Guarded<[[Int32]]>([])

    static var handler: handle_midi_event_func_t {
      { data, event in
        guard let data else { return -1 }
        let values = [
          fluid_midi_event_get_type(event), fluid_midi_event_get_channel(event), fluid_midi_event_get_key(event),
          fluid_midi_event_get_velocity(event),
        ]
        Unmanaged<Received>.fromOpaque(data).takeUnretainedValue().events.withLock { $0.append(values) }
        return 0
      }
    }

    /// Waits for a number of events, and returns them.
    func wait(for count: Int) -> [[Int32]] {
      eventually { events.withLock { $0.count } >= count }
      return events.withLock { $0 }
    }
  }

  /// Sends messages, each from a port of a client, and returns what the program's callback receives.
  private func receive(_ messages: [(bytes: [UInt8], client: Int32, port: Int)], count: Int) throws -> [[Int32]] {
    let (sequencer, received) = (SimulatedSequencer(), Received())
    for message in messages { sequencer.send(message.bytes, from: message.client, to: message.port) }
    let target = MIDITarget(Received.handler, Unmanaged.passUnretained(received).toOpaque())
    return try withExtendedLifetime(sequencer) {
      let input = try DeviceInput(sequencer.open(hasInput: true), connectsAll: false, target)
      defer { input.stop() }
      return received.wait(for: count)
    }
  }

  @Test func eachPortHasSixteenChannels() throws {
    let events = try receive(
      [([0x93, 60, 100], 20, 0), ([0x93, 60, 0], 20, 1), ([0xE1, 1, 64], 20, 2), ([0xC0, 5], 20, 15)], count: 4)
    #expect(
      events == [[0x90, 3, 60, 100], [0x90, 19, 60, 0], [0xE0, 33, 64 << 7 | 1, 0], [0xC0, 240, 5, 0]])
  }

  /// The parts of two programs' system-exclusive messages arrive in turn, with a note between them. A system reset
  /// does not arrive, as in FluidSynth.
  @Test func partsOfMessagesDoNotMix() throws {
    let events = try receive(
      [
        ([0xFF], 20, 0), ([0xF0, 1, 2], 20, 0), ([0xF0, 3], 21, 0), ([0x90, 64, 1], 22, 0), ([4, 5, 0xF7], 20, 0),
        ([6, 0xF7], 21, 0), ([0xF0, 0xF7], 20, 0),
      ], count: 3)
    #expect(events.map { $0[0] } == [0x90, 0xF0, 0xF0])
    #expect(events.dropFirst().prefix(2).map { $0[2] } == [4, 2])
  }

  /// Each input is connected automatically only once: if the user disconnects it, it stays disconnected when another
  /// program appears.
  @Test func allInputsAreConnected() throws {
    let (sequencer, received) = (SimulatedSequencer(), Received())
    sequencer.plug(20, "Keyboard")
    let target = MIDITarget(Received.handler, Unmanaged.passUnretained(received).toOpaque())
    try withExtendedLifetime(sequencer) {
      let input = try DeviceInput(sequencer.open(hasInput: true), connectsAll: true, target)
      #expect(sequencer.isInput(20))
      sequencer.endConnection(from: 20)
      sequencer.plug(24, "Pads")
      sequencer.send([0x90, 60, 100], from: 24)
      #expect(received.wait(for: 1) == [[0x90, 0, 60, 100]])
      #expect(sequencer.isInput(24) && !sequencer.isInput(20))
      input.stop()
    }
  }

  /// A device's bytes have running status, and a system reset arrives.
  @Test func aRawDeviceIsRead() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "tactus-oss-\(UUID().uuidString)").path
    #expect(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let settings = try #require(new_fluid_settings())
    defer { delete_fluid_settings(settings) }
    _ = fluid_settings_setstr(settings, "midi.driver", "oss")
    _ = fluid_settings_setstr(settings, "midi.oss.device", path)
    let received = Received()
    let context = Unmanaged.passUnretained(received).toOpaque()
    let driver = try #require(new_fluid_midi_driver(settings, Received.handler, context))
    let pipe = open(path, O_WRONLY)
    let bytes: [UInt8] = [0x91, 60, 100, 0xF8, 60, 0, 0xFF]
    #expect(write(pipe, bytes, bytes.count) == bytes.count)
    #expect(received.wait(for: 3) == [[0x90, 1, 60, 100], [0x90, 1, 60, 0], [0xFF, 0, 0, 0]])
    close(pipe)
    delete_fluid_midi_driver(driver)
  }
}
