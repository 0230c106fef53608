import TactusDevices
import TactusMIDI
import TactusRender
import TactusTime
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
  /// A named pipe in a folder of its own, open for reading.
  private final class Pipe {
    let path: String
    private let folder: String
    private let descriptor: Int32

    init() throws {
      var name = Array("/tmp/tactus-midi-XXXXXX".utf8CString)
      let made = name.withUnsafeMutableBufferPointer {
        $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
      }
      folder = try #require(made)
      path = folder + "/midi"
      #expect(mkfifo(path, 0o600) == 0)
      descriptor = open(path, O_RDONLY | O_NONBLOCK)
    }

    deinit {
      close(descriptor)
      unlink(path)
      rmdir(folder)
    }

    /// What has been written so far.
    var bytes: [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(descriptor, &bytes, bytes.count)
      return Array(bytes.prefix(max(0, count)))
    }
  }

  /// Sends messages "now", as a cycle before the first time stamp does.
  private func send(_ messages: [ChannelMessage], to output: HostTimeOutput) {
    let events = messages.map { TimedEvent(offset: 0, message: $0) }
    let clock = HostClock(sampleRate: 48_000, timeBase: .nanoseconds)
    events.withUnsafeBufferPointer {
      output.sender.pointee.send($0, of: RenderCycle(firstFrame: 0, frameCount: 64), by: clock)
    }
  }

  @Test func whatSoundsEndsWhenTheOutputIsClosed() throws {
    let pipe = try Pipe()
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

  @Test func aMissingDeviceIsNamed() {
    let error = #expect(throws: DeviceError.self) { try MIDIOutputs(["/nowhere/midi"], from: HostTimeOutput()) }
    #expect(error.map { "\($0)".contains("/nowhere/midi") } == true)
  }
}
