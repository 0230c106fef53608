import TactusMIDI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns the bytes of a MIDI connection into messages.
///
/// - Thread: control, one thread at a time
final class MIDIByteReader {
  private let target: any MIDIInputTarget
  private let port: Int
  private let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  private var parser: MIDIStreamParser

  /// - Parameter port: the number of the input port at which the bytes arrive.
  init(_ target: any MIDIInputTarget, port: Int = 0) {
    (self.target, self.port) = (target, port)
    memory.initialize(repeating: 0)
    parser = MIDIStreamParser(memory: memory)
    parser.convertsZeroVelocities = target.convertsZeroVelocities
  }

  deinit { memory.deallocate() }

  /// Reads all bytes that have arrived at a device. Returns false if the device has gone.
  ///
  /// - Parameters:
  ///   - time: the arrival time on the machine's monotonic clock, in nanoseconds.
  ///   - fill: fills a buffer, and returns the number of its bytes, or the negative number of an error.
  func readAll(at time: UInt64, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Int) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { bytes in
      while true {
        let count = fill(bytes)
        guard count > 0 else { return count == -Int(EAGAIN) || count == -Int(EINTR) }
        self.read(UnsafeBufferPointer(rebasing: bytes[..<count]), at: time)
      }
    }
  }

  /// Reads bytes that arrived at a time of the machine's clock.
  func read(_ bytes: UnsafeBufferPointer<UInt8>, at time: UInt64) {
    for byte in bytes {
      switch parser.take(byte, at: 0).whole?.event {
      case .message(let message): target.receive(message, port: port, at: time)
      case .systemExclusive(let count, _):
        target.receive(exclusive: UnsafeBufferPointer(rebasing: memory[..<count]), at: time)
      case nil: break
      }
    }
  }
}
