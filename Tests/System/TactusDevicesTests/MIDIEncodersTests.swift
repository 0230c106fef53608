import ALSASimulation
import TactusDevices
import Testing

/// Bytes for the ALSA sequencer: with the ALSA library, and with a simulated one, which needs no library.
@Suite struct MIDIEncodersTests {
  private let sequencer = SimulatedSequencer()

  /// System-exclusive messages of two message ports arrive in parts, in turn, and both are whole.
  private func checkPorts(_ encoders: MIDIEncoders) {
    let parts: [(port: Int, bytes: [UInt8])] = [
      (0, [0xF0, 1, 2]), (1, [0xF0, 3, 4]), (0, [5, 6, 0xF7]), (1, [7, 8, 0xF7]), (0, [0x90, 60, 100]),
    ]
    var counts: [Int] = []
    for part in parts {
      var count = 0
      let isSent = encoders.encode(part.bytes, port: part.port, output: 0) { _ in
        count += 1
        return true
      }
      #expect(isSent)
      counts.append(count)
    }
    #expect(counts == [0, 0, 1, 1, 1])
  }

  /// Each output has its own copy of a port's message.
  private func checkOutputs(_ encoders: MIDIEncoders) {
    var counts = [0, 0]
    for bytes: [UInt8] in [[0xF0, 1, 2], [3, 0xF7]] {
      for output in 0..<2 {
        _ = encoders.encode(bytes, port: 0, output: output) { _ in
          counts[output] += 1
          return true
        }
      }
    }
    #expect(counts == [1, 1])
    let isSent = encoders.encode([0x90, 60, 100], port: 0, output: 0) { _ in false }
    #expect(!isSent)
  }

  @Test func portsOfAnOutputDoNotMix() { checkPorts(MIDIEncoders(sequencer.functions)) }

  @Test func outputsOfAPortDoNotMix() { checkOutputs(MIDIEncoders(sequencer.functions)) }

  @Test(.enabled(if: hasLibrary, "the ALSA library is not installed (Debian: libasound2)"))
  func nothingMixesInTheLibrary() throws {
    checkPorts(try MIDIEncoders())
    checkOutputs(try MIDIEncoders())
  }
}

private let hasLibrary = (try? MIDIEncoders()) != nil
