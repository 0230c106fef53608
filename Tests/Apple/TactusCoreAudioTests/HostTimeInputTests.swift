import TactusCoreAudio
import TactusMIDI
import TactusRender
import TactusTime
import Testing

/// What happens to messages if there is not room for all of them.
@Suite struct HostTimeInputTests {
  /// An audio thread whose frame f is due at host time 1,000,000 + 20,000 f.
  private struct Stage {
    let input: HostTimeInput
    private let memory = CycleClockMemory(sampleRate: 50_000, timeBase: .nanoseconds, isFiltered: false)
    private var frame: Int64 = 0

    init(capacity: Int) {
      var settings = HostEventSettings()
      (settings.capacity, settings.packetCapacity) = (capacity, capacity)
      input = HostTimeInput(settings: settings)
    }

    static func time(_ frame: Int64) -> UInt64 { UInt64(1_000_000 + 20_000 * frame) }

    mutating func cycle(_ count: Int) -> [(frame: Int64, message: ChannelMessage)] {
      var clock = memory.cycleClock
      clock.begin(HostStamp(frame: frame, hostTime: Int64(Self.time(frame))))
      let cycle = RenderCycle(firstFrame: frame, frameCount: count)
      defer { frame += Int64(count) }
      return input.receiver.pointee.render(cycle, by: clock.clock).map { (frame + Int64($0.offset), $0.message) }
    }
  }

  @Test("A system-exclusive message of which a packet was lost never looks whole") func exclusive() {
    var stage = Stage(capacity: 16)
    let packets = Array(SystemExclusivePackets([UInt8](repeating: 1, count: 240)))
    var heard: [ChannelMessage] = []
    var sent = 0
    // after 24 packets the queue refuses; then there is room again, in the middle of the message
    for packet in packets.prefix(30) { sent += stage.input.send(packet, at: 1) ? 1 : 0 }
    #expect(sent == 24)
    heard += stage.cycle(64).map(\.message)
    for packet in packets.dropFirst(30) { #expect(!stage.input.send(packet, at: 1)) }
    heard += stage.cycle(64).map(\.message)
    #expect(heard == [])
    // the next message is not affected
    let next = Array(SystemExclusivePackets([2, 2, 2, 2, 2, 2, 2]))
    for packet in next { #expect(stage.input.send(packet, at: 1)) }
    #expect(stage.cycle(64).map(\.message) == next)
  }

  @Test("A note-off that is lost becomes \"all notes off\", not before it was due") func lostNoteOff() {
    var stage = Stage(capacity: 64)
    let on = ChannelMessage(status: 0x95, 60, 100, port: 3)
    #expect(stage.input.send(on, at: Stage.time(100)))
    // 128 places: 96 for anything, the rest for note-offs
    for packet in SystemExclusivePackets([UInt8](repeating: 1, count: 6 * 95)) { stage.input.send(packet, at: 1) }
    for key in UInt8(0)..<32 { #expect(stage.input.send(ChannelMessage(status: 0x80, key, 0), at: Stage.time(1))) }
    #expect(!stage.input.send(ChannelMessage(status: 0x85, 60, 0, port: 3), at: Stage.time(200)))
    let heard = stage.cycle(64) + stage.cycle(64) + stage.cycle(64) + stage.cycle(64)
    let ours = heard.filter { $0.message.port == 3 }
    #expect(ours.map(\.frame) == [100, 200])
    #expect(ours.map(\.message) == [on, ChannelMessage(status: 0xB5, 123, 0, port: 3)])
    #expect(stage.input.counters.dropped > 0)
  }

  @Test("A message of a host time of 0 comes now, and one from the past at once") func now() {
    var stage = Stage(capacity: 16)
    _ = stage.cycle(64)
    let message = ChannelMessage(status: 0x90, 1, 1)
    stage.input.send(message)
    stage.input.send(message, at: 1)
    stage.input.send(message, at: .max)
    stage.input.send(message, at: Stage.time(70))
    #expect(stage.cycle(64).map(\.frame) == [64, 64, 70, 127])
    #expect(stage.input.counters.clipped == 1 && stage.input.counters.late == 1)
  }
}
