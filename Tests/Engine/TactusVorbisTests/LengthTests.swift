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

  /// The first position follows many blocks before time zero, which are not decoded. The other blocks are not affected.
  @Test func blocksBeforeTimeZeroAreSkipped() throws {
    for seed in UInt64(1)...4 {
      let vorbis = RandomVorbis(.init(packets: 40), seed: seed)
      let whole = try Decoded.frames(vorbis.ogg())
      for late in [12, 38] {
        let position = vorbis.granules[late]
        for cut in [position, position - 1, position / 2] {
          var ogg = OggWriter()
          ogg.append([vorbis.packets[0]], granule: 0)
          ogg.append(Array(vorbis.packets[1...2]), granule: 0)
          ogg.append(Array(vorbis.packets[3...3 + late]), granule: position - cut)
          ogg.append(Array(vorbis.packets[(4 + late)...]), granule: vorbis.granules[39] - cut, isLast: true)
          #expect(try Decoded.frames(ogg.bytes) == Array(whole.dropFirst(Int(cut))), "\(seed), \(late), \(cut)")
        }
      }
    }
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
