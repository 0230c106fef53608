/// Determines the type of a file from its first bytes, for error messages about files that are not SoundFonts.
enum FileGuess {
  /// Returns the type of the file with its article, and a remedy; nil if it is unknown.
  static func guess(_ bytes: UnsafeRawBufferPointer) -> String? {
    if bytes.starts(with: "RIFF".utf8), bytes.count >= 12 { return riff(form: bytes[8..<12]) }
    for (magic, name) in signatures where bytes.starts(with: magic) { return name }
    return isSFZ(bytes) ? "an SFZ instrument; convert it to SF2 first" : nil
  }

  private static func riff(form: Slice<UnsafeRawBufferPointer>) -> String? {
    switch String(decoding: form, as: UTF8.self) {
    case "WAVE": "a WAVE audio file"
    case "RMID": "a MIDI file in a RIFF wrapper (RMI)"
    case "AVI ": "a video"
    case "WEBP": "a picture"
    default: nil
    }
  }

  private static let signatures: [(magic: [UInt8], name: String)] = [
    ("MThd", "a MIDI file; give it as the song"), ("SMF2CLIP", "a MIDI clip file; give it as the song"),
    ("\u{89}PNG", "a PNG picture"), ("GIF8", "a GIF picture"), ("%PDF", "a PDF document"),
    ("fLaC", "a FLAC audio file"), ("OggS", "an Ogg audio file"), ("ID3", "an MP3 audio file"),
    ("FORM", "an AIFF audio file"), ("caff", "a CAF audio file"), ("RF64", "an RF64 audio file"),
    ("PK\u{3}\u{4}", "a ZIP archive; unpack it first"), ("Rar!", "a RAR archive; unpack it first"),
    ("7z\u{BC}\u{AF}", "a 7-Zip archive; unpack it first"), ("\u{1F}\u{8B}", "a gzip archive; unpack it first"),
    ("BZh", "a bzip2 archive; unpack it first"), ("\u{FD}7zXZ", "an xz archive; unpack it first"),
    ("SFPK", "an SFPack archive; unpack it first"), ("\u{7F}ELF", "a program"),
    ("\u{FF}\u{D8}\u{FF}", "a JPEG picture"), ("<!DOCTYPE", "a web page; the download went wrong"),
    ("<html", "a web page; the download went wrong"), ("<?xml", "an XML document"),
    ("version https://git-lfs", "a Git LFS pointer; run \"git lfs pull\""),
  ].map { (magic: $0.unicodeScalars.map { UInt8($0.value) }, name: $1) }

  /// Whether the first 4 KiB contain an SFZ header such as `<region>`, and no zero byte.
  private static func isSFZ(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = bytes.prefix(4096)
    guard !head.contains(0) else { return false }
    return ["<region>", "<group>", "<control>", "<global>", "<master>"].contains { word in
      let word = Array(word.utf8)
      return head.indices.contains { head[$0...].starts(with: word) }
    }
  }
}
