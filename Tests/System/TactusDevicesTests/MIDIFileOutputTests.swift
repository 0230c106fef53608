import TactusDevices
import TactusMIDI
import TactusRender
import TactusTime
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// MIDI to a raw device, for which a named pipe stands in.
@Suite struct MIDIFileOutputTests {
  /// Sends messages.
  ///
  /// - Parameter delay: the time ahead, in nanoseconds; nil for "now", as in a cycle before the first time stamp.
  private func send(_ messages: [ChannelMessage], to output: HostTimeOutput, after delay: Int64? = nil) {
    let events = messages.map { TimedEvent(offset: 0, message: $0) }
    var clock = HostClock(sampleRate: 48_000, timeBase: .nanoseconds)
    if let delay {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      clock.anchor(frame: 0, hostTime: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) + delay)
    }
    events.withUnsafeBufferPointer {
      output.sender.pointee.send($0, of: RenderCycle(firstFrame: 0, frameCount: 64), by: clock)
    }
  }

  @Test func whatSoundsEndsWhenTheOutputIsClosed() throws {
    let pipe = try MIDIPipe()
    let output = HostTimeOutput()
    let outputs = try MIDIOutputs([pipe.path], from: output)
    send(
      [
        ChannelMessage(system: 0xFA), .noteOn(60, 100), .controller(64, 127), .noteOn(62, 100), .noteOff(62),
        ChannelMessage(system: 0xF8),
      ], to: output)
    outputs.stop()
    let bytes = pipe.bytes
    #expect(bytes.prefix(13) == [0xFA, 0x90, 60, 100, 0xB0, 64, 127, 0x90, 62, 100, 0x80, 62, 64])
    #expect(bytes.dropFirst(13) == [0xF8, 0xB0, 64, 0, 0x80, 60, 64, 0xFC])
  }

  /// Each output receives the messages of its port; the last one those of all further ports.
  @Test func outputsReceiveThePortsInOrder() throws {
    let pipes = [try MIDIPipe(), try MIDIPipe()]
    let output = HostTimeOutput()
    let outputs = try MIDIOutputs(pipes.map { $0.path }, ports: 0b10101, from: output)
    send((0..<5 as Range<UInt8>).map { ChannelMessage.controller(1, $0, port: $0) }, to: output)
    // a song with one port follows: it plays on all
    outputs.setPorts(1)
    send([.controller(1, 9)], to: output)
    outputs.stop()
    let first = pipes[0].bytes, second = pipes[1].bytes
    #expect(first == [0xB0, 1, 0, 0xB0, 1, 9], "\(first)")
    #expect(second == [0xB0, 1, 1, 0xB0, 1, 2, 0xB0, 1, 3, 0xB0, 1, 4, 0xB0, 1, 9], "\(second)")
  }

  /// The messages of a song that lie far ahead, because the audio buffer is long, are sent with its own ports.
  @Test func theNextSongWaitsForALongBuffer() throws {
    let pipes = [try MIDIPipe(), try MIDIPipe()]
    let output = HostTimeOutput()
    let outputs = try MIDIOutputs(pipes.map { $0.path }, ports: 0b11, from: output)
    send([.controller(1, 5, port: 1)], to: output, after: 2_000_000_000)
    // it would go to both outputs if the ports were set too early
    outputs.setPorts(0b10)
    #expect(pipes[1].bytes == [0xB0, 1, 5])
    outputs.stop()
    #expect(pipes[0].bytes == [])
  }

  /// What lies far ahead when the output is closed is sent at its time.
  @Test func theEndOfALongBufferIsSentAtItsTime() throws {
    let pipe = try MIDIPipe()
    let output = HostTimeOutput()
    let outputs = try MIDIOutputs([pipe.path], from: output)
    let start = ContinuousClock.now
    send([.controller(1, 5)], to: output, after: 2_000_000_000)
    outputs.stop()
    #expect(ContinuousClock.now - start > .milliseconds(1_900))
    #expect(pipe.bytes == [0xB0, 1, 5])
  }

  /// A receiver that has stopped reading does not delay the others for long, and is not given up.
  @Test func aReceiverThatReadsAgainGoesOn() throws {
    let pipes = [try MIDIPipe(), try MIDIPipe()]
    let output = HostTimeOutput(capacity: 1 << 16)
    let outputs = try MIDIOutputs(pipes.map { $0.path }, from: output)
    let start = ContinuousClock.now
    // the pipes' buffers hold fewer
    for _ in 0..<8 {
      send([ChannelMessage](repeating: .controller(1, 5), count: 4_000), to: output)
      let end = ContinuousClock.now + .seconds(30)
      while output.waitingCount > 0, ContinuousClock.now < end {
        _ = pipes[1].bytes
        usleep(1_000)
      }
    }
    #expect(ContinuousClock.now - start < .seconds(20))
    let stuck = pipes[0].bytes
    #expect(stuck.count < 96_000 && stuck.count % 3 == 0, "\(stuck.count)")
    send([.controller(1, 6)], to: output)
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
