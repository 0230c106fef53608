import TactusDevices
import TactusMIDI
import TactusRender
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// MIDI to a raw device, for which a named pipe stands in. The clock runs only when a test says so.
@Suite(.timeLimit(.minutes(10))) struct MIDIFileOutputTests {
  private let output = HostTimeOutput(capacity: 1 << 16)
  private let clock = ManualClock(1_000_000_000)
  /// Two seconds later.
  private let later: Int64 = 3_000_000_000

  private func open(_ pipes: MIDIPipe..., ports: UInt16 = 1) throws -> MIDIOutputs {
    try MIDIOutputs(pipes.map { $0.path }, ports: ports, from: output, now: { [clock] in clock.read() }) {
      () throws(DeviceError) in throw .noServer(.alsa)
    }
  }

  @Test func whatSoundsEndsWhenTheOutputIsClosed() throws {
    let pipe = try MIDIPipe()
    let outputs = try open(pipe)
    output.send([
      ChannelMessage(system: 0xFA), .noteOn(60, 100), .controller(64, 127), .noteOn(62, 100), .noteOff(62),
      ChannelMessage(system: 0xF8),
    ])
    outputs.stop()
    let bytes = pipe.bytes
    #expect(bytes.prefix(13) == [0xFA, 0x90, 60, 100, 0xB0, 64, 127, 0x90, 62, 100, 0x80, 62, 64])
    #expect(bytes.dropFirst(13) == [0xF8, 0xB0, 64, 0, 0x80, 60, 64, 0xFC])
  }

  /// Each output receives the messages of its port; the last one those of all further ports.
  @Test func outputsReceiveThePortsInOrder() throws {
    let pipes = [try MIDIPipe(), try MIDIPipe()]
    let outputs = try open(pipes[0], pipes[1], ports: 0b10101)
    output.send((0..<5 as Range<UInt8>).map { ChannelMessage.controller(1, $0, port: $0) })
    // a song with one port follows: it plays on all
    outputs.setPorts(1)
    output.send([.controller(1, 9)])
    outputs.stop()
    let first = pipes[0].bytes, second = pipes[1].bytes
    #expect(first == [0xB0, 1, 0, 0xB0, 1, 9], "\(first)")
    #expect(second == [0xB0, 1, 1, 0xB0, 1, 2, 0xB0, 1, 3, 0xB0, 1, 4, 0xB0, 1, 9], "\(second)")
  }

  /// What a session has left on, because its device has gone, ends before the next one begins.
  @Test func whatSoundsEndsBetweenSessions() throws {
    let pipe = try MIDIPipe()
    let outputs = try open(pipe)
    output.send([.controller(64, 127), .noteOn(60, 100), ChannelMessage(system: 0xFA)])
    outputs.setPorts(1)
    #expect(pipe.bytes == [0xB0, 64, 127, 0x90, 60, 100, 0xFA, 0xB0, 64, 0, 0x80, 60, 64, 0xFC])
    output.send([.noteOn(62, 100), .noteOff(62)])
    outputs.stop()
    #expect(pipe.bytes == [0x90, 62, 100, 0x80, 62, 64])
  }

  /// The messages of a song that lie far ahead, because the audio buffer is long, are sent with its own ports.
  @Test func theNextSongWaitsForALongBuffer() throws {
    let pipes = [try MIDIPipe(), try MIDIPipe()]
    let outputs = try open(pipes[0], pipes[1], ports: 0b11)
    output.send([.controller(1, 5, port: 1)], at: later)
    // the thread has taken the message
    clock.waitForReader()
    let timer = try #require(clock.advance(to: later))
    // it would go to both outputs if the ports were set too early
    outputs.setPorts(0b10)
    #expect(clock.time == later)
    #expect(pipes[1].bytes == [0xB0, 1, 5])
    outputs.stop()
    #expect(pipes[0].bytes == [])
    timer.stop()
  }

  /// What lies far ahead when the output is closed is sent at its time.
  @Test func theEndOfALongBufferIsSentAtItsTime() throws {
    let pipe = try MIDIPipe()
    let outputs = try open(pipe)
    output.send([.controller(1, 5)], at: later)
    let timer = try #require(clock.advance(to: later))
    outputs.stop()
    #expect(clock.time == later)
    #expect(pipe.bytes == [0xB0, 1, 5])
    timer.stop()
  }

  /// A receiver that has stopped reading does not delay the others for long, and is not given up.
  ///
  /// The time limit is no measure of speed: if each message were waited for, the test would take an hour.
  @Test func aReceiverThatReadsAgainGoesOn() throws {
    let pipes = [try MIDIPipe(), try MIDIPipe()]
    let outputs = try open(pipes[0], pipes[1])
    let end = ContinuousClock.now + .seconds(240)
    // the pipes' buffers hold fewer
    for _ in 0..<8 {
      output.send([ChannelMessage](repeating: .controller(1, 5), count: 4_000))
      while output.waitingCount > 0, ContinuousClock.now < end {
        _ = pipes[1].bytes
        usleep(1_000)
      }
    }
    #expect(output.waitingCount == 0, "more than the first message is waited for")
    let stuck = pipes[0].bytes
    #expect(stuck.count < 96_000 && stuck.count % 3 == 0, "\(stuck.count)")
    output.send([.controller(1, 6)])
    outputs.stop()
    #expect(pipes[0].bytes.suffix(3) == [0xB0, 1, 6])
    #expect(pipes[1].bytes.suffix(3) == [0xB0, 1, 6])
    #expect(!outputs.takeRemarks().contains { $0.contains("disconnected") })
  }

  @Test func aMissingDeviceIsNamed() {
    let error = #expect(throws: DeviceError.self) { try MIDIOutputs(["/nowhere/midi"], from: HostTimeOutput()) }
    #expect(error.map { "\($0)".contains("/nowhere/midi") } == true)
  }
}
