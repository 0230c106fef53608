import TactusDevices
import TactusEngine
import TactusMIDI
import TactusRender
import TactusSynth
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// MIDI from a raw device, for which a named pipe stands in.
@Suite struct MIDIFileInputTests {
  @Test func bytesOfADeviceArrive() throws {
    var name = Array("/tmp/tactus-midi-XXXXXX".utf8CString)
    let made = name.withUnsafeMutableBufferPointer {
      $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    let folder = try #require(made)
    let path = folder + "/midi"
    defer {
      unlink(path)
      rmdir(folder)
    }
    #expect(mkfifo(path, 0o600) == 0)
    let sampler = try Sampler(sampleRate: 48_000, settings: .dry)
    sampler.publish(try .click(sampleRate: 48_000))
    let input = HostTimeInput()
    let memory = DeviceMemory(sampleRate: 48_000, capacity: 256, input: input)
    memory.render(.sampler(sampler.renderer), keeping: sampler)
    let inputs = try MIDIInputs(.named([]), files: [path], into: input)
    defer { inputs.stop() }
    let writer = open(path, O_WRONLY)
    #expect(writer >= 0)
    // running status, a system-exclusive message and a clock between its bytes: three notes. Each is heard before the
    // next one is sent, because notes that arrive together sound together.
    let notes: [[UInt8]] = [[0x90, 60, 100], [60, 100], [0xF0, 1, 0xF8, 2, 0xF7, 0x90, 60, 100]]
    var clicks = 0
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 512)
    defer { frames.deallocate() }
    func play() {
      memory.renderer.pointee.fill(256, frames, frames + 256)
      clicks += (0..<256).count { frames[$0] != 0 }
      usleep(5_000)
    }
    for (number, bytes) in notes.enumerated() {
      for byte in bytes {
        var byte = byte
        #expect(write(writer, &byte, 1) == 1)
        play()
      }
      eventually {
        play()
        return clicks > number
      }
      #expect(clicks == number + 1)
    }
    close(writer)
  }

  @Test func aMissingDeviceIsNamed() {
    let error = #expect(throws: DeviceError.self) {
      try MIDIInputs(.hardware, files: ["/nowhere/midi"], into: HostTimeInput())
    }
    #expect(error.map { "\($0)".contains("/nowhere/midi") } == true)
  }

  @Test func wordsNamePorts() {
    let port = MIDIDevice(name: "20:0", title: "Keystation 49: MIDI 1", isInput: true, isOutput: true, isHardware: true)
    for word in ["20:0", "keystation", "MIDI 1"] { #expect(port.isNamed(word), "\(word)") }
    for word in ["", "20", "21:0", "launchpad"] { #expect(!port.isNamed(word), "\(word)") }
    #expect(MIDISelection.hardware.includes(port) && MIDISelection.named(["keys"]).includes(port))
    var program = port
    program.isHardware = false
    #expect(!MIDISelection.hardware.includes(program) && MIDISelection.named(["keys"]).includes(program))
    program.isInput = false
    #expect(!MIDISelection.named(["keys"]).includes(program))
  }
}
