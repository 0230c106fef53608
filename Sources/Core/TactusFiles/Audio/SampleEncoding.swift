/// A sample encoding that can be read. More encodings can be read than written.
///
/// - Thread: any
public struct SampleEncoding: Hashable, Sendable {
  /// The interpretation of the bits.
  public enum Kind: Hashable, Sendable {
    /// Two's complement.
    case signed
    /// Offset binary, as in 8-bit WAV.
    case unsigned
    /// IEEE 754.
    case float
  }
  /// The interpretation of the bits.
  public let kind: Kind
  /// The number of bytes: 1…4 for integers, 4 or 8 for floats.
  public let bytesPerSample: Int
  /// Whether the bytes are big-endian.
  public let isBigEndian: Bool

  /// Creates an encoding; nil for invalid combinations.
  init?(_ kind: Kind, bits: Int, isBigEndian: Bool) {
    let known = kind == .float ? bits == 32 || bits == 64 : (1...32).contains(bits)
    guard known else { return nil }
    self.kind = kind
    self.isBigEndian = isBigEndian
    bytesPerSample = (bits + 7) / 8
  }

  /// Returns the integer at an address, or nil for floats.
  @inline(__always) func integer(_ address: UnsafeRawPointer) -> Int32? {
    guard kind != .float else { return nil }
    var bits: UInt32 = 0
    for i in 0..<bytesPerSample {
      let position = isBigEndian ? i : bytesPerSample - 1 - i
      bits = bits << 8 | UInt32(address.load(fromByteOffset: position, as: UInt8.self))
    }
    let unused = UInt32(32 - 8 * bytesPerSample)
    if kind == .unsigned { bits ^= 1 << (31 - unused) }
    return Int32(bitPattern: bits << unused) >> Int32(unused)
  }

  /// Returns the sample at an address, with full scale ±1.
  @inline(__always) func sample(_ address: UnsafeRawPointer) -> Float {
    if let integer = integer(address) {
      return Float(Double(integer) / Double(UInt64(1) << UInt64(8 * bytesPerSample - 1)))
    }
    if bytesPerSample == 4 {
      let bits = address.loadUnaligned(as: UInt32.self)
      return Float(bitPattern: isBigEndian ? UInt32(bigEndian: bits) : UInt32(littleEndian: bits))
    }
    let bits = address.loadUnaligned(as: UInt64.self)
    return Float(Double(bitPattern: isBigEndian ? UInt64(bigEndian: bits) : UInt64(littleEndian: bits)))
  }
}
