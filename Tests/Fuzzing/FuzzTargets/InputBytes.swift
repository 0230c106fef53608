/// Reads choices from the bytes of an input; zeros after its end.
struct InputBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether every byte has been read.
  var isEmpty: Bool { rest.isEmpty }
  /// The bytes that have not been read.
  var remaining: [UInt8] { Array(rest) }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func word() -> UInt16 { UInt16(byte()) << 8 | UInt16(byte()) }

  /// The next bytes; fewer at the end of the input.
  mutating func take(_ count: Int) -> [UInt8] {
    let taken = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    return taken
  }
}
