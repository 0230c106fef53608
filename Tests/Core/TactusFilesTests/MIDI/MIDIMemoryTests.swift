import TactusFiles
import Testing

/// Memory use depends on the bytes that exist, not on the sizes that a file declares.
@Suite struct MIDIMemoryTests {
  private func room(_ song: MIDIFile) -> Int {
    song.tracks.capacity + song.tracks.reduce(0) { $0 + $1.events.capacity }
      + song.tracks.reduce(0) { sum, track in sum + track.events.reduce(0) { $0 + track.payload(of: $1).count } }
  }

  @Test(arguments: [
    MIDIBytes.header(tracks: 0xFFFF), MIDIBytes.raw([], length: 0xFFFF_FFFF),
    MIDIBytes.raw([0, 0xFF, 1, 0xFF, 0xFF, 0xFF, 0x7F, 65], length: 0xFFFF_FFFF),
    MIDIBytes.raw([0, 0xF0, 0xFF, 0xFF, 0xFF, 0x7F, 65]), MIDIBytes.raw([0, 0xF7, 0xFF, 0xFF, 0xFF, 0x7F, 65]),
    MIDIBytes.header() + MIDIBytes.chunk("junk", [], length: 0xFFFF_FFFF),
    MIDIBytes.rmid(MIDIBytes.riff("data", MIDIBytes.header(), length: 0xFFFF_FFFF)),
  ])
  func declaredSizesMakeNoMemory(_ bytes: [UInt8]) throws {
    #expect(room(try readSong(bytes)) <= bytes.count)
  }

  @Test func manyTracksThatClaimTheWholeFile() throws {
    let track = MIDIBytes.chunk("MTrk", [0, 0x90, 1, 1] + MIDIBytes.endOfTrack, length: 0x7FFF_FFFF)
    let song = try readSong(MIDIBytes.header(tracks: 2000) + Array(repeatElement(track, count: 2000).joined()))
    #expect(song.tracks.count == 2000 && song.eventCount == 2000)
    #expect(song.tracks.reduce(0) { $0 + $1.events.capacity } <= 2000 * 8)
  }

  @Test func packetsAreJoinedInLinearTime() throws {
    let packets = Array(repeatElement([0, 0xF7, 1, 5] as [UInt8], count: 20_000).joined())
    let song = try readSong(MIDIBytes.song([0, 0xF0, 1, 5] + packets + [0, 0xF7, 1, 0xF7]), strict: true)
    #expect(song.eventCount == 1 && song.tracks[0].payload(of: song.tracks[0].events[0]).count == 20_002)
  }
}
