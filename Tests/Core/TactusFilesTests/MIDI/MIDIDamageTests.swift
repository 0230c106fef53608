import TactusFiles
import TactusMIDI
import TestSupport
import Testing

/// Notes that exist although sizes or End of Track events exclude them, and bytes that look like chunks but are not.
@Suite struct MIDIDamageTests {
  private let end = MIDIBytes.endOfTrack

  @Test func whatFollowsAnEarlyEndIsRead() throws {
    let body: [UInt8] = [0, 0xC0, 0] + end + [0, 0x90, 60, 100, 96, 0x80, 60, 0] + end
    let song = try readSong(MIDIBytes.raw(body))
    #expect(song.lines == ["0 C0 00", "0 90 3C 64", "96 80 3C 00", "96 end"])
    #expect(song.defects == [.earlyEnd(bytes: 12)])
    #expect(song.diagnostics.kept.first?.offset == 29)
    let twice = try readSong(MIDIBytes.raw(body + [5, 0x90, 61, 1] + end))
    #expect(twice.lines.suffix(2) == ["101 90 3D 01", "101 end"])
    #expect(twice.defects == [.earlyEnd(bytes: 12), .earlyEnd(bytes: 8)])
  }

  @Test(
    arguments: [
      [0, 60, 64], [0, 0x90, 60, 64], [0, 0x90, 60, 200, 0, 0xFF, 0x2F, 0], [0, 0xFF, 1, 1, 65, 0, 0xFF, 0x2F, 0],
      [0, 0x90, 60, 64, 0, 0xF1, 0, 0xFF, 0x2F, 0], [0, 0xFF, 0x2F, 0], [0, 0, 0, 0],
    ] as [[UInt8]])
  func whatIsNoWholeRestOfATrackStaysOut(_ rest: [UInt8]) throws {
    let song = try readSong(MIDIBytes.raw([7, 0x91, 1, 1] + end + rest))
    #expect(song.lines == ["7 91 01 01", "7 end"])
    #expect(song.defects == [.bytesAfterEnd(rest.count)])
    #expect(throws: MIDIFileError.self) { try readSong(MIDIBytes.raw([7, 0x91, 1, 1] + end + rest), strict: true) }
  }

  @Test func aTrackWithinAnotherOnesSizeIsRead() throws {
    let inner = MIDIBytes.track([0, 0x91, 64, 100, 96, 0x81, 64, 0])
    let body: [UInt8] = [0, 0x90, 60, 100, 96, 0x80, 60, 0] + end
    let last = MIDIBytes.track([0, 0x92, 67, 100])
    let nested = MIDIBytes.chunk("MTrk", body + inner) + last
    let song = try readSong(MIDIBytes.header(tracks: 3) + nested)
    #expect(song.tracks.map(\.lines.first) == ["0 90 3C 64", "0 91 40 64", "0 92 43 64"])
    #expect(song.defects == [.trackShorter(declared: body.count + inner.count, actual: body.count)])
    // all declared tracks are there without it, so it is an old copy
    let stale = try readSong(MIDIBytes.header(tracks: 2) + nested)
    #expect(stale.tracks.map(\.lines.first) == ["0 90 3C 64", "0 92 43 64"])
    #expect(stale.defects.last == .staleTrack)
    let broken = try readSong(
      MIDIBytes.header(tracks: 3) + MIDIBytes.chunk("MTrk", body + inner.dropLast(4)) + last)
    #expect(broken.tracks.count == 2)
  }

  @Test func aTrackThatBeginsWhereAnEventShouldIsRead() throws {
    let inner = MIDIBytes.track([0, 0x91, 64, 100])
    let outer = MIDIBytes.chunk("MTrk", [0, 0x90, 60, 100, 96, 60, 0] + inner)
    let song = try readSong(MIDIBytes.header(tracks: 2) + outer)
    #expect(song.tracks.map(\.lines) == [["0 90 3C 64", "96 90 3C 00", "96 end"], ["0 91 40 64", "0 end"]])
    #expect(song.defects == [.noEndOfTrack, .trackShorter(declared: 7 + inner.count, actual: 7)])
  }

  @Test func copiesBehindStrayBytesAreNoTracks() throws {
    let track = MIDIBytes.track([0, 0x90, 60, 100, 96, 0x80, 60, 0])
    let zeros = [UInt8](repeating: 0, count: 21)
    let song = try readSong(MIDIBytes.header(format: 0) + track + zeros + track)
    #expect(song.tracks.count == 1 && song.format == .single)
    #expect(song.defects == [.strayBytes(21), .staleTrack])
    // one more track in its place is one, and so is a declared one wherever it is
    #expect(try readSong(MIDIBytes.header() + track + track).tracks.count == 2)
    #expect(try readSong(MIDIBytes.header(tracks: 2) + track + zeros + track).tracks.count == 2)
    let cut = MIDIBytes.chunk("MTrk", [0, 0x90, 60, 100])
    #expect(try readSong(MIDIBytes.header() + cut + zeros + track).tracks.count == 2)
  }

  @Test func hostileEndsTakeLinearTime() throws {
    let piece: [UInt8] = [0, 0x90, 1, 1] + end
    let ends = Array(repeatElement(piece, count: 50_000).joined())
    #expect(try readSong(MIDIBytes.raw(ends)).eventCount == 50_000)
    #expect(try readSong(MIDIBytes.raw(ends + [0, 1])).eventCount == 50_000)
    let nested = MIDIBytes.chunk("MTrk", piece, length: 0x7F_FFFF)
    let tracks = Array(repeatElement(nested, count: 20_000).joined())
    #expect(try readSong(MIDIBytes.header(tracks: 20_000) + tracks).tracks.count == 20_000)
    let open = MIDIBytes.chunk("MTrk", [0, 0x90, 1, 1, 0, 0xF1], length: 14 + 8)
    let many = Array(repeatElement(open, count: 20_000).joined())
    #expect(try readSong(MIDIBytes.header(tracks: 20_000) + many).eventCount <= many.count)
  }

  /// Tracks that begin within texts, each of which claims the rest of the file, in which no End of Track follows.
  @Test func tracksWithinTextsTakeLinearTime() throws {
    let count = 30_000
    let rest = Array(repeatElement([0, 0xC0, 0] as [UInt8], count: 700_000).joined())
    var bytes = MIDIBytes.chunk("MTrk", end, length: 4 + 16 * count + rest.count)
    for number in 1...count {
      let inner = MIDIBytes.chunk("MTrk", end, length: 4 + 16 * (count - number) + rest.count)
      bytes += [0, 0xFF, 1, 12] + inner
    }
    let song = try readSong(MIDIBytes.header(tracks: count + 1) + bytes + rest)
    #expect(song.tracks.count == count + 1 && song.eventCount == 0)
  }

  /// Of tracks within others, as many of the last as there are too many are left out, and all others stay.
  @Test func tooManyTracksWithinOthers() throws {
    let last = MIDIBytes.track([0, 0x9F, 1, 1])
    var nested: [UInt8] = []
    for key in (1...5).reversed() {
      let body: [UInt8] = [0, 0x90, UInt8(key), 1] + end
      nested = MIDIBytes.chunk("MTrk", body, length: body.count + nested.count) + nested
    }
    let song = try readSong(MIDIBytes.header(tracks: 4) + nested + last)
    let keys: [String?] = ["0 90 01 01", "0 90 02 01", "0 90 03 01", "0 9F 01 01"]
    #expect(song.tracks.map(\.lines.first) == keys && song.defects.count { $0 == .staleTrack } == 2)
  }
}
