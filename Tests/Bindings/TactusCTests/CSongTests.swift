import CTactus
import Tactus
import TestSupport
import Testing

/// The C interface reports about a song what its file contains.
@Suite struct CSongTests {
  private func info(of song: OpaquePointer) throws -> tactus_song_info {
    var info = tactus_song_info()
    info.size = UInt32(MemoryLayout<tactus_song_info>.size)
    guard tactus_song_get(song, &info) == 1 else { throw CFailure() }
    return info
  }

  @Test func randomSongs() throws {
    let seed = seed(of: "randomSongs")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(10) {
      let item = try CSong(&random)
      let info = try info(of: item.song)
      let messages = item.file.tracks.flatMap(\.events).compactMap(\.channelMessage)
      let starts = messages.filter { $0.kind == .noteOn && $0.midi1.contains { $0.data2 > 0 } }
      #expect(Int(info.notes) == starts.count, "seed \(seed)")
      #expect(Int(info.tracks) == item.file.tracks.count && Int(info.format) == item.file.format.rawValue)
      #expect(info.end_tick == item.file.tracks.map(\.endTick).max(), "seed \(seed)")
      let seconds = item.file.tempoMap().seconds(atTick: info.end_tick).approximate
      #expect(info.duration == seconds && info.tempo == item.file.tempoMap().tempo(atTick: 0).bpm)
      for (index, track) in item.file.tracks.enumerated() {
        let name = try #require(tactus_song_track_name(item.song, Int32(index)))
        #expect(String(cString: name) == track.name ?? "")
      }
    }
  }

  /// In format 2, the tracks follow one another, so their lengths are added.
  @Test func songsInOneFile() throws {
    var file = MIDIFile(format: .independent, division: .ticksPerQuarter(100))
    for beats in 1...3 {
      var track = MIDIFile.Track()
      track.append(.noteOn(60, 100, channel: 0), at: 0)
      track.endTick = Int64(100 * beats)
      file.tracks.append(track)
    }
    let bytes = try file.written()
    let song = try handle(tactus_song_open_bytes(bytes, bytes.count))
    defer { tactus_song_free(song) }
    let info = try info(of: song)
    #expect(info.end_tick == 600 && info.duration == 3 && info.notes == 3 && info.format == 2)
  }

  @Test func damagedSongs() throws {
    var bytes = Array(try MIDIFile(reading: Builtins.demoSong).written())
    bytes.removeLast(20)
    let song = try handle(tactus_song_open_bytes(bytes, bytes.count))
    defer { tactus_song_free(song) }
    #expect(try info(of: song).defects > 0)
    let defect = try #require(tactus_song_defect(song, 0))
    #expect(String(cString: defect).contains("byte"))
  }
}
