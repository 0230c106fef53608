/// Variable-length quantities: seven bits per byte, most significant first, with the top bit set in all but the last.
extension MIDITrackParser {
  enum Number {
    case value(UInt32, next: Int)
    /// The track ends within the quantity.
    case cut
    /// More than four bytes and more than 28 bits.
    case long
  }

  /// Returns the quantity at `position`. Leading zeros are accepted, even in quantities of five to ten bytes, as long
  /// as the value has at most 28 bits.
  mutating func number(at position: Int) -> Number {
    var value: UInt32 = 0
    var next = position
    while true {
      guard next < end else { return .cut }
      let byte = bytes[next]
      next += 1
      value = value << 7 | UInt32(byte & 0x7F)
      if byte < 0x80 { break }
      if value > 0x1F_FFFF || next - position >= 10 { return .long }
    }
    if next - position > 4 {
      report(.numberLong(usable: true), at: position)
    } else if next - position > 1, bytes[position] == 0x80 {
      report(.numberPadded, at: position)
    }
    return .value(value, next: next)
  }

  /// Returns the delta time at the start of an event. If it cannot be decoded, calls `cut` or `fail` and returns nil.
  mutating func deltaTime(at position: Int) -> (value: UInt32, next: Int)? {
    if restartsAtStatus {
      restartsAtStatus = false
      return (0, position)
    }
    switch number(at: position) {
    case .value(let value, let next):
      deltaPosition = position
      return (value, next)
    case .cut: cut(position)
    case .long: fail(.numberLong(usable: false), at: position, delta: 0, next: position + 1)
    }
    return nil
  }
}
