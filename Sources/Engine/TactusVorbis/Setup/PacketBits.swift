/// The bits of a packet, the least significant bit of each byte first.
///
/// Reading beyond the end is normal in Vorbis: the bits are zero, and `isExhausted` becomes true.
struct PacketBits {
  private var next: UnsafeRawPointer?
  private var remaining: Int
  private var window: UInt64 = 0
  /// The number of bits in the window; negative after a read beyond the end.
  private var count = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    next = bytes.baseAddress
    remaining = bytes.count
  }

  /// Whether bits beyond the end have been read.
  @inline(__always) var isExhausted: Bool { count < 0 }

  /// The next 32 bits; those beyond the end are zero.
  @inline(__always) mutating func peek() -> UInt32 {
    if count < 32 { refill() }
    return UInt32(truncatingIfNeeded: window)
  }

  /// Removes up to 32 bits.
  @inline(__always) mutating func skip(_ bits: Int) {
    window = window &>> UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  /// Reads a number of up to 32 bits.
  @inline(__always) mutating func read(_ bits: Int) -> UInt32 {
    let value = UInt64(peek()) & ((1 &<< UInt64(truncatingIfNeeded: bits)) &- 1)
    skip(bits)
    return UInt32(truncatingIfNeeded: value)
  }

  /// Reads one bit.
  @inline(__always) mutating func flag() -> Bool { read(1) != 0 }

  /// Fills the window with at least 57 bits, as far as there are any.
  private mutating func refill() {
    guard let start = next, remaining > 0 else { return }
    if remaining >= 8 {
      let word = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
      window |= word &<< UInt64(truncatingIfNeeded: count)
      let taken = (63 &- count) &>> 3
      next = start + taken
      remaining &-= taken
      count &+= taken &* 8
      return
    }
    var taken = 0
    while count <= 56, taken < remaining {
      window |= UInt64(start.load(fromByteOffset: taken, as: UInt8.self)) &<< UInt64(truncatingIfNeeded: count)
      taken += 1
      count &+= 8
    }
    next = start + taken
    remaining &-= taken
  }
}
