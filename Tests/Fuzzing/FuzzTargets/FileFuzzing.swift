import TactusFiles
import TactusMIDI
import TactusSequencer

/// The laws of the readers of files.
enum FileFuzzing {
  static func violationReadingSong(_ bytes: [UInt8]) -> String? {
    guard let song = try? MIDIFile(reading: FileBytes(copying: bytes, name: "fuzz")) else { return nil }
    _ = try? MIDIFile(reading: FileBytes(copying: bytes, name: "fuzz"), options: .init(strict: true))
    if song.eventCount > bytes.count / 2 { return "more events than bytes" }
    for track in song.tracks {
      var last: Int64 = 0
      for event in track.events {
        if event.tick < last || event.tick > track.endTick { return "ticks out of order" }
        last = event.tick
        _ = track.text(of: event)
      }
    }
    for finding in song.diagnostics.kept where finding.description.isEmpty { return "a finding without words" }
    let lyrics = SongLyrics(song, choice: .concatenated)
    if lyrics.syllables.count > bytes.count { return "more syllables than bytes" }
    if lyrics.syllables.contains(where: { $0.text.isEmpty }) { return "a syllable without text" }
    _ = lyrics.lrc(song.tempoMap(.concatenated))
    if song.format != .independent { _ = song.karaoke(lyrics) }
    let isClip = song.container == .clip
    guard !song.tracks.isEmpty, let written = try? isClip ? song.writtenAsClip() : song.written() else { return nil }
    // a song with valid tracks and a damaged tempo may claim hours: the file's values are accepted
    var options = MIDIFile.ReadOptions()
    options.keepsLongDeltas = true
    guard let again = try? MIDIFile(reading: FileBytes(copying: written, name: "fuzz"), options: options) else {
      return "what is written cannot be read"
    }
    return again == song ? nil : "what is written is another song"
  }

  static func violationReadingBank(_ bytes: [UInt8]) -> String? {
    guard let bank = try? SoundFont(FileBytes(copying: bytes, name: "fuzz")) else { return nil }
    _ = try? SoundFont(FileBytes(copying: bytes, name: "fuzz"), strictness: .strict)
    if bank.presets.count > bytes.count / 38 { return "more presets than bytes" }
    for finding in bank.diagnostics.entries where finding.description.isEmpty { return "a finding without words" }
    return nil
  }

  static func violationReadingJSON(_ bytes: [UInt8]) -> String? {
    let value = bytes.withUnsafeBytes { bytes in try? JSON(reading: bytes) }
    guard let value else { return nil }
    for text in [value.text, value.prettyText] {
      let again = Array(text.utf8).withUnsafeBytes { bytes in try? JSON(reading: bytes) }
      if again?.text != value.text { return "what is written is another value" }
    }
    return nil
  }

  // MARK: Seeds

  static var songSeeds: [[UInt8]] {
    var first = MIDIFile.Track()
    first.appendMeta(3, Array("A".utf8), at: 0)
    first.appendMeta(0x51, [9, 0x27, 0xC1], at: 10)
    first.appendSysEx([0x7E, 0x7F, 9, 1, 0xF7], at: 20)
    first.append(ChannelMessage(status: 0x90, 60, 100), at: 30)
    first.append(ChannelMessage(status: 0x90, 60, 0), at: 500)
    first.appendMeta(1, Array("/la".utf8), at: 500)
    first.appendMeta(5, Array("{@JP}la\r".utf8), at: 500)
    var second = MIDIFile.Track()
    second.append(ChannelMessage(status: 0xC1, 5), at: 0)
    second.append(ChannelMessage(status: 0xE1, 0, 64), at: 480)
    let song = MIDIFile(division: .ticksPerQuarter(480), tracks: [first, second])
    let single = MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [first])
    let files = [try? song.written(), try? single.written()].compactMap { $0 }
    return files + files.map(inRIFF)
  }

  /// The song with a bank, and with the bank offset that the file declares, in a RIFF file.
  private static func inRIFF(_ song: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let size = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
      return Array(name.utf8) + size + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    let list = Array("INFO".utf8) + chunk("INAM", Array("A".utf8)) + chunk("DBNK", [1, 0])
    let bank = bankSeeds.first.map { Array($0) } ?? []
    return chunk("RIFF", Array("RMID".utf8) + chunk("data", song) + chunk("LIST", list) + bank)
  }

  static let clipWords: [UInt32] = [
    0x0040_0000, 0x0030_0060, 0xD010_0000, 50_000_000, 0, 0, 0xF020_0000, 0, 0, 0, 0x0040_0060, 0x4090_3C00,
    0xFFFF_0000,
    0x3016_0102, 0x0304_0506, 0x3031_0700, 0, 0xD050_0103, 0x4142_4344, 0x4546_4748, 0x494A_4B4C, 0xD0D0_0103,
    0x4D4E_0000, 0, 0, 0x10F8_0000, 0xF021_0000, 0, 0, 0,
  ]

  static var bankSeeds: [[UInt8]] {
    var bank = SoundFontBuilder(name: "F")
    let wave = (0..<48).map { Int16($0 % 16) }
    let sample = bank.add(.init(name: "s", frames: wave, sampleRate: 8_000, originalKey: 60, loop: 0..<16))
    let tone = bank.add(.init(name: "i", zones: [.init(target: sample, generators: [.init(.sampleModes, 1)])]))
    bank.add(.init(name: "p", bank: 0, program: 0, zones: [.init(target: tone, keyRange: .init(0...60))]))
    var fine = bank
    fine.version = .v2_04
    fine.defaultModulators = [.init(.init(.velocity), to: .initialAttenuation, 960)]
    fine.samples[0].lowBytes = (0..<48).map { UInt8($0) }
    var packed = bank
    packed.version = .v3_01
    packed.samples[0].frames = []
    packed.samples[0].stream = oggPages
    let banks = [bank, fine, packed].compactMap { try? $0.write() }
    // at an odd offset its frames have to be copied; a sample that is not marked as a stream may be one
    let odd = banks[0].firstRange(of: Array("LIST".utf8)).map { position in
      Array(banks[0][..<position.lowerBound]) + Array("JUNK".utf8) + [1, 0, 0, 0, 7]
        + Array(banks[0][position.lowerBound...])
    }
    let unmarked = banks.last.map { bytes in
      bytes.count > 2 ? bytes.indices.map { bytes[$0] == 0x11 ? 1 : bytes[$0] } : bytes
    }
    return banks + [odd, unmarked].compactMap { $0 }
  }

  /// Two pages of an Ogg stream: valid headers, and no decodable data.
  private static let oggPages: [UInt8] = {
    func page(_ flags: UInt8, _ granule: UInt8) -> [UInt8] {
      Array("OggS".utf8) + [0, flags, granule] + [UInt8](repeating: 0, count: 7) + [1, 0, 0, 0]
        + [UInt8](repeating: 0, count: 8) + [1, 3, 1, 2, 3]
    }
    return page(2, 0) + page(4, 48)
  }()
}
