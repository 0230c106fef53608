import CFluidSynth
import Foundation
import TactusFluidSynth
import TactusRealtime
import Testing

/// The MIDI driver `alsa_seq`, with a simulated sequencer.
@Suite struct FluidALSAInputTests {
  /// What a program has received: type, channel and both values of each event.
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
  }

  /// Returns what a program receives of messages: their bytes, clients and ports.
  private func receive(_ messages: [(bytes: [UInt8], client: UInt8, port: UInt8)], count: Int) throws -> [[Int32]] {
    let (sequencer, received) = (SimulatedALSA(), Received())
    for message in messages { sequencer.send(message.bytes, from: message.client, to: message.port) }
    let target = MIDITarget(Received.handler, Unmanaged.passUnretained(received).toOpaque())
    do {
      let input = try ALSAInput(sequencer.open(), connectsAll: false, target)
      for _ in 0..<2_000 where received.events.withLock({ $0.count }) < count { usleep(1_000) }
      input.stop()
    }
    return withExtendedLifetime(sequencer) { received.events.withLock { $0 } }
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
}
