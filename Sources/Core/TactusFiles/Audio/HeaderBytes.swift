/// Builds the small headers of audio files.
struct HeaderBytes {
  private(set) var bytes: [UInt8] = []

  mutating func tag(_ tag: ChunkTag) { big(tag.code) }
  mutating func text(_ text: String) { bytes += Array(text.utf8) }
  mutating func little(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
  mutating func big(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.bigEndian) { bytes += $0 } }
  mutating func raw(_ more: [UInt8]) { bytes += more }
  mutating func zeros(_ count: Int) { bytes += repeatElement(0, count: count) }

  /// Appends a positive integer as an 80-bit IEEE 754 extended number, big-endian, for AIFF's sample rate.
  mutating func extended(_ value: Int) {
    let zeros = UInt64(value).leadingZeroBitCount
    big(UInt16(16383 + 63 - zeros))
    big(UInt64(value) << UInt64(zeros))
  }
}

/// Returns a number as a 32-bit size field, or 0xFFFFFFFF, "unknown", if it is nil or does not fit.
func size32(_ value: Int64?) -> UInt32 {
  guard let value, value <= AudioFileLimits.maximumSize32 else { return .max }
  return UInt32(value)
}
