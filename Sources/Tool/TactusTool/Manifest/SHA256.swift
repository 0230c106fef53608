import CTactusShims
import Tactus

/// SHA-256, as in FIPS 180-4.
///
/// The program contains an implementation of its own, because a cryptography library for this function alone would make
/// the program's first build half as long again.
package struct SHA256: ~Copyable {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  private let isPortable: Bool

  /// - Parameter isPortable: whether to use only instructions that all processors have; for tests.
  package init(isPortable: Bool = false) { self.isPortable = isPortable }

  /// Returns the digest of bytes in hexadecimal digits.
  package static func digest(of bytes: UnsafeRawBufferPointer, isPortable: Bool = false) -> String {
    var hash = SHA256(isPortable: isPortable)
    hash.add(bytes)
    return hash.end()
  }

  /// Returns the digest of a file's bytes.
  package static func digest(of file: FileBytes) -> String {
    defer { withExtendedLifetime(file) {} }
    return digest(of: file.bytes)
  }

  /// Returns the digest of the file at a path, which may be empty.
  package static func digest(ofFile path: String) throws(FileError) -> String {
    do throws(FileError) { return digest(of: try FileBytes.open(path)) } catch .isEmpty { return SHA256().end() }
  }

  /// Adds bytes.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let taken = min(64 - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<taken])
      bytes = .init(rebasing: bytes[taken...])
      guard rest.count == 64 else { return }
      let block = rest
      block.withUnsafeBytes { process($0) }
      rest.removeAll()
    }
    let whole = bytes.count / 64 * 64
    process(.init(rebasing: bytes[..<whole]))
    rest.append(contentsOf: bytes[whole...])
  }

  /// Returns the digest of all added bytes.
  package consuming func end() -> String {
    let bits = count * 8
    var padding: [UInt8] = [0x80]
    padding.append(contentsOf: repeatElement(0, count: (119 - Int(count % 64)) % 64))
    for shift in stride(from: 56, through: 0, by: -8) { padding.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    padding.withUnsafeBytes { add($0) }
    return state.map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }

  /// Adds whole blocks of 64 bytes.
  private mutating func process(_ bytes: UnsafeRawBufferPointer) {
    let isPortable: Int32 = isPortable ? 1 : 0
    state.withUnsafeMutableBufferPointer { state in
      ctactus_sha256(state.baseAddress, bytes.baseAddress, bytes.count / 64, isPortable)
    }
  }
}
