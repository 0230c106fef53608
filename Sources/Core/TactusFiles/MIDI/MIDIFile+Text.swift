extension MIDIFile {
  /// The encoding of a string.
  public enum TextEncoding: Hashable, Sendable {
    /// UTF-8, which includes ASCII.
    case utf8
    /// Shift-JIS with the Windows extensions (code page 932), for Japanese.
    case shiftJIS
    /// Windows-1252, which includes Latin-1, for western European languages.
    case windows1252
  }
}

extension MIDIFile.Payload {
  /// Returns the most likely encoding of the bytes.
  ///
  /// The result is the first of these that applies: UTF-8, if the bytes are valid UTF-8; the hint, if there is one;
  /// Shift-JIS, if the bytes are valid Shift-JIS and contain full-width kana or four consecutive half-width kana;
  /// Windows-1252. Files do not declare an encoding, because RP-001 specifies only ASCII.
  public func textEncoding(hint: MIDIFile.TextEncoding? = nil) -> MIDIFile.TextEncoding {
    MIDIFile.TextEncoding(of: self, hint: hint)
  }

  /// Returns the bytes as text in the encoding that ``textEncoding(hint:)`` finds; invalid bytes become U+FFFD.
  public func text(hint: MIDIFile.TextEncoding? = nil) -> String {
    textEncoding(hint: hint).decode(self)
  }
}

extension MIDIFile.Payload {
  /// Returns the bytes as text, in the encoding of the song's other texts if the bytes suit it. Bytes without a
  /// two-byte character do not: A9 is a copyright sign rather than a half-width kana.
  ///
  /// - Parameter hint: see ``MIDIFile/textHint``.
  package func text(besideTexts hint: MIDIFile.TextEncoding?) -> String {
    text(hint: contains { ShiftJIS.isLead($0) } ? hint : nil)
  }
}

extension MIDIFile.TextEncoding {
  /// Finds the most likely encoding of bytes, as ``MIDIFile/Payload/textEncoding(hint:)`` does.
  package init(of bytes: some Collection<UInt8>, hint: MIDIFile.TextEncoding? = nil) {
    if String(validating: bytes, as: UTF8.self) != nil {
      self = .utf8
    } else {
      self = hint ?? (ShiftJIS.isPlausible(bytes) ? .shiftJIS : .windows1252)
    }
  }

  /// Creates the encoding with a name such as "Shift_JIS", regardless of case; nil for UTF-8, which is recognized
  /// without a name, and for encodings that are not decoded.
  init?(name: some Collection<UInt8>) {
    switch String(decoding: name.prefix { $0 > 0x20 }, as: UTF8.self).lowercased() {
    case "shift-jis", "shift_jis": self = .shiftJIS
    case "windows-1252": self = .windows1252
    default: return nil
    }
  }

  /// Returns bytes as text; invalid bytes become U+FFFD.
  package func decode(_ bytes: some Collection<UInt8>) -> String {
    switch self {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .shiftJIS: return ShiftJIS.decode(bytes)
    case .windows1252:
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(windows1252Character(byte)) }
      return String(text)
    }
  }
}

extension MIDIFile.Track {
  /// Returns an event's payload as text; nil if it is not a text event.
  public func text(of event: MIDIFile.Event, hint: MIDIFile.TextEncoding? = nil) -> String? {
    guard case .text = meaning(of: event) else { return nil }
    return payload(of: event).text(hint: hint)
  }

  /// The track's name: its first FF 03.
  public var name: String? { name(besideTexts: nil) }

  /// Returns the track's name; see ``MIDIFile/Payload/text(besideTexts:)``.
  package func name(besideTexts hint: MIDIFile.TextEncoding?) -> String? {
    events.first { $0.isMeta(0x03) }.map { payload(of: $0).text(besideTexts: hint) }
  }
}

extension MIDIFile {
  /// The encoding of the song's texts, as a hint for each of them: that which the file declares (RMID), or else
  /// Shift-JIS if all texts that are not UTF-8 are plausible as Shift-JIS together, otherwise nil. One short text alone,
  /// such as a title without kana, cannot be recognized.
  package var textHint: TextEncoding? {
    if let declaredEncoding { return declaredEncoding }
    var bytes: [UInt8] = []
    for track in tracks {
      for event in track.events where bytes.count < 100_000 {
        guard case .text = track.meaning(of: event) else { continue }
        let payload = track.payload(of: event)
        if payload.textEncoding() != .utf8 { bytes += payload }
      }
    }
    return TextEncoding(of: bytes) == .shiftJIS ? .shiftJIS : nil
  }
}

/// Decodes a Windows-1252 character. The five bytes that Windows-1252 leaves unassigned become control characters, as
/// in browsers.
private func windows1252Character(_ byte: UInt8) -> Unicode.Scalar {
  guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
  let letters: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
    0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x009D, 0x017E, 0x0178,
  ]
  return Unicode.Scalar(letters[Int(byte) - 0x80]) ?? "\u{FFFD}"
}
