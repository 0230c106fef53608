import TactusFiles
import TactusVorbis
import TestSupport
import Testing

/// Streams that are refused, each with its reason.
@Suite struct RefusalTests {
  private func refusal(_ bytes: [UInt8]) -> SampleDecodingError? {
    do throws(SampleDecodingError) {
      _ = try Decoded.frames(bytes)
      return nil
    } catch { return error }
  }

  @Test func whatIsNoOggIsRefused() {
    #expect(refusal([]) == .notOgg)
    #expect(refusal(Array("OggS nothing".utf8)) == .notOgg)
    #expect(refusal(Array(repeating: 0, count: 1_000)) == .notOgg)
  }

  @Test func whatIsNoVorbisIsRefused() {
    var ogg = OggWriter()
    ogg.append([Array("OpusHead".utf8)], granule: 0, isLast: true)
    #expect(refusal(ogg.bytes) == .unreadable)
    #expect(!ogg.bytes.withUnsafeBytes(VorbisDecoder.recognizes))
    #expect(RandomVorbis(seed: 1).ogg().withUnsafeBytes(VorbisDecoder.recognizes))
  }

  @Test func severalChannelsAreRefused() {
    for channels in 2...3 {
      #expect(refusal(RandomVorbis(.init(channels: channels), seed: 1).ogg()) == .notMono(channels: channels))
    }
  }

  @Test func missingHeadersAreRefused() {
    let vorbis = RandomVorbis(seed: 1)
    for count in 1...2 {
      var ogg = OggWriter()
      for packet in vorbis.packets.prefix(count) { ogg.append([packet], granule: 0) }
      #expect(refusal(ogg.bytes) == .unreadable)
    }
    var ogg = OggWriter()
    for packet in vorbis.packets.prefix(3) { ogg.append([packet], granule: 0) }
    #expect(refusal(ogg.bytes) == nil)
  }

  /// A setup header that ends early is refused, wherever it ends.
  @Test func cutSetupsAreRefused() {
    let vorbis = RandomVorbis(seed: 3)
    let setup = vorbis.packets[2]
    for size in stride(from: 0, to: setup.count - 1, by: 7) {
      var ogg = OggWriter()
      ogg.append([vorbis.packets[0]], granule: 0)
      ogg.append([vorbis.packets[1], Array(setup.prefix(size))], granule: 0, isLast: true)
      #expect(refusal(ogg.bytes) == .unreadable)
    }
  }
}
