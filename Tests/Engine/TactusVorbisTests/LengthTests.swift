import TactusFiles
import TestSupport
import Testing

/// Where a stream begins and ends.
@Suite struct LengthTests {
  private let vorbis = RandomVorbis(seed: 4)

  private var whole: [Int16] { get throws { try Decoded.frames(vorbis.ogg()) } }

  @Test func theFirstBlockGivesNoFrames() throws {
    #expect(try whole.count == Int(vorbis.granules[11]))
    #expect(vorbis.granules[0] == 0)
    let one = RandomVorbis(.init(packets: 1), seed: 4)
    #expect(try Decoded.frames(one.ogg()).isEmpty)
  }

  @Test(arguments: [1, 7, 40]) func theLastPageCutsTheEnd(cut: Int) throws {
    let frames = try Decoded.frames(vorbis.ogg(cut: Int64(cut)))
    #expect(try frames == Array(whole.dropLast(cut)))
    #expect(vorbis.ogg(cut: Int64(cut)).withUnsafeBytes { OggStream($0)?.frameCount } == Int64(frames.count))
  }

  /// A first page whose position is less than its frames: those before time zero are skipped.
  @Test(arguments: [1, 30, 300]) func theFirstPageCutsTheStart(cut: Int) throws {
    var ogg = OggWriter()
    ogg.append([vorbis.packets[0]], granule: 0)
    ogg.append(Array(vorbis.packets[1...2]), granule: 0)
    ogg.append(Array(vorbis.packets[3..<8]), granule: vorbis.granules[4] - Int64(cut))
    ogg.append(Array(vorbis.packets[8...]), granule: vorbis.granules[11] - Int64(cut) - 9, isLast: true)
    #expect(try Decoded.frames(ogg.bytes) == Array(whole.dropFirst(cut).dropLast(9)))
  }

  @Test func neverMoreThanThereIsRoomFor() throws {
    let whole = try whole
    for room in [0, 1, 63, whole.count - 1, whole.count, whole.count + 1] {
      #expect(try Decoded.frames(vorbis.ogg(), room: room) == Array(whole.prefix(room)))
    }
  }

  @Test func withoutAnEndAllBlocksAreDecoded() throws {
    var ogg = OggWriter()
    for packet in vorbis.packets { ogg.append([packet], granule: -1) }
    #expect(try Decoded.frames(ogg.bytes) == whole)
  }

  @Test func aPositionBeyondTheBlocksAddsNothing() throws {
    #expect(try Decoded.frames(vorbis.ogg(cut: -5_000)) == whole)
  }
}
