import TactusFiles
import TactusMIDI

/// Builds valid and invalid MIDI files from parts.
enum MIDIBytes {
  static let endOfTrack: [UInt8] = [0, 0xFF, 0x2F, 0]

  static func header(format: Int = 1, tracks: Int = 1, division: Int = 96) -> [UInt8] {
    chunk("MThd", [format, tracks, division].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }

  /// A chunk with its true length or a wrong one.
  static func chunk(_ name: String, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
    let length = length ?? body.count
    return Array(name.utf8) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + body
  }

  /// A track chunk from its events, End of Track added.
  static func track(_ events: [UInt8]) -> [UInt8] { chunk("MTrk", events + endOfTrack) }

  /// A song of such tracks.
  static func song(format: Int = 1, division: Int = 96, _ tracks: [UInt8]...) -> [UInt8] {
    header(format: format, tracks: tracks.count, division: division) + tracks.flatMap { track($0) }
  }

  /// A file of one track whose chunk is given as it is, End of Track not added.
  static func raw(_ events: [UInt8], length: Int? = nil) -> [UInt8] {
    header() + chunk("MTrk", events, length: length)
  }

  /// Big-endian words.
  static func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  /// A clip file of such words, magic added.
  static func clip(_ words: [UInt32]) -> [UInt8] { Array("SMF2CLIP".utf8) + self.words(words) }

  /// A RIFF chunk: little-endian length, padded to even.
  static func riff(_ name: String, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
    let length = length ?? body.count
    return Array(name.utf8) + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: length >> $0) } + body
      + (body.count % 2 == 1 ? [0] : [])
  }

  static func rmid(_ chunks: [UInt8]) -> [UInt8] { riff("RIFF", Array("RMID".utf8) + chunks) }
}

func readSong(_ bytes: [UInt8], strict: Bool = false) throws(MIDIFileError) -> MIDIFile {
  try MIDIFile(reading: FileBytes(copying: bytes, name: "test.mid"), options: .init(strict: strict))
}

func readSong(_ bytes: [UInt8], _ change: (inout MIDIFile.ReadOptions) -> Void) throws(MIDIFileError) -> MIDIFile {
  var options = MIDIFile.ReadOptions()
  change(&options)
  return try MIDIFile(reading: FileBytes(copying: bytes, name: "test.mid"), options: options)
}

extension MIDIFile {
  /// The defects found, without their positions.
  var defects: [Defect] { diagnostics.kept.map(\.defect) }
  /// The first track's events.
  var lines: [String] { tracks.first?.lines ?? [] }
}

extension MIDIFile.Track {
  /// Tick and bytes of each event and of End of Track: "96 90 3C 40".
  var lines: [String] {
    events.map { "\($0.tick) \(hex(bytes(of: $0)))" } + ["\(endTick) end"]
  }

  private func bytes(of event: MIDIFile.Event) -> [UInt8] {
    switch event.content {
    case .channel(let message):
      message.isMIDI2
        ? MIDIBytes.words([message.word0, message.word1])
        : Array([message.status, message.data1, message.data2].prefix(message.byteCount))
    case .meta(let type, let slice): [0xFF, type] + payload(slice)
    case .sysEx(let slice): [0xF0] + payload(slice)
    case .escape(let slice): [0xF7] + payload(slice)
    case .tempo(let length): [0xFF, 0x51] + MIDIBytes.words([length])
    case .packet(let slice): Array(payload(slice))
    }
  }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
}
