import TactusFiles

/// The first Vorbis stream among the pages of an Ogg file, decoded block by block.
///
///     let stream = try VorbisStream(bytes)
///     while let count = stream.nextBlock() { use(stream.frames(channel: 0), count) }
///
/// The same bytes give the same frames on every machine. Damaged pages and packets are left out; a truncated packet is
/// decoded up to its end.
/// - Thread: any, one at a time
package final class VorbisStream {
  /// The number of channels, 1 to 255.
  package let channelCount: Int
  /// The sample rate in hertz.
  package let sampleRate: Int
  private let packets: OggPackets
  private let decoder: BlockDecoder
  /// The number of frames at the start that lie before time zero.
  private var framesToSkip: Int64
  /// The index of the next frame; nil until the first page that has one.
  private var position: Int64?
  /// The number of frames since time zero.
  private var decoded: Int64 = 0
  /// The number of frames at the start of the last block that are skipped.
  private var blockStart = 0
  private var isAtEnd = false

  /// Reads the headers of a stream, whose bytes must exist as long as this object.
  ///
  /// - Throws: `SampleDecodingError.notOgg` if there is no Ogg page; `unreadable` if there is no Vorbis stream, or if its
  ///   headers are damaged; `notMono` if it has several channels and only one is allowed.
  package init(_ bytes: UnsafeRawBufferPointer, monoOnly: Bool = false) throws(SampleDecodingError) {
    let packets = try Self.packets(bytes)
    guard let first = packets.next() else { throw .unreadable }
    let identification = try VorbisIdentification(first.bytes)
    guard !monoOnly || identification.channelCount == 1 else {
      throw .notMono(channels: identification.channelCount)
    }
    guard let comments = packets.next() else { throw .unreadable }
    var bits = PacketBits(comments.bytes)
    try bits.readSignature(type: 3)
    guard let setup = packets.next() else { throw .unreadable }
    self.packets = packets
    decoder = BlockDecoder(try VorbisSetup(setup.bytes, identification))
    channelCount = identification.channelCount
    sampleRate = identification.sampleRate
    framesToSkip = Self.framesBeforeZero(packets.copy(), decoder)
  }

  private static func packets(_ bytes: UnsafeRawBufferPointer) throws(SampleDecodingError) -> OggPackets {
    if let packets = OggPackets(of: bytes, beginningWith: VorbisIdentification.signature) { return packets }
    throw OggPackets(of: bytes, beginningWith: "") == nil ? .notOgg : .unreadable
  }

  /// Returns by how many frames the first page with audio exceeds its granule position: encoders trim the start of a
  /// stream in this way. If the page is also the last, its end is cut instead.
  private static func framesBeforeZero(_ packets: OggPackets, _ decoder: BlockDecoder) -> Int64 {
    var frames: Int64 = 0
    var previous: Int?
    while let packet = packets.next() {
      if let bits = decoder.lengthBits(of: packet.bytes) {
        if let previous { frames += 1 << Int64(previous - 2) + 1 << Int64(bits - 2) }
        previous = bits
      }
      if let granule = packet.granule { return packet.isLast ? 0 : max(0, frames - granule) }
    }
    return 0
  }

  /// Decodes the next block and returns the number of its frames, which may be 0; nil at the end of the stream.
  package func nextBlock() -> Int? {
    guard !isAtEnd, let packet = packets.next() else { return nil }
    // A damaged stream may begin with a megabyte of blocks before time zero. A block is decoded only if some of its
    // frames, or of those that it completes together with the next block, may be needed.
    let isNeeded = framesToSkip < 2 * Int64(decoder.maximumFrameCount)
    var count = isNeeded ? decoder.decode(packet.bytes) : decoder.skip(packet.bytes)
    blockStart = Int(min(framesToSkip, Int64(count)))
    framesToSkip -= Int64(blockStart)
    count -= blockStart
    decoded += Int64(count)
    // A damaged stream may claim any position up to the greatest number.
    if let position { self.position = position &+ Int64(count) }
    guard let granule = packet.granule else { return count }
    if packet.isLast {
      isAtEnd = true
      count -= Int(max(0, min(Int64(count), (position ?? decoded) &- granule)))
    }
    position = granule
    return count
  }

  /// Returns a channel's frames of the last block, full scale being ±1. They are valid until the next block.
  package func frames(channel: Int) -> UnsafePointer<Float> { decoder.frames(channel: channel) + blockStart }
}
