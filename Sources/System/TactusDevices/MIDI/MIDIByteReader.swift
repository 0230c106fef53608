import TactusMIDI
import TactusRender

/// Turns the bytes of a MIDI input into messages, and sends them to an audio thread.
///
/// - Thread: control, one thread at a time
final class MIDIByteReader {
  private let input: HostTimeInput
  private let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  private var parser: MIDIStreamParser

  init(_ input: HostTimeInput) {
    self.input = input
    memory.initialize(repeating: 0)
    parser = MIDIStreamParser(memory: memory)
  }

  deinit { memory.deallocate() }

  /// Reads bytes that arrived at a time of the machine's clock.
  func read(_ bytes: UnsafeBufferPointer<UInt8>, at time: UInt64) {
    for byte in bytes {
      let parsed = parser.take(byte, at: 0)
      switch parsed.whole?.event {
      case .message(let message): input.send(message, at: time)
      case .systemExclusive(let count, _):
        for packet in SystemExclusivePackets(memory[..<count]) { input.send(packet, at: time) }
      case nil: break
      }
    }
  }
}
