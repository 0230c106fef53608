import TactusFiles
import TactusMIDI
import Testing

/// Ports: each has sixteen channels of its own.
@Suite struct MIDIPortTests {
  private func ports(_ song: MIDIFile) -> [[UInt8]] {
    song.tracks.map { $0.events.filter(\.isChannelMessage).map(\.port) }
  }

  @Test func portsCountInTheOrderOfFirstUse() throws {
    let song = try readSong(
      MIDIBytes.song(
        [0, 0xFF, 0x21, 1, 9], [0, 0xFF, 0x21, 1, 5, 0, 0x90, 1, 1], [0, 0x90, 2, 1],
        [0, 0xC0, 7, 0, 0xFF, 0x21, 1, 5, 0, 0x90, 3, 1]), strict: true)
    #expect(ports(song) == [[], [0], [1], [0, 0]])
    #expect(song.portNumbers == [5, 0])
    #expect(try readSong(try song.written()) == song)
  }

  @Test func aTrackMayChangeItsPort() throws {
    let song = try readSong(
      MIDIBytes.song([
        0, 0x90, 1, 1, 0, 0xFF, 0x21, 1, 3, 0, 0x90, 2, 1, 0, 0xFF, 0x21, 1, 4, 0, 0x90, 3, 1, 0, 0xF0, 1, 0xF7,
      ]))
    #expect(ports(song) == [[0, 0, 1]] && song.portNumbers == [3, 4])
    #expect(song.tracks[0].events.last?.port == 1)
  }

  @Test(arguments: [
    ("A", 0), ("d", 3), ("Port 1", 0), ("PORT 3", 2), ("port B", 1), ("Port 128", 127), ("P", 15), ("Q", nil),
    ("Port 0", nil), ("Port 129", nil), ("Roland SC-88", nil), ("", nil), ("Port", nil),
  ])
  func deviceNamesThatMeanPorts(_ name: String, _ number: UInt8?) throws {
    let song = try readSong(
      MIDIBytes.song(
        [0, 0xFF, 9, UInt8(name.utf8.count)] + Array(name.utf8) + [0, 0x90, 1, 1],
        [0, 0xFF, 9, 1, 65, 0, 0xFF, 0x21, 1, 7, 0, 0x90, 2, 1]))
    #expect(song.portNumbers == [number ?? 0, 7])
    #expect(ports(song) == [[0], [1]])
  }

  @Test func moreThanSixteenPortsAreShared() throws {
    let tracks = (0..<20).map { MIDIBytes.track([0, 0xFF, 0x21, 1, UInt8($0), 0, 0x90, 1, 1]) }
    let song = try readSong(MIDIBytes.header(tracks: 20) + tracks.joined())
    #expect(ports(song) == (0..<20).map { [UInt8($0 & 15)] })
    #expect(song.portNumbers.count == 16 && song.defects == [.portLimit(20)])
  }

  @Test func portEventsAreAddedWhereTheyAreNeeded() throws {
    var first = MIDIFile.Track()
    first.append(ChannelMessage(status: 0x90, 60, 1, port: 0), at: 0)
    first.append(ChannelMessage(status: 0x90, 61, 1, port: 1), at: 10)
    first.appendSysEx([0xF7], at: 10)
    var second = MIDIFile.Track()
    second.append(ChannelMessage(status: 0x90, 62, 1, port: 1), at: 5)
    let song = MIDIFile(division: .ticksPerQuarter(96), tracks: [first, second]).namingPorts()
    let again = try readSong(try song.written(), strict: true)
    #expect(again.tracks[1].lines == ["5 FF 21 01", "5 90 3E 01", "5 end"])
    #expect(again.portNumbers == [0, 1] && ports(again) == [[0, 1], [1]])
    #expect(song.namingPorts() == song)
    let merged = try readSong(try song.written(.init(format: .single)), strict: true)
    #expect(
      merged.lines == [
        "0 FF 21 00", "0 90 3C 01", "5 FF 21 01", "5 90 3E 01", "10 90 3D 01", "10 FF 21 00", "10 F0 F7", "10 end",
      ])
    #expect(ports(merged) == [[0, 1, 1]])
  }
}
