import ALSASimulation
import CALSA
import TactusDevices
import TactusMIDI
import TactusRealtime
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// MIDI from a simulated ALSA sequencer, and from a raw device of a simulated ALSA library.
@Suite struct MIDIReceiverTests {
  /// What has been received, a line for each event.
  private final class Received: MIDIInputTarget {
    private let lines = Guarded<[String]>([])
    var convertsZeroVelocities: Bool { true }

    func receive(_ message: ChannelMessage, port: Int, at time: UInt64) {
      add("\(port): \(message.status) \(message.data1) \(message.data2)")
    }
    func receive(exclusive data: UnsafeBufferPointer<UInt8>, at time: UInt64) { add("exclusive \(Array(data))") }
    func releaseNotes() { add("release") }
    func report(_ event: MIDIInputEvent) { add("\(event)") }

    private func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// Waits for a line, and returns what has been received since the last call.
    func take(until line: String) -> [String] {
      eventually { lines.withLock { $0.contains(line) } }
      return lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  private let sequencer = SimulatedSequencer()
  private let received = Received()

  private func open() throws -> MIDIReceiver {
    let wantsKeys = { (device: MIDIDevice) in device.isNamed("keys") }
    let reader = ALSASequencerReader(try sequencer.open(hasInput: true), into: received, connecting: wantsKeys)
    reader.open()
    let receiver = MIDIReceiver(reader, into: received)
    try receiver.start()
    return receiver
  }

  @Test func wantedPortsAreConnectedWhenTheyAppear() throws {
    sequencer.plug(20, "Keys")
    let receiver = try open()
    sequencer.plug(24, "Pads")
    sequencer.plug(28, "More keys")
    sequencer.send([0x90, 60, 0], from: 28, to: 1)
    #expect(
      received.take(until: "1: 128 60 64") == [
        "MIDI input connected: Keys: MIDI", "MIDI input connected: More keys: MIDI", "1: 128 60 64",
      ])
    #expect(sequencer.isInput(20) && !sequencer.isInput(24) && sequencer.isInput(28))
    sequencer.unplug(28)
    #expect(
      received.take(until: "MIDI input disconnected: More keys: MIDI") == [
        "release", "MIDI input disconnected: More keys: MIDI",
      ])
    receiver.stop()
  }

  /// The sequencer announces all connections that end. Those of other programs release no notes, and the parts of a
  /// system-exclusive message stay.
  @Test func connectionsOfOthersDoNotMatter() throws {
    sequencer.plug(20, "Keys")
    let receiver = try open()
    sequencer.send([0x90, 60, 100], from: 20)
    sequencer.send([0xF0, 1], from: 20)
    sequencer.endConnection(from: 20, to: 130)
    sequencer.send([2, 0xF7], from: 20)
    sequencer.endConnection(from: 20)
    #expect(
      received.take(until: "release") == [
        "MIDI input connected: Keys: MIDI", "0: 144 60 100", "exclusive [1, 2]", "release",
      ])
    receiver.stop()
  }

  /// If events were lost, ports may have disappeared, and appeared again without their connections.
  @Test func lostEventsAreMadeUpFor() throws {
    sequencer.plug(20, "Keys")
    sequencer.plug(24, "Old keys")
    let receiver = try open()
    sequencer.send([0xF0, 1], from: 20)
    sequencer.unplug(20, isAnnounced: false)
    sequencer.plug(20, "Keys", isAnnounced: false)
    sequencer.unplug(24, isAnnounced: false)
    sequencer.plug(28, "New keys", isAnnounced: false)
    sequencer.loseEvents()
    sequencer.send([2, 0xF7], from: 20)
    sequencer.send([0x90, 60, 100], from: 28)
    var lines = received.take(until: "0: 144 60 100")
    lines += received.take(until: "MIDI input disconnected: Old keys: MIDI")
    #expect(lines.contains("release") && lines.contains("MIDI input disconnected: Old keys: MIDI"))
    #expect(lines.contains { $0.hasSuffix("because too many arrived at once") })
    #expect(!lines.contains { $0.hasPrefix("exclusive") })
    #expect(eventually { sequencer.isInput(20) && sequencer.isInput(28) })
    receiver.stop()
  }

  // MARK: Raw devices

  /// Functions of a library whose devices are pipes: a device's address is the number of a descriptor, plus one.
  private static func rawFunctions() -> ctactus_alsa_raw_functions {
    var table = ctactus_alsa_raw_functions()
    table.snd_rawmidi_close = { close(Int32(Int(bitPattern: $0) - 1)) }
    table.snd_rawmidi_poll_descriptors_count = { _ in 1 }
    table.snd_rawmidi_poll_descriptors = { device, space, _ in
      space?.pointee = pollfd(fd: Int32(Int(bitPattern: device) - 1), events: Int16(POLLIN), revents: 0)
      return 1
    }
    table.snd_rawmidi_read = { device, space, count in
      let done = read(Int32(Int(bitPattern: device) - 1), space, count)
      return done >= 0 ? done : -Int(errno)
    }
    return table
  }

  /// The device delivers its bytes in parts, and is then unplugged.
  @Test func aRawDeviceIsReadUntilItDisappears() throws {
    let table = UnsafeMutablePointer<ctactus_alsa_raw_functions>.allocate(capacity: 1)
    table.initialize(to: Self.rawFunctions())
    defer { table.deallocate() }
    var ends: [Int32] = [-1, -1]
    let isOpen = pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0
    try #require(isOpen)
    let device = try #require(OpaquePointer(bitPattern: Int(ends[0]) + 1))
    let port = RawMIDIPort(device, UnsafePointer(table), name: "hw:1,0", into: received)
    let receiver = MIDIReceiver(nil, [port], into: received)
    try receiver.start()
    for part: [UInt8] in [[0x91, 60], [100, 62], [0xF8, 0]] {
      #expect(write(ends[1], part, part.count) == part.count)
      usleep(2_000)
    }
    #expect(received.take(until: "0: 129 62 64") == ["0: 145 60 100", "0: 248 0 0", "0: 129 62 64"])
    close(ends[1])
    #expect(
      received.take(until: "MIDI input disconnected: hw:1,0") == ["release", "MIDI input disconnected: hw:1,0"])
    #expect(port.descriptors.isEmpty)
    receiver.stop()
  }
}
