import TactusFiles

/// The identification header of a Vorbis stream (section 4.2.2 of the specification).
struct VorbisIdentification {
  /// The bytes with which the packet begins.
  static let signature: StaticString = "\u{1}vorbis"

  let channelCount: Int
  let sampleRate: Int
  /// The base-2 logarithms of the lengths of short and long blocks, 6 to 13.
  let shortBits, longBits: Int

  init(_ packet: UnsafeRawBufferPointer) throws(SampleDecodingError) {
    var bits = PacketBits(packet)
    try bits.readSignature(type: 1)
    let version = bits.read(32)
    channelCount = Int(bits.read(8))
    sampleRate = Int(bits.read(32))
    for _ in 0..<3 { _ = bits.read(32) }  // bit rates, for information
    shortBits = Int(bits.read(4))
    longBits = Int(bits.read(4))
    let isFramed = bits.flag()
    guard version == 0, channelCount > 0, sampleRate > 0, isFramed, !bits.isExhausted,
      (6...13).contains(shortBits), (shortBits...13).contains(longBits)
    else { throw .unreadable }
  }
}

extension PacketBits {
  /// Reads the beginning of a header: its type and the word "vorbis".
  mutating func readSignature(type: UInt32) throws(SampleDecodingError) {
    guard read(8) == type else { throw .unreadable }
    for byte: UInt32 in [0x76, 0x6F, 0x72, 0x62, 0x69, 0x73] {
      guard read(8) == byte else { throw .unreadable }
    }
  }
}
