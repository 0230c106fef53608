import TactusFiles
import TactusMIDI
import Testing

/// MIDI Clip Files: packets in, packets out.
@Suite struct MIDIClipTests {
  private let head: [UInt32] = [0x0040_0000, 0x0030_0060, 0x0040_0000, 0xF020_0000, 0, 0, 0]
  private let tail: [UInt32] = [0x0040_0000, 0xF021_0000, 0, 0, 0]

  private func clip(_ words: [UInt32]) throws(MIDIFileError) -> MIDIFile {
    try readSong(MIDIBytes.clip(head + words + tail), strict: true)
  }

  @Test func bothProtocolsKeepTheirWordsAndGroups() throws {
    let song = try clip([
      0x0040_0060, 0x2390_3C40, 0x004F_FFFF, 0x0040_0001, 0x4090_3C00, 0xFFFF_0000, 0x0040_0000, 0x40C0_0001,
      0x0500_7901,
    ])
    #expect(song.container == .clip && song.format == .single && song.division == .ticksPerQuarter(96))
    #expect(
      song.lines == [
        "96 90 3C 40", "1048672 40 90 3C 00 FF FF 00 00", "1048672 40 C0 00 01 05 00 79 01", "1048672 end",
      ])
    #expect(song.tracks[0].events.map(\.port) == [3, 0, 0] && song.portNumbers == [0, 1, 2, 3])
    #expect(song.diagnostics.isEmpty)
    #expect(try readSong(try song.writtenAsClip(), strict: true) == song)
    let old = try readSong(try song.written(), strict: true)
    #expect(
      old.lines == [
        "96 90 3C 40", "1048672 90 3C 7F", "1048672 B0 00 79", "1048672 B0 20 01", "1048672 C0 05", "1048672 end",
      ])
  }

  @Test func tempoIsExactToTenNanoseconds() throws {
    let song = try clip([0xD010_0000, 50_000_001, 0, 0, 0xD010_0001, 0x0603_0800, 0, 0])
    #expect(song.tempoChanges().map(\.tenNanoseconds) == [50_000_001])
    #expect(song.meterChanges().map(\.signature) == [.init(rawNumerator: 6, denominatorPower: 3)])
    #expect(try readSong(try song.writtenAsClip(), strict: true) == song)
    #expect(try readSong(try song.written(), strict: true).tempoChanges().map(\.tenNanoseconds) == [50_000_000])
  }

  @Test func textAndSystemExclusiveAreReassembled() throws {
    let song = try clip([
      0xD050_0103, 0x4142_4344, 0x4546_4748, 0x494A_4B4C, 0x0040_0005, 0x3216_0102, 0x0304_0506,
      0x1200_0000 | 0xF8_0000,
      0x3231_0700, 0, 0xD0D0_0103, 0x4D4E_0000, 0, 0, 0x3000_0000, 0,
    ])
    #expect(
      song.lines == [
        "5 F7 F8", "5 F0 01 02 03 04 05 06 07 F7", "5 FF 03 41 42 43 44 45 46 47 48 49 4A 4B 4C 4D 4E", "5 F0 F7",
        "5 end",
      ])
    #expect(song.tracks[0].events.map(\.port) == [2, 2, 0, 0])
    #expect(try readSong(try song.writtenAsClip(), strict: true) == song)
  }

  @Test func keySignaturesBecomeMetaEvents() throws {
    // A flat major, F sharp major and minor, C sharp major, C flat major, A minor, A flat minor
    let keys: [(UInt32, Int8, Bool)] = [
      (0xC100_0000, -4, false), (0x6600_0000, 6, false), (0x3600_0000, 3, true), (0x7300_0000, 7, false),
      (0x9300_0000, -7, false), (0x0100_0000, 0, true), (0x9100_0000, -7, true),
    ]
    let song = try clip(keys.flatMap { [0xD010_0005, $0.0, 0, 0] })
    let track = song.tracks[0]
    #expect(
      track.events.compactMap { track.meaning(of: $0) }
        == keys.map { .keySignature(.init(sharps: $0.1, isMinor: $0.2)) })
    #expect(try readSong(try song.writtenAsClip(), strict: true) == song)
    for sharps in Int8(-7)...7 {
      for isMinor in [false, true] {
        var file = MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [MIDIFile.Track()])
        file.tracks[0].appendMeta(0x59, [UInt8(bitPattern: sharps), isMinor ? 1 : 0], at: 0)
        #expect(try readSong(file.writtenAsClip(), strict: true).lines == file.lines, "\(sharps) \(isMinor)")
      }
    }
    // D Dorian, eight flats, and the key of one channel are no meta events
    for (head, word) in [(0xD010_0005, 0x0400_0000), (0xD010_0005, 0x8300_0000), (0xD003_0005, 0x7300_0000)] {
      let song = try clip([UInt32(head), UInt32(word), 0, 0])
      #expect(song.lines[0].hasPrefix("0 D0"), "\(song.lines)")
      #expect(try readSong(try song.writtenAsClip(), strict: true) == song)
    }
  }

  @Test func whatHasNoPlaceIsKeptAsPackets() throws {
    let song = try clip([0xD010_0005, 0x1000_0000, 0, 0, 0x5001_0000, 1, 2, 3])
    #expect(song.lines.count == 3 && song.lines[0] == "0 D0 10 00 05 10 00 00 00 00 00 00 00 00 00 00 00")
    #expect(try readSong(try song.writtenAsClip(), strict: true) == song)
    #expect(try readSong(try song.written(), strict: true).lines == ["0 end"])
  }

  @Test func damagedClips() throws {
    #expect(try readSong(MIDIBytes.clip([])).defects == [.noStartOfClip, .noEndOfClip, .noTicksPerQuarter])
    let cut = try readSong(MIDIBytes.clip(head + [0x2090_3C40]) + [0x40, 0x90])
    #expect(cut.lines == ["0 90 3C 40", "0 end"] && cut.defects == [.packetCut, .noEndOfClip])
    let more = try readSong(MIDIBytes.clip(head + tail + [0]))
    #expect(more.defects == [.strayBytes(4)])
    let wrong: [UInt32] = [0x2070_0000, 0x2090_8040, 0x0050_0000, 0x1077_0000, 0x3007_0000, 0, 0xD010_0000, 0, 0, 0]
    #expect(
      try readSong(MIDIBytes.clip(head + wrong + tail)).defects
        == [0x2070_0000, 0x2090_8040, 0x0050_0000, 0x1077_0000, 0x3007_0000, 0xD010_0000].map { .packetField(word: $0) }
    )
    let order: [UInt32] = [0x3021_0100, 0, 0x3011_0100, 0, 0x3011_0200, 0, 0x3030_0000, 0, 0x0030_0001]
    let song = try readSong(MIDIBytes.clip(head + order + tail))
    #expect(song.lines == ["0 F0 02 F7", "0 end"] && song.division == .ticksPerQuarter(96))
    #expect(song.defects == [0x3021_0100, 0x3011_0200, 0x0030_0001].map { .packetOrder(word: $0) })
  }

  @Test func soundFilesBecomeClips() throws {
    let song = try readSong(
      MIDIBytes.song(
        [0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xFF, 3, 1, 65, 0, 0x90, 60, 64],
        [5, 0xC0, 7, 0, 0xF0, 2, 9, 0xF7, 9, 0xFF, 0x2F, 0]))
    let clip = try readSong(try song.writtenAsClip(), strict: true)
    #expect(clip.lines == ["0 FF 51 02 FA F0 80", "0 FF 03 41", "0 90 3C 40", "5 C0 07", "5 F0 09 F7", "14 end"])
  }

  /// A message without F7, which is not sent, does not become a whole one.
  @Test func openMessagesAreLeftOut() throws {
    let song = try readSong(
      MIDIBytes.song([0, 0xF0, 3, 0x41, 0x10, 0x42, 0, 0x90, 60, 64, 0, 0xF0, 2, 9, 0xF7, 9, 0xFF, 0x2F, 0]))
    #expect(song.lines == ["0 F0 41 10 42", "0 90 3C 40", "0 F0 09 F7", "9 end"])
    let clip = try readSong(try song.writtenAsClip(), strict: true)
    #expect(clip.lines == ["0 90 3C 40", "0 F0 09 F7", "9 end"])
  }

  /// A whole message that a file contains as an escape is played, and becomes a message of the clip.
  @Test func escapedMessagesAreWritten() throws {
    let song = try readSong(MIDIBytes.song([3, 0xF7, 4, 0xF0, 1, 2, 0xF7, 0, 0xF7, 2, 0xF0, 1, 0, 0xF7, 1, 0xF8]))
    #expect(song.lines == ["3 F7 F0 01 02 F7", "3 F7 F0 01", "3 F7 F8", "3 end"])
    let clip = try readSong(try song.writtenAsClip(), strict: true)
    #expect(clip.lines == ["3 F0 01 02 F7", "3 F7 F8", "3 end"])
  }
}
