/// Identifies a file by its first bytes, for messages such as "song.mid is a PNG picture, not a MIDI file".
enum FileSignature {
  /// Returns the kind of file that its magic number identifies, with an article; nil if the number is unknown.
  static func binary(_ bytes: UnsafeRawBufferPointer) -> String? {
    riffForm(bytes) ?? magics.first { has($0.bytes, at: $0.offset, in: bytes) }?.kind
  }

  private static let magics: [(offset: Int, bytes: [UInt8], kind: String)] = [
    (0, [0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    (0, [0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (0, text("GIF8"), "a GIF picture"),
    (0, text("%PDF"), "a PDF document"),
    (0, text("{\\rtf"), "an RTF document"),
    (0, [0x50, 0x4B, 3, 4], "a ZIP archive (unpack it first)"),
    (0, [0x50, 0x4B, 5, 6], "an empty ZIP archive"),
    (0, text("Rar!"), "a RAR archive (unpack it first)"),
    (0, [0x37, 0x7A, 0xBC, 0xAF], "a 7z archive (unpack it first)"),
    (0, [0x1F, 0x8B], "a gzip archive (unpack it first)"),
    (0, text("BZh"), "a bzip2 archive (unpack it first)"),
    (0, [0xFD] + text("7zXZ"), "an xz archive (unpack it first)"),
    (0, [0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive (unpack it first)"),
    (257, text("ustar"), "a tar archive (unpack it first)"),
    (0, text("fLaC"), "a FLAC audio file"),
    (0, text("OggS"), "an Ogg audio file"),
    (0, text("ID3"), "an MP3 audio file"),
    (0, [0xFF, 0xFB], "an MP3 audio file"),
    (0, [0xFF, 0xF3], "an MP3 audio file"),
    (0, text("caff"), "a CAF audio file"),
    (0, text(".snd"), "a Sun audio file"),
    (4, text("ftyp"), "an MPEG-4 file"),
    (0, text("MUS") + [0x1A], "a Doom MUS song"),
    (0, text("XMF_"), "an XMF file"),
    (0, text("MTM"), "a MultiTracker module"),
    (0, text("IMPM"), "an Impulse Tracker module"),
    (44, text("SCRM"), "a Scream Tracker module"),
    (0, text("Extended Module: "), "a FastTracker module"),
    (1080, text("M.K."), "a ProTracker module"),
    (0, text("CAKEWALK"), "a Cakewalk song"),
    (0, [0x7F] + text("ELF"), "a program"),
    (0, text("MZ"), "a Windows program"),
    (0, text("vti_encoding"), "a FrontPage note about a file"),
    (0, text("SQLite format 3"), "an SQLite database"),
    (0, [0xF0], "a system-exclusive dump"),
  ]

  private static func riffForm(_ bytes: UnsafeRawBufferPointer) -> String? {
    if has(text("FORM"), at: 0, in: bytes) || has(text("CAT "), at: 0, in: bytes) {
      if has(text("AIF"), at: 8, in: bytes) { return "an AIFF audio file" }
      return has(text("XDIR"), at: 8, in: bytes) ? "an XMI song" : "an IFF file"
    }
    guard ["RIFF", "RIFX", "RF64"].contains(where: { has(text($0), at: 0, in: bytes) }) else { return nil }
    let forms = [
      ("WAVE", "a WAV audio file"), ("sfbk", "a SoundFont bank"), ("DLS ", "a DLS bank"), ("AVI ", "an AVI film"),
      ("WEBP", "a WebP picture"), ("RMID", "an RMID song"),
    ]
    return forms.first { has(text($0.0), at: 8, in: bytes) }?.1 ?? "a RIFF file"
  }

  /// Recognizes several kinds of text file, and files that begin with zeros; returns nil for anything else.
  static func plain(_ bytes: UnsafeRawBufferPointer) -> String? {
    let start = bytes.prefix(512)
    if !start.isEmpty, start.allSatisfy({ $0 == 0 }) { return "a file of zeros (a broken copy?)" }
    let trimmed = start.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    let head = String(decoding: trimmed.prefix(64).map { $0 | 0x20 }, as: UTF8.self)
    if head.hasPrefix("<?xml") { return "an XML document" }
    if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") || head.hasPrefix("<head") {
      return "an HTML page"
    }
    let isText = start.allSatisfy { $0 >= 0x20 && $0 < 0x7F || (9...13).contains($0) }
    return isText && !start.isEmpty ? "a text file" : nil
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func has(_ magic: [UInt8], at offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= offset + magic.count && bytes[offset..<(offset + magic.count)].elementsEqual(magic)
  }
}
