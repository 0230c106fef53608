import TactusFiles
import TactusMIDI
import TactusTime

extension [UInt8] {
  mutating func append(text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  mutating func append(text: String) { append(contentsOf: text.utf8) }

  mutating func append(decimal value: Int64, digits: Int = 1) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = value.magnitude
    while rest > 0 || count - start < digits {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    self[start...].reverse()
  }

  /// Appends bytes as pairs of hexadecimal digits, separated by spaces.
  mutating func append(hex bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() {
      if index > 0 { append(UInt8(ascii: " ")) }
      append(hexDigit(byte >> 4))
      append(hexDigit(byte & 15))
    }
  }

  /// Appends seconds with nine decimals, correctly rounded.
  mutating func append(seconds: ExactSeconds) {
    let (scaled, overflow) = seconds.numerator.multipliedReportingOverflow(by: 2_000_000_000)
    guard !overflow, seconds.numerator >= 0, seconds.denominator < 1 << 62,
      let nanoseconds = Int64(exactly: (scaled + seconds.denominator) / (2 * seconds.denominator))
    else { return append(text: seconds.text(digits: 9)) }
    append(decimal: nanoseconds / 1_000_000_000)
    append(UInt8(ascii: "."))
    append(decimal: nanoseconds % 1_000_000_000, digits: 9)
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

extension MIDIFile.Track {
  /// Returns the meaning of an event in words.
  func words(of event: MIDIFile.Event?, _ narrator: inout MessageNarrator) -> String {
    guard let event else { return "end of track" }
    switch event.content {
    case .channel(let message): return narrator.words(of: message)
    case .sysEx(let slice):
      let data = payload(slice)
      return data.last == 0xF7
        ? MessageNarrator.words(ofExclusive: data.dropLast())
        : MessageNarrator.words(ofExclusive: data) + ", without its end"
    case .escape(let slice): return Self.words(ofRaw: Array(payload(slice)))
    case .packet(let slice): return Self.words(ofPacket: Array(payload(slice)))
    case .meta, .tempo: return meaning(of: event).map { words(of: $0, event, narrator.textHint) } ?? "meta event"
    }
  }

  /// Describes bytes of an escape event, which are sent unchanged: a single message, or arbitrary bytes.
  private static func words(ofRaw bytes: [UInt8]) -> String {
    var lines: [DecodedLine] = []
    StreamDecoder.decode(bytes) { lines.append($0) }
    guard lines.count == 1, !lines[0].isFlaw else { return "raw, \(bytes.count.counted("byte"))" }
    return lines[0].words
  }

  private static func words(ofPacket bytes: [UInt8]) -> String {
    let words = PacketDecoder.words(bytes, isBig: true)
    return words.withUnsafeBufferPointer { words in
      var packets = UniversalPackets(words)
      return packets.next().map { PacketName.words(of: $0) } ?? "packet, \(bytes.count.counted("byte"))"
    }
  }

  private func words(of meta: MIDIFile.Meta, _ event: MIDIFile.Event, _ hint: MIDIFile.TextEncoding?) -> String {
    switch meta {
    case .sequenceNumber(let number): "sequence number \(number.map { "\($0)" } ?? "by position")"
    case .text(let kind): "\(kind.words) \"\(payload(of: event).text(besideTexts: hint).printable)\""
    case .channelPrefix(let channel): "for channel \(channel + 1)"
    case .port(let port): "port number \(port + 1)"
    case .tempo(let units): "tempo \(Tempo(tensOfNanoseconds: UInt32(clamping: units)).words) bpm"
    case .smpteOffset(let offset): "starts at \(offset.words)"
    case .timeSignature(let signature): "meter \(signature.words)"
    case .keySignature(let key): "key \(key.words)"
    case .sequencerSpecific: "for a sequencer, \(payload(of: event).count.counted("byte"))"
    case .other(let type): "meta event FF \(type.hexadecimal)"
    }
  }
}

extension Tempo {
  /// Quarter notes per minute with up to three decimals: "120", "96.5".
  var words: String {
    var text = bpm.fixed(3)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension MIDIFile.TimeSignature {
  /// The signature, such as "3/4"; if it is invalid, its two numbers as in the file.
  var words: String {
    isMeaningful ? "\(numerator)/\(denominator)" : "\(rawNumerator)/2^\(denominatorPower), counted as 4/4"
  }
}

extension MIDIFile.KeySignature {
  /// The key, such as "E flat major".
  var words: String {
    let names = [
      "C flat", "G flat", "D flat", "A flat", "E flat", "B flat", "F", "C", "G", "D", "A", "E", "B", "F sharp",
      "C sharp",
      "G sharp", "D sharp", "A sharp",
    ]
    let index = Int(sharps) + 7 + (isMinor ? 3 : 0)
    return (names.indices.contains(index) ? names[index] : "?") + (isMinor ? " minor" : " major")
  }
}

extension MIDIFile.SMPTEOffset {
  /// The offset, such as "01:00:00:00.00".
  var words: String {
    let parts = [rateAndHours & 31, minutes, seconds, frames].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return parts.joined(separator: ":") + (subframes < 10 ? ".0" : ".") + "\(subframes)"
  }
}

extension MIDIFile.TextKind {
  var words: String {
    switch self {
    case .text: "text"
    case .copyright: "copyright"
    case .trackName: "track name"
    case .instrumentName: "instrument"
    case .lyric: "lyric"
    case .marker: "marker"
    case .cuePoint: "cue"
    case .programName: "program name"
    case .deviceName: "device"
    default: "text \(rawValue)"
    }
  }
}
