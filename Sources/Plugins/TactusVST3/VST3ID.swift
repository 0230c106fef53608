/// An identifier of VST 3: of an interface, or of a class that a factory creates.
///
/// - Thread: any
package struct VST3ID: Hashable, Sendable {
  /// The sixteen bytes as two numbers, most significant first.
  package let high: UInt64
  package let low: UInt64

  package init(_ high: UInt64, _ low: UInt64) { (self.high, self.low) = (high, low) }

  /// Reads the sixteen bytes at an address.
  package init(at bytes: UnsafeRawPointer) {
    high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// Reads a `TUID`, which Swift imports as a tuple.
  package init<Bytes>(_ bytes: Bytes) {
    precondition(MemoryLayout<Bytes>.size == 16, "an identifier has sixteen bytes")
    self = withUnsafeBytes(of: bytes) { VST3ID(at: $0.baseAddress.unsafelyUnwrapped) }
  }

  /// Writes the sixteen bytes.
  package func write(to bytes: UnsafeMutableRawPointer) {
    bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
    bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// The 32 hexadecimal digits.
  package var text: String { Self.digits(high) + Self.digits(low) }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
